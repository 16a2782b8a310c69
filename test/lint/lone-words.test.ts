import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor, type Expression, type JSXChild, type Program } from "oxc-parser";
import { describe, expect, it } from "vitest";

/**
 * Words have an element of their own. A browser's translation replaces text nodes; React then loses the words of a node
 * that has siblings, or fails as it removes the node or inserts before it. It replaces the only text of an element.
 */

const folder = join(import.meta.dirname, "../../src/components");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tsx"));

/** Files whose words stay beside elements, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {};

/** Names of functions whose result is a text. */
const sayers = /^(say[A-Z]\w*|visibleText|errorText|format[A-Z]\w*|String)$/;
const catalogues = /^use\w*Strings$/;

/** The names that a file declares, and their kinds. */
interface Names {
  /** Names of the catalogue, or of a part of it. */
  readonly catalogue: ReadonlySet<string>;
  /** Props and constants whose value is a text. */
  readonly texts: ReadonlySet<string>;
}

function namesOf(program: Program): Names {
  const catalogue = new Set<string>();
  const texts = new Set<string>();
  const names = { catalogue, texts };
  new Visitor({
    TSPropertySignature({ key, typeAnnotation }) {
      const type = typeAnnotation?.typeAnnotation;
      const kinds = type?.type === "TSUnionType" ? type.types : [type];
      if (key.type === "Identifier" && kinds.some((kind) => kind?.type === "TSStringKeyword")) texts.add(key.name);
    },
    VariableDeclarator({ id, init }) {
      if (!init) return;
      if (isOfCatalogue(init, names)) {
        if (id.type === "Identifier") catalogue.add(id.name);
        if (id.type !== "ObjectPattern") return;
        for (const property of id.properties) {
          if (property.type === "Property" && property.value.type === "Identifier") catalogue.add(property.value.name);
        }
      } else if (id.type === "Identifier" && (isText(init, names) || hasTexts(init, names))) texts.add(id.name);
    },
  }).visit(program);
  return names;
}

/** `useStrings()`, a part of it, or a name of one. */
function isOfCatalogue(expression: Expression, names: Names): boolean {
  if (expression.type === "Identifier") return names.catalogue.has(expression.name);
  if (expression.type === "MemberExpression") return isOfCatalogue(expression.object as Expression, names);
  if (expression.type !== "CallExpression") return false;
  const { callee } = expression;
  return (callee.type === "Identifier" && catalogues.test(callee.name)) || isOfCatalogue(callee, names);
}

/** An object of texts, one of which is chosen by its name. */
function hasTexts(expression: Expression, names: Names): boolean {
  return (
    expression.type === "ObjectExpression" &&
    expression.properties.some((each) => each.type === "Property" && isText(each.value, names))
  );
}

/** Whether its value may be a text, as far as the syntax shows it. */
function isText(expression: Expression, names: Names): boolean {
  const { type } = expression;
  if (type === "TemplateLiteral") return true;
  if (type === "Literal") return typeof expression.value === "string" && expression.value.trim() !== "";
  if (type === "MemberExpression") return isTextOf(expression, names);
  if (type === "Identifier") return names.texts.has(expression.name) || names.catalogue.has(expression.name);
  if (type === "CallExpression") {
    const { callee } = expression;
    return callee.type === "Identifier" && sayers.test(callee.name) ? true : isOfCatalogue(callee, names);
  }
  return choicesOf(expression).some((choice) => isText(choice, names));
}

/** The values that an expression chooses from. */
function choicesOf(expression: Expression): readonly Expression[] {
  const { type } = expression;
  if (type === "ParenthesizedExpression" || type === "TSNonNullExpression") return [expression.expression];
  if (type === "ConditionalExpression") return [expression.consequent, expression.alternate];
  if (type !== "LogicalExpression") return [];
  return expression.operator === "&&" ? [expression.right] : [expression.left, expression.right];
}

/** `strings.retry`, `words[end]`, `props.text`. */
function isTextOf(expression: Extract<Expression, { type: "MemberExpression" }>, names: Names): boolean {
  const { object, property } = expression;
  if (isOfCatalogue(object as Expression, names)) return true;
  if (object.type !== "Identifier") return false;
  if (object.name === "props") return property.type === "Identifier" && names.texts.has(property.name);
  return names.texts.has(object.name) && expression.computed;
}

function isWords(child: JSXChild, names: Names): boolean {
  if (child.type === "JSXText") return child.value.trim() !== "";
  if (child.type !== "JSXExpressionContainer" || child.expression.type === "JSXEmptyExpression") return false;
  return isText(child.expression, names);
}

/** Blank text between lines is none, and a comment is no child. */
function isChild(child: JSXChild): boolean {
  if (child.type === "JSXText") return child.value.trim() !== "" || !child.value.includes("\n");
  return child.type !== "JSXExpressionContainer" || child.expression.type !== "JSXEmptyExpression";
}

/** The words of a source that share their element with others. */
function sharing(file: string, source: string): readonly string[] {
  const { program } = parseSync(file, source);
  const names = namesOf(program);
  const found: string[] = [];
  const check = ({ children }: { readonly children: readonly JSXChild[] }) => {
    const all = children.filter(isChild);
    if (all.length < 2) return;
    for (const child of all) {
      if (isWords(child, names)) found.push(`${file}: ${source.slice(child.start, child.end).trim()}`);
    }
  };
  new Visitor({ JSXElement: check, JSXFragment: check }).visit(program);
  return found;
}

/** Components that break the rule. */
const planted = [
  "const A = () => <p>Two words <b /></p>;",
  "const A = ({ on }) => <p>{on && <b />}{`${on} words`}</p>;",
  "const A = ({ on }) => { const strings = useStrings().tool; return <p><b />{on ? strings.a : strings.b(on)}</p>; };",
  "const A = ({ end }) => { const { tool } = useStrings(); const w = { a: tool.a }; return <p><b />{w[end]}</p>; };",
  "const A = ({ on }) => { const s = useToolStrings(); const said = on ? null : s.a; return <><b />{said}</>; };",
  "function A(props: { readonly text: string }) { return <p><b />{props.text}</p>; }",
  "function A({ text }: { readonly text?: string | undefined }) { return <p>{text}<b /></p>; }",
  'const A = ({ name }) => <p>{name && <b />}{" · "}</p>;',
  "const A = ({ name }) => <p>{visibleText(name)}<b /></p>;",
];

const allowed = [
  "const A = () => <p>Two words</p>;",
  "const A = ({ on }) => { const strings = useStrings(); return <p>{on ? strings.a : strings.b}</p>; };",
  'const A = () => <p><b />{" "}<i>{"x"}</i></p>;',
  "const A = ({ children }) => <p><b />{children}</p>;",
  "const A = ({ on }) => <p>{on && <b />}{on ? <i /> : null}</p>;",
];

describe("words of a component", () => {
  it("are found beside other children", () => {
    expect(planted.filter((source) => sharing("planted.tsx", source).length !== 1)).toEqual([]);
    expect(allowed.flatMap((source) => sharing("planted.tsx", source))).toEqual([]);
  });

  it("have an element of their own", () => {
    expect(files.length).toBeGreaterThan(60);
    const found = files.flatMap((file) => sharing(file, readFileSync(join(folder, file), "utf8")));
    expect(found.filter((each) => !Object.keys(exceptions).some((file) => each.startsWith(`${file}:`)))).toEqual([]);
  });
});
