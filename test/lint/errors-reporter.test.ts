import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import ErrorsReporter from "../../scripts/errors-reporter.mjs";

it("keeps the errors outside of all tests, and writes no file where there are none", () => {
  const folder = mkdtempSync(join(tmpdir(), "errors-reporter-"));
  try {
    const file = join(folder, "node.errors");
    const reporter = new ErrorsReporter({ file });
    reporter.onTestRunEnd([], []);
    expect(existsSync(file)).toBe(false);
    reporter.onTestRunEnd([], [{ name: "TypeError", message: "no such file" }]);
    expect(readFileSync(file, "utf8")).toBe("outside of all tests\nTypeError: no such file");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
