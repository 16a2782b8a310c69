import { expect, it } from "vitest";
import { outcomeOf } from "../../src/machines/command-outcome.js";
import type { CommandRecord } from "../../src/machines/machine-record.js";

const ended = (value: object) =>
  outcomeOf(
    { name: "run", status: "done", outputBytes: 3, result: { ok: true, value } } as unknown as CommandRecord,
    "end",
  );

it.each([
  { exitCode: null, signal: "SIGTERM" },
  { exitCode: null, timedOut: true },
  { exitCode: null, cancelled: true },
])("a command that was cut off has failed, with its output: %j", (value) => {
  expect(ended(value)).toEqual({ output: { ...value, output: "end", isWhole: true }, failed: true });
});

it.each([0, 3])("a command that ended with code %i is an answer", (exitCode) => {
  expect(ended({ exitCode, signal: null })).toEqual({
    output: { exitCode, signal: null, output: "end", isWhole: true },
  });
});
