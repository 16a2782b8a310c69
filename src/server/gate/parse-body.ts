/** Reads the JSON of a body that a browser sent. */
import { DoorRefusal } from "./refusal.js";

/** No message of any format nests deeper; far deeper ones exhaust the stack of a serialiser. */
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

/**
 * @throws {DoorRefusal} (415) `unsupported_media_type`, also for several types, for types that end in `+json` and for a
 *   compressed body.
 */
export function assertJsonType(request: Request): void {
  const type = request.headers.get("content-type");
  // A quoted parameter may contain a comma; outside of one, a comma begins a second type.
  if (type !== null && /^application\/json\s*(?:;(?:[^",]|"[^"]*")*)?$/i.test(type)) return assertNotEncoded(request);
  throw new DoorRefusal(415, "The body's type is not JSON. Send it with `content-type: application/json`.", {
    code: "unsupported_media_type",
  });
}

function assertNotEncoded({ headers }: Request): void {
  const encoding = headers.get("content-encoding")?.trim() ?? "";
  if (encoding === "" || encoding.toLowerCase() === "identity") return;
  const message = `The body has the Content-Encoding "${encoding.slice(0, 40)}"; encoded bodies are not read. Send it without.`;
  throw new DoorRefusal(415, message, { code: "unsupported_media_type" });
}
