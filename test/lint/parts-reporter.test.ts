import { expect, it } from "vitest";
import { summarize } from "../../scripts/parts-reporter.mjs";

const durations = { collectDuration: 100, setupDuration: 200, environmentSetupDuration: 300, prepareDuration: 400 };

const moduleOf = (project: string, file: string, states: readonly string[], faults: readonly string[] = []) => ({
  project: { name: project, config: { isolate: !project.endsWith("-shared") } },
  relativeModuleId: file,
  diagnostic: () => ({ ...durations, duration: 1_000 }),
  errors: () => faults.map((message) => ({ message })),
  children: {
    allTests: () =>
      states.map((state, index) => ({
        fullName: `test ${index}`,
        result: () => ({ state, ...(state === "failed" && { errors: [{ message: "expected 1" }] }) }),
      })),
  },
});

it("counts the tests of each project, whose files may have one name", () => {
  const parts = summarize([
    moduleOf("dom", "test/a.test.ts", ["passed", "failed", "skipped"]),
    moduleOf("dom-react-18", "test/a.test.ts", ["passed"]),
  ]);
  expect(parts).toEqual({
    dom: {
      passed: 1,
      failed: 1,
      skipped: 1,
      failures: ["test/a.test.ts > test 1\nexpected 1"],
      files: [{ file: "test/a.test.ts", part: "dom", seconds: 2 }],
    },
    "dom-react-18": {
      passed: 1,
      failed: 0,
      skipped: 0,
      failures: [],
      files: [{ file: "test/a.test.ts", part: "dom-react-18", seconds: 2 }],
    },
  });
});

it("counts a file that breaks outside its tests as failed, and a test that never ran as skipped", () => {
  const { stories } = summarize([moduleOf("stories (chromium)", "a.stories.tsx", ["pending"], ["no such module"])]);
  expect(stories).toMatchObject({ failed: 1, skipped: 1, failures: ["a.stories.tsx\nno such module"] });
});

it("leaves out the start of a page that files share, which each of them reports as its own", () => {
  const parts = summarize([moduleOf("dom-shared", "test/a.test.ts", ["passed"])]);
  expect(parts["dom-shared"]?.files).toEqual([{ file: "test/a.test.ts", part: "dom-shared", seconds: 1.7 }]);
});
