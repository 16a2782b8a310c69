/** The most levels of lists and objects that a body may nest; deeper JSON exhausts the stack when it is written again. */
export const deepestBody = 256;

/** The parsed JSON of a body, or why it is refused. Never throws. */
export type ParsedJson = { readonly value: unknown } | { readonly fault: "not-json" | "too-deep" };

/** Parses JSON of at most `deepestBody` levels; the body's own object is the first. */
export function parseJson(text: string): ParsedJson {
  if (isTooDeep(text)) return { fault: "too-deep" };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: "not-json" };
  }
}

/** Counts brackets outside of strings, so that deep JSON is rejected before it is parsed. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isString) {
      if (char === "\\") at += 1;
      else if (char === '"') isString = false;
    } else if (char === '"') isString = true;
    else if (char === "[" || char === "{") {
      depth += 1;
      if (depth > deepestBody) return true;
    } else if (char === "]" || char === "}") depth -= 1;
  }
  return false;
}
