import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

/**
 * Every error code that the source can produce, read from its syntax:
 * - values of a property or variable `code`, and members of types called `…Code`;
 * - arguments of functions whose parameter is called `code`;
 * - keys of the table of sentences for people, and pairs of a code and a sentence.
 */

const root = join(import.meta.dirname, "../..");
/** Where errors are made for others than a host: test tools, and programs that end with a message. */
const left = /^src\/testing\/|\/scripted\/|\/styles\//;

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";

function children(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const child of children(node)) visit(child, see);
}

function sources(): Node[] {
  return ["src", "service/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((file) => /\.tsx?$/.test(file) && !left.test(file))
      .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))
      .filter(({ text }) => /code|[A-Z]+_[A-Z]+|Fault|Refusal|refuse/i.test(text))
      .map(({ file, text }) => parseSync(file, text).program as unknown as Node),
  );
}

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return "";
  if (node.type === "MemberExpression") return nameOf(node["property"]);
  if (node.type === "AssignmentPattern") return nameOf(node["left"]);
  if (node.type === "TSParameterProperty") return nameOf(node["parameter"]);
  const name = node["name"] ?? node["value"];
  return typeof name === "string" ? name : "";
};

/** The texts that an expression may have: a literal, or the branches of a choice. */
function texts(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === "Literal") return typeof node["value"] === "string" ? [node["value"]] : [];
  if (node.type === "ConditionalExpression") return [...texts(node["consequent"]), ...texts(node["alternate"])];
  if (node.type === "LogicalExpression") return [...texts(node["left"]), ...texts(node["right"])];
  if (node.type === "AssignmentPattern") return texts(node["right"]);
  return [];
}

const isCodeName = (name: string) => name === "code" || name === "createFault";

/** By a function's name, the places of its parameters that are called `code`. */
type Takers = Map<string, Set<number>>;

function takersIn(program: Node): { readonly exported: Takers; readonly local: Takers } {
  const takers: Takers = new Map();
  const add = (name: string, fn: unknown) => {
    const params = isNode(fn) && Array.isArray(fn["params"]) ? (fn["params"] as Node[]) : [];
    params.forEach((param, at) => {
      if (name !== "" && isCodeName(nameOf(param))) takers.set(name, (takers.get(name) ?? new Set()).add(at));
    });
  };
  visit(program, (node) => {
    if (node.type === "FunctionDeclaration") add(nameOf(node["id"]), node);
    if (node.type === "VariableDeclarator") add(nameOf(node["id"]), node["init"]);
    if (node.type !== "ClassDeclaration") return;
    visit(node, (member) => {
      const isConstructor = member.type === "MethodDefinition" && member["kind"] === "constructor";
      if (isConstructor) add(nameOf(node["id"]), member["value"]);
    });
  });
  const names = children(program)
    .filter(({ type }) => type === "ExportNamedDeclaration")
    .map((node) => nameOf((node["declaration"] as Node | null)?.["id"]));
  return { exported: new Map([...takers].filter(([name]) => names.includes(name))), local: takers };
}

/** A pair of a code and its sentence, as tables have them. */
function codeOfPair({ type, elements }: Node): unknown {
  if (type !== "ArrayExpression") return null;
  const [code, sentence, ...more] = elements as readonly unknown[];
  return more.length === 0 && texts(sentence).some((text) => /^[A-Z].* .*\.$/.test(text)) ? code : null;
}

function collectCodes(program: Node, takers: Takers, found: Set<string>): void {
  const add = (node: unknown) => {
    for (const text of texts(node)) found.add(text);
  };
  visit(program, (node) => add(codeOfPair(node)));
  visit(program, (node) => {
    if (node.type === "Property" && isCodeName(nameOf(node["key"]))) add(node["value"]);
    if (node.type === "VariableDeclarator" && isCodeName(nameOf(node["id"]))) add(node["init"]);
    if (node.type === "AssignmentPattern" && isCodeName(nameOf(node["left"]))) add(node["right"]);
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      for (const at of takers.get(nameOf(node["callee"])) ?? []) add((node["arguments"] as Node[])[at]);
    }
    if (node.type === "TSTypeAliasDeclaration" && nameOf(node["id"]).endsWith("Code")) {
      visit(node, (part) => add(part));
    }
    const isTable =
      node.type === "VariableDeclarator" && ["serviceSentences", "codeByStatus"].includes(nameOf(node["id"]));
    if (isTable) {
      visit(node, (part) => {
        if (part.type !== "Property") return;
        add(part["value"]);
        found.add(nameOf(part["key"]));
      });
    }
  });
}

/** Sorted. */
export function errorCodes(): readonly string[] {
  const programs = sources().map((program) => ({ program, ...takersIn(program) }));
  const shared = programs.flatMap(({ exported }) => [...exported]);
  const found = new Set<string>();
  for (const { program, local } of programs) collectCodes(program, new Map([...shared, ...local]), found);
  return [...found].filter((text) => /^[a-z]+(_[a-z]+)*$|^[A-Z]+(_[A-Z]+)+$/.test(text)).toSorted();
}
