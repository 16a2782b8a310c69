import { expect, it } from "vitest";
import HangReporter, { longMs } from "../../scripts/hang-reporter.mjs";
import { createManualClock } from "../../src/testing/manual-clock.js";

it("names a test that still runs after 30 seconds, and no test that has ended", () => {
  const clock = createManualClock();
  const told: string[] = [];
  const reporter = new HangReporter({ after: (ms, run) => clock.after(ms, run), tell: (text) => told.push(text) });
  const module = { relativeModuleId: "test/a.test.ts" };
  reporter.onTestCaseReady({ id: "1", fullName: "a > ends", module });
  reporter.onTestCaseReady({ id: "2", fullName: "a > hangs", module });
  reporter.onTestCaseResult({ id: "1" });
  clock.advance(longMs - 1);
  expect(told).toEqual([]);
  clock.advance(1);
  expect(told).toEqual(["Still running after 30 s: test/a.test.ts > a > hangs"]);
});
