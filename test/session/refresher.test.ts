import { expect, it } from "vitest";
import { createRefresher } from "../../src/session/refresher.js";

/** A refresher whose every read waits for the test to end it. */
function start() {
  const reads: { readonly give: (value: number) => void; readonly fail: (error: Error) => void }[] = [];
  const applied: number[] = [];
  const errors: string[] = [];
  const end = new AbortController();
  const refresh = createRefresher<number>({
    read: () => new Promise((give, fail) => void reads.push({ give, fail })),
    apply: (value) => applied.push(value),
    onError: ({ message }) => errors.push(message),
    signal: end.signal,
  });
  return { reads, applied, errors, end, refresh };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

it("reads data once more that became stale during a read", async () => {
  const { reads, applied, refresh } = start();
  for (let count = 0; count < 3; count += 1) refresh();
  expect(reads).toHaveLength(1);
  reads[0]?.give(1);
  await settle();
  expect([reads.length, applied]).toEqual([2, [1]]);
  reads[1]?.give(2);
  await settle();
  expect([reads.length, applied]).toEqual([2, [1, 2]]);
});

it("reads data that became stale during a failed read", async () => {
  const { reads, applied, errors, refresh } = start();
  refresh();
  refresh();
  reads[0]?.fail(new Error("lost"));
  await settle();
  expect([reads.length, errors]).toEqual([2, ["lost"]]);
  reads[1]?.give(2);
  await settle();
  expect([reads.length, applied]).toEqual([2, [2]]);
});

it("is silent after the end", async () => {
  const { reads, applied, errors, end, refresh } = start();
  refresh();
  refresh();
  end.abort();
  reads[0]?.fail(new Error("aborted"));
  await settle();
  expect([reads.length, applied, errors]).toEqual([1, [], []]);
});
