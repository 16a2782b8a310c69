/**
 * The most levels of lists and objects in a body and in an event's payload. Deeper JSON exhausts the stack of a
 * serializer, and about 2,000 levels stop the database of a data folder.
 */
export const deepestJson = 256;

/** Whether the text nests deeper. Counts brackets outside of strings, so it can run before a text is parsed. */
export function isTooDeep(text: string): boolean {
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
      if (depth > deepestJson) return true;
    } else if (char === "]" || char === "}") depth -= 1;
  }
  return false;
}
