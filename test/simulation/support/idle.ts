/**
 * Waits until nothing more happens without the clock: every ready promise has run, and no digest is pending.
 *
 * WebCrypto computes digests on other threads, outside the promise queue, in any order. So a run computes the same
 * digests synchronously, on its own thread.
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

/**
 * Makes digests and random values of the platform repeatable until the returned function is called.
 *
 * @param hasStacks whether errors have stacks, which take time.
 */
export function repeatable(random: () => number, hasStacks: boolean): () => void {
  const { subtle } = crypto;
  const { stackTraceLimit } = Error;
  if (!hasStacks) Error.stackTraceLimit = 0;
  const mathRandom = Math.random;
  const { error, warn } = console;
  // Each fault prints advice for developers, which would hide the report of a failing run.
  Object.assign(console, { error() {}, warn() {} });
  subtle.digest = async (algorithm, data) => {
    const name = names[typeof algorithm === "string" ? algorithm : algorithm.name];
    if (name === undefined) throw new TypeError(`The simulation computes no ${JSON.stringify(algorithm)}.`);
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    return Uint8Array.from(createHash(name).update(bytes).digest()).buffer;
  };
  crypto.randomUUID = () => uuidFrom(random);
  Math.random = random;
  return () => {
    // Restores the methods of the prototypes.
    Reflect.deleteProperty(subtle, "digest");
    Reflect.deleteProperty(crypto, "randomUUID");
    Math.random = mathRandom;
    Error.stackTraceLimit = stackTraceLimit;
    Object.assign(console, { error, warn });
  };
}

export function uuidFrom(random: () => number): ReturnType<typeof crypto.randomUUID> {
  /** Draws so many hexadecimal digits, at most four. */
  const hex = (digits: number) => (65_536 + Math.floor(random() * 65_536)).toString(16).slice(-digits);
  return `${hex(4)}${hex(4)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(4)}${hex(4)}${hex(4)}`;
}

/** The event loop continues only when no promise is ready any more. */
export function settle(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
