import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { TestSpecification, Vitest } from "vitest/node";
import { longFiles, ProjectSequencer } from "../support/project-sequencer.js";

const root = join(import.meta.dirname, "../..");
const sizes: Readonly<Record<string, number>> = { "a/large.test.ts": 900, "a/small.test.ts": 100 };

/** A run in a fresh clone: nothing is recorded but the sizes of files. */
function orderOf(files: readonly (readonly [project: string, path: string])[]): Promise<TestSpecification[]> {
  const projects = ["first", "second"].map((name) => ({
    name,
    config: { isolate: true, sequence: { groupOrder: 0 } },
  }));
  const cache = {
    getFileTestResults: () => undefined,
    getFileStats: (key: string) => ({ size: sizes[key.slice(key.indexOf(":") + 1)] ?? 1 }),
  };
  const run = { config: { root: "/", sequence: { seed: 1 } }, projects, cache } as unknown as Vitest;
  const specifications = files.map(([name, moduleId]) => ({
    project: projects.find((project) => project.name === name),
    moduleId,
  }));
  // oxlint-disable-next-line unicorn/no-array-sort -- a method of Vitest's, not of an array
  return new ProjectSequencer(run).sort(specifications as unknown as TestSpecification[]);
}

it("a run begins with the files that take long for their size, and keeps the order of the projects", async () => {
  const long = `/a/${longFiles[0]}`;
  const order = await orderOf([
    ["second", long],
    ["first", "/a/small.test.ts"],
    ["first", "/a/large.test.ts"],
    ["first", long],
  ]);
  expect(order.map(({ project, moduleId }) => [project.name, moduleId])).toEqual([
    ["first", long],
    ["first", "/a/large.test.ts"],
    ["first", "/a/small.test.ts"],
    ["second", long],
  ]);
});

it("the files that run first are there", () => {
  expect(longFiles.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
