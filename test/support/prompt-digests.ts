/**
 * Digests without other threads. WebCrypto computes digests on other threads, outside the promise queue, in any order, so
 * that no number of turns of the event loop is known to end them. With these, all that is ready has run after one turn.
 */
import { createHash } from "node:crypto";

const names: Readonly<Record<string, string>> = { "SHA-1": "sha1", "SHA-256": "sha256" };

/** Digests of keys, which each request needs. */
const digests = new Map<string, string>();

export function sha256(text: string): string {
  const known = digests.get(text);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(text).digest("hex");
  if (digests.size < 100) digests.set(text, digest);
  return digest;
}

/** Computes the platform's digests on the calling thread until the returned function is called. */
export function promptDigests(): () => void {
  const { subtle } = crypto;
  subtle.digest = async (algorithm, data) => {
    const name = names[typeof algorithm === "string" ? algorithm : algorithm.name];
    if (name === undefined) throw new TypeError(`These tests compute no ${JSON.stringify(algorithm)}.`);
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    return Uint8Array.from(createHash(name).update(bytes).digest()).buffer;
  };
  // Restores the method of the prototype.
  return () => void Reflect.deleteProperty(subtle, "digest");
}

/** Waits until nothing more happens without the clock: the event loop continues when no promise is ready any more. */
export function settle(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
