/** Reads the JSON of a body that a browser sent. */

/** No message of any format nests like that; far deeper ones exhaust the stack of whoever writes them out again. */
export const deepestBody = 256;

/** @throws {Error} for bytes that are no UTF-8, no JSON, or JSON that nests more than 256 levels deep. */
export function parseBody(bytes: Uint8Array | undefined): unknown {
  if (bytes && isTooDeep(bytes)) throw new RangeError(`JSON of more than ${deepestBody} levels.`);
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

/** Counts brackets outside of strings, before anything recurses into them. UTF-8 has these bytes for themselves alone. */
function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === backslash) at += 1;
    else if (byte === quote) inString = !inString;
    else if (inString) continue;
    else if (byte === openList || byte === openObject) depth += 1;
    else if (byte === closeList || byte === closeObject) depth -= 1;
    if (depth > deepestBody) return true;
  }
  return false;
}

const [quote, backslash, openList, closeList, openObject, closeObject] = new TextEncoder().encode('"\\[]{}');
