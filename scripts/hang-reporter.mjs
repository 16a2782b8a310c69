/** A reporter for Vitest that names a test which runs for long, while it still runs: one that hangs is seen before its timeout. */

/** How long a test runs before it is named (ms). */
export const longMs = 30_000;

export default class HangReporter {
  #pending = new Map();
  #after;
  #tell;

  /** @param after sets a timer and returns how to clear it */
  constructor({ after = timer, tell = console.error } = {}) {
    this.#after = after;
    this.#tell = tell;
  }

  onTestCaseReady({ id, fullName, module }) {
    const tell = () => this.#tell(`Still running after ${longMs / 1000} s: ${module.relativeModuleId} > ${fullName}`);
    this.#pending.set(id, this.#after(longMs, tell));
  }

  onTestCaseResult({ id }) {
    this.#pending.get(id)?.();
    this.#pending.delete(id);
  }
}

function timer(ms, run) {
  const handle = setTimeout(() => run(), ms);
  handle.unref();
  return () => clearTimeout(handle);
}
