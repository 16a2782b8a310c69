import { toHex } from "../../foundation/hex.js";

/** More than this is not read whole for its digest; the size is checked all the same (bytes). */
const largestHashed = 33_554_432;

/** SHA-256 in lower-case hex; undefined on plain http, which has no digest, and for content too large for memory. */
export async function sha256Of(content: Blob): Promise<string | undefined> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  if (!subtle || content.size > largestHashed) return undefined;
  const digest = new Uint8Array(await subtle.digest("SHA-256", await content.arrayBuffer()));
  return toHex(digest);
}
