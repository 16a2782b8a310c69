/** One operation of an OpenAPI document as a tool: its arguments, and the place that each fills. */
import { isRecord } from "../sessions/is-record.js";
import { boundedSchema, isInherited, schemaBudget, type SchemaBudget } from "./bounded-schema.js";
import { cleanText } from "./clean-text.js";
import { isSettableHeader } from "./header-names.js";
import type { JsonObject, OpenDocument } from "./read-document.js";
import { limits, type HttpParameter, type ToolCallPlan } from "./surface.js";

export interface ReadOperation {
  readonly inputSchema: JsonObject;
  readonly parameters: readonly HttpParameter[];
  readonly body: Extract<ToolCallPlan, { kind: "http" }>["body"];
}

/** Place of an operation in its document. */
export interface OperationPlace {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

/** The arguments of an operation, or why it cannot be called, as the end of a sentence. */
export function readOperation(
  document: OpenDocument,
  { method, path, item, operation }: OperationPlace,
): ReadOperation | string {
  const budget = schemaBudget();
  const entries = readParameters(document, parametersOf(document, item, operation), budget);
  if (typeof entries === "string") return entries;
  if (entries.length > limits.parameters) return `it has more than ${limits.parameters} parameters`;
  const fault = unfilledPlace(path, entries);
  if (fault !== null) return fault;
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = hasBody ? bodyOf(document, operation, budget) : null;
  if (typeof body === "string") return body;
  const properties = entries.map(({ parameter, schema }) => [parameter.argument, schema] as const);
  const needed = entries.flatMap(({ parameter }) => (parameter.required ? [parameter.argument] : []));
  return {
    inputSchema: {
      type: "object",
      properties: Object.fromEntries([...properties, ...(body === null ? [] : [["body", body.schema] as const])]),
      required: [...needed, ...(body?.required === true ? ["body"] : [])],
      additionalProperties: false,
    },
    parameters: entries.map(({ parameter }) => parameter),
    body: body === null ? null : { required: body.required, form: body.form },
  };
}

interface ReadParameter {
  readonly parameter: HttpParameter;
  readonly schema: JsonObject;
}

/** Skips a parameter that cannot be filled, unless the operation requires it. */
function readParameters(
  document: OpenDocument,
  declared: readonly JsonObject[],
  budget: SchemaBudget,
): ReadParameter[] | string {
  const entries: ReadParameter[] = [];
  const taken = new Set(["body"]);
  for (const given of declared) {
    const place = placeOf(given);
    const required = given["required"] === true || place === "path";
    const name = typeof given["name"] === "string" ? given["name"] : "";
    if (place === null || !isFillable(place, name)) {
      if (required) return `it needs the ${cleanText(given["in"], 20)} parameter "${cleanText(name, 60)}"`;
      continue;
    }
    const argument = argumentName(name, place, taken);
    taken.add(argument);
    const parameter = { argument, name, in: place, required, explode: isExploded(given, place) };
    entries.push({ parameter, schema: schemaOf(document, given, budget) });
  }
  return entries;
}

function isExploded({ style, explode }: JsonObject, place: HttpParameter["in"]): boolean {
  if (typeof explode === "boolean") return explode;
  return place === "query" && (style === undefined || style === "form");
}

/** Parameters of the path and of the operation; the operation's replace those with the same name and place. */
function parametersOf(document: OpenDocument, item: JsonObject, operation: JsonObject): JsonObject[] {
  const all = new Map<string, JsonObject>();
  for (const list of [item["parameters"], operation["parameters"]]) {
    for (const node of Array.isArray(list) ? list.slice(0, limits.parameters * 2) : []) {
      const parameter = document.follow(node);
      if (parameter !== null) all.set(`${String(parameter["in"])} ${String(parameter["name"])}`, parameter);
    }
  }
  return [...all.values()];
}

function placeOf(parameter: JsonObject): HttpParameter["in"] | null {
  const place = parameter["in"];
  return place === "path" || place === "query" || place === "header" ? place : null;
}

function isFillable(place: HttpParameter["in"], name: string): boolean {
  if (name === "" || name.length > 100 || isInherited(name)) return false;
  return place !== "header" || isSettableHeader(name, "argument");
}

/** As models take names of properties, and different for a path's `id` and a query's. */
function argumentName(name: string, place: string, taken: ReadonlySet<string>): string {
  const plain = name.replaceAll(/[^\w.-]+/g, "_").slice(0, 48);
  const wishes = [plain, `${plain}_${place}`, `${plain}_${place}_${taken.size}`];
  return wishes.find((wish) => !taken.has(wish)) ?? `argument_${taken.size}`;
}

function schemaOf(document: OpenDocument, parameter: JsonObject, budget: SchemaBudget): JsonObject {
  const content = document.follow(parameter["content"]);
  const [media] = content === null ? [] : Object.values(content);
  const schema = boundedSchema(document, parameter["schema"] ?? document.follow(media)?.["schema"], budget);
  const description = cleanText(parameter["description"], 400);
  return description === "" ? schema : { ...schema, description };
}

function unfilledPlace(path: string, entries: readonly ReadParameter[]): string | null {
  const places = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const names = entries.flatMap(({ parameter }) => (parameter.in === "path" ? [parameter.name] : []));
  const missing = places.find((place) => !names.includes(place ?? ""));
  if (missing !== undefined) return `its path has the place "${cleanText(missing, 60)}", which no parameter fills`;
  const homeless = names.find((name) => !places.includes(name));
  return homeless === undefined ? null : `its path has no place for "${cleanText(homeless, 60)}"`;
}

interface ReadBody {
  readonly schema: JsonObject;
  readonly required: boolean;
  readonly form: boolean;
}

/** JSON, or else a form; null for no body. */
function bodyOf(document: OpenDocument, operation: JsonObject, budget: SchemaBudget): ReadBody | string | null {
  const body = document.follow(operation["requestBody"]);
  if (body === null) return null;
  const content = document.follow(body["content"]) ?? {};
  const types = Object.keys(content);
  const json = types.find((type) => /^(?:application\/(?:[\w.+-]+\+)?json|\*\/\*)\s*(?:;|$)/i.test(type));
  const form = types.find((type) => /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type));
  const type = json ?? form;
  const required = body["required"] === true;
  if (type === undefined) return required ? `its body is ${cleanText(types[0], 60) || "of no known type"}` : null;
  const media = content[type];
  const schema = boundedSchema(document, isRecord(media) ? media["schema"] : undefined, budget);
  return { schema, required, form: json === undefined };
}
