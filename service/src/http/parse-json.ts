import { isTooDeep } from "../sessions/json-depth.js";

/** The parsed JSON of a body, or why it is refused. Never throws. */
export type ParsedJson = { readonly value: unknown } | { readonly fault: "not-json" | "too-deep" };

/** Parses JSON of at most `deepestJson` levels; the body's own object is the first. */
export function parseJson(text: string): ParsedJson {
  if (isTooDeep(text)) return { fault: "too-deep" };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: "not-json" };
  }
}
