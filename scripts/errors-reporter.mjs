/** A reporter for Vitest that keeps errors outside of all tests, which its JSON report omits, in the file TEST_ERRORS_FILE. */
import { writeFileSync } from "node:fs";

export default class ErrorsReporter {
  #file;

  constructor({ file = process.env.TEST_ERRORS_FILE } = {}) {
    this.#file = file;
  }

  onTestRunEnd(_modules, errors) {
    if (this.#file === undefined || errors.length === 0) return;
    const texts = errors.map(({ name, message, stack }) => `outside of all tests\n${stack ?? `${name}: ${message}`}`);
    writeFileSync(this.#file, texts.join("\n\n"));
  }
}
