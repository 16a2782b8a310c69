import { promptDigests } from "../../support/prompt-digests.js";

/**
 * Makes digests and random values of the platform repeatable until the returned function is called.
 *
 * @param hasStacks whether errors have stacks, which take time.
 */
export function repeatable(random: () => number, hasStacks: boolean): () => void {
  const restoreDigests = promptDigests();
  const { stackTraceLimit } = Error;
  if (!hasStacks) Error.stackTraceLimit = 0;
  const mathRandom = Math.random;
  const { error, warn } = console;
  // Each fault prints advice for developers, which would hide the report of a failing run.
  Object.assign(console, { error() {}, warn() {} });
  crypto.randomUUID = () => uuidFrom(random);
  Math.random = random;
  return () => {
    restoreDigests();
    // Restores the method of the prototype.
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
