/**
 * A JSON Schema of a tool's argument, copied from a document: references inlined, cycles cut, bounded in every
 * direction. A cut part accepts anything, as the API validates its input itself.
 */
import { isRecord } from "../sessions/is-record.js";
import { cleanText } from "./clean-text.js";
import type { JsonObject, OpenDocument } from "./read-document.js";
import { limits } from "./surface.js";

/** Keywords that are copied as they are when they have this type. */
const plainKeywords: Readonly<Record<string, "number" | "boolean" | "string">> = {
  minimum: "number",
  maximum: "number",
  minLength: "number",
  maxLength: "number",
  minItems: "number",
  maxItems: "number",
  uniqueItems: "boolean",
  format: "string",
};

const types: readonly unknown[] = ["string", "number", "integer", "boolean", "object", "array", "null"];
/** Inherited by every object: as names of properties they are left out. */
const inherited: readonly string[] = ["__proto__", "constructor", "prototype"];
const most = { enum: 64, properties: 64, choices: 8, text: 400 } as const;

/** Remaining size of one tool's schema. */
export interface SchemaBudget {
  nodes: number;
}

export function isInherited(name: string): boolean {
  return inherited.includes(name);
}

export function schemaBudget(): SchemaBudget {
  return { nodes: limits.schemaNodes };
}

export function boundedSchema(document: OpenDocument, node: unknown, budget: SchemaBudget): JsonObject {
  return copy(document, node, budget, []);
}

function copy(document: OpenDocument, node: unknown, budget: SchemaBudget, above: readonly object[]): JsonObject {
  const schema = document.follow(node);
  if (schema === null || budget.nodes <= 0 || above.length >= limits.schemaDepth || above.includes(schema)) return {};
  budget.nodes -= 1;
  const path = [...above, schema];
  const inner = (value: unknown) => copy(document, value, budget, path);
  return {
    ...typeOf(schema),
    ...words(schema),
    ...Object.fromEntries(
      Object.entries(plainKeywords).flatMap(([name, type]) => {
        const value = schema[name];
        if (typeof value !== type) return [];
        return [[name, type === "string" ? cleanText(value, 64) : value]];
      }),
    ),
    ...enumOf(schema),
    ...objectOf(schema, inner),
    ...(isRecord(schema["items"]) && { items: inner(schema["items"]) }),
    ...choicesOf(schema, inner),
  };
}

/** Translates `nullable` of 3.0 into a type of 3.1. */
function typeOf(schema: JsonObject): JsonObject {
  const given = Array.isArray(schema["type"]) ? (schema["type"] as unknown[]) : [schema["type"]];
  const known = given.filter((type) => types.includes(type));
  const all = schema["nullable"] === true && known.length > 0 && !known.includes("null") ? [...known, "null"] : known;
  if (all.length === 0) return {};
  return { type: all.length === 1 ? all[0] : [...new Set(all)] };
}

function words(schema: JsonObject): JsonObject {
  const description = cleanText(schema["description"] ?? schema["title"], most.text);
  return description === "" ? {} : { description };
}

function enumOf(schema: JsonObject): JsonObject {
  const given = "const" in schema ? [schema["const"]] : schema["enum"];
  if (!Array.isArray(given)) return {};
  const values = (given as unknown[]).filter((value) =>
    typeof value === "string"
      ? value.length <= most.text
      : value === null || !["object", "undefined"].includes(typeof value),
  );
  return values.length === 0 || values.length > most.enum ? {} : { enum: values };
}

function objectOf(schema: JsonObject, inner: (value: unknown) => JsonObject): JsonObject {
  const { properties, required, additionalProperties } = schema;
  if (!isRecord(properties)) return additionalProperties === false ? { additionalProperties: false } : {};
  const all = Object.entries(properties).filter(([name, value]) => !isInherited(name) && isWritable(value));
  const needed = Array.isArray(required) ? required : [];
  // The required ones first, so that a cut leaves them in.
  const kept = all
    .filter(([name]) => name.length <= 128)
    .toSorted(([a], [b]) => Number(needed.includes(b)) - Number(needed.includes(a)))
    .slice(0, most.properties);
  const names = kept.map(([name]) => name);
  const stays = needed.filter((name: unknown) => typeof name === "string" && names.includes(name));
  return {
    properties: Object.fromEntries(kept.map(([name, value]) => [name, inner(value)])),
    ...(stays.length > 0 && { required: stays }),
    ...(additionalProperties === false && kept.length === all.length && { additionalProperties: false }),
  };
}

/** A read-only property is not an argument. */
function isWritable(value: unknown): boolean {
  return !(isRecord(value) && value["readOnly"] === true);
}

function choicesOf(schema: JsonObject, inner: (value: unknown) => JsonObject): JsonObject {
  return Object.fromEntries(
    ["allOf", "anyOf", "oneOf"].flatMap((name) => {
      const list = schema[name];
      if (!Array.isArray(list) || list.length === 0 || list.length > most.choices) return [];
      return [[name, list.map(inner)]];
    }),
  );
}
