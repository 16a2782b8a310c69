/**
 * Parses a document, given as text or object, so that its internal references can be followed.
 *
 * References are followed on demand, one step at a time, so neither a cycle nor a document that unfolds to more than
 * its size costs more than the walk that needs it. A reference to a file or to another address is never followed.
 */
import { $RefParser } from "@apidevtools/json-schema-ref-parser";
import { JSON_SCHEMA, load } from "js-yaml";
import { isRecord } from "../sessions/is-record.js";
import { cleanText } from "./clean-text.js";
import { limits } from "./surface.js";
import { unfitSource } from "./unfit.js";

export type JsonObject = Readonly<Record<string, unknown>>;

export interface OpenDocument {
  readonly root: JsonObject;
  /** Resolves a node: itself, or the object that its `$ref` points to. Null for anything else. */
  follow(node: unknown): JsonObject | null;
  /** The references that were not followed: external, missing, or leading to themselves. */
  readonly unresolved: ReadonlySet<string>;
}

/** JSON or YAML as an object. @throws {ServiceApiError} 422 for anything else. */
export function parseDocument(text: string): JsonObject {
  if (text.length > limits.documentBytes) throw tooLarge();
  let value: unknown;
  try {
    // JSON is YAML, but its own parser is faster and strict.
    value = /^\s*[{[]/.test(text) ? JSON.parse(text) : load(text, { schema: JSON_SCHEMA });
  } catch {
    throw unfitSource("The document is neither JSON nor YAML.");
  }
  if (isRecord(value)) return value;
  throw unfitSource("The document is no object.");
}

export async function openDocument(root: JsonObject): Promise<OpenDocument> {
  assertShallow(root);
  // The parser takes a document for its own and may change it.
  const parser = new $RefParser();
  const refs = await parser.resolve(root as never, { resolve: { external: false } }).catch(() => {
    throw unfitSource("The document's references cannot be read.");
  });
  const unresolved = new Set<string>();

  function target(ref: string): unknown {
    // Names that every object inherits lead out of the document.
    if (!ref.startsWith("#/") || /\/(?:__proto__|constructor|prototype)(?:\/|$)/.test(ref)) return undefined;
    try {
      return refs.get(ref);
    } catch {
      return undefined;
    }
  }

  function follow(node: unknown): JsonObject | null {
    let at = node;
    for (let hop = 0; hop < mostHops; hop += 1) {
      if (!isRecord(at)) return null;
      const ref = at["$ref"];
      if (typeof ref !== "string") return at;
      const next = target(ref);
      if (next === undefined || next === at) {
        unresolved.add(cleanText(ref, 200));
        return null;
      }
      at = next;
    }
    return null;
  }

  return { root, follow, unresolved };
}

/** References from one to the next, without anything between them. */
const mostHops = 16;

/** Walks level by level and visits a shared object once, so that no shape of a document exhausts the stack or the time. */
function assertShallow(root: JsonObject): void {
  const seen = new Set<object>();
  let level: object[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.depth) throw unfitSource(`The document nests more than ${limits.depth} levels.`);
    const next: object[] = [];
    for (const node of level) {
      for (const value of Object.values(node)) {
        if (typeof value !== "object" || value === null || seen.has(value as object)) continue;
        seen.add(value as object);
        next.push(value as object);
      }
    }
    if (seen.size > mostNodes) throw tooLarge();
    level = next;
  }
}

const mostNodes = 400_000;

function tooLarge() {
  return unfitSource(`The document is larger than ${limits.documentBytes} bytes.`, "integration_source_too_large");
}
