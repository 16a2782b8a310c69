import { setImmediate as nextTick } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createGroups, mostCharactersInGroup, mostInGroup } from "../../src/store/append-groups.js";

interface Item {
  readonly key: string;
  readonly size?: number;
}

/** Groups whose writes a test ends one by one. */
function groups() {
  const written: string[][] = [];
  const ends: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  const add = createGroups<Item, string>({
    keyOf: ({ key }) => key,
    sizeOf: ({ size = 1 }) => size,
    isUncertain: (error) => error === "uncertain",
    write(items) {
      written.push(items.map(({ key }) => key));
      return new Promise((resolve, reject) => {
        ends.push({ resolve: () => resolve(items.map(({ key }) => `${key} done`)), reject });
      });
    },
  });
  /** Ends the write under way. */
  const end = async (error?: unknown) => {
    const write = ends.shift()!;
    if (error === undefined) write.resolve();
    else write.reject(error);
    await nextTick();
  };
  return { add, written, end };
}

describe("createGroups", () => {
  it("writes the calls of one tick together, and those made meanwhile as the next group", async () => {
    const { add, written, end } = groups();
    const first = [add({ key: "a" }), add({ key: "b" })];
    await nextTick();
    const second = ["c", "d"].map((key) => add({ key }));
    await nextTick();
    expect(written).toEqual([["a", "b"]]);
    await end();
    expect(await Promise.all(first)).toEqual(["a done", "b done"]);
    expect(written).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
    await end();
    expect(await Promise.all(second)).toEqual(["c done", "d done"]);
    const third = add({ key: "e" });
    await nextTick();
    await end();
    expect(await third).toBe("e done");
  });

  it("keeps calls with one key in their order, one a group", async () => {
    const { add, written, end } = groups();
    const calls = ["a", "a", "b", "a"].map((key) => add({ key }));
    await nextTick();
    for (let n = 0; n < 3; n += 1) await end();
    expect(written).toEqual([["a", "b"], ["a"], ["a"]]);
    await Promise.all(calls);
  });

  it("bounds a group by its calls and its characters, and writes a larger call alone", async () => {
    const { add, written, end } = groups();
    const many = Array.from({ length: mostInGroup + 1 }, (_, n) => add({ key: `${n}` }));
    await nextTick();
    await end();
    await end();
    await Promise.all(many);
    expect(written.map(({ length }) => length)).toEqual([mostInGroup, 1]);
    const half = mostCharactersInGroup / 2;
    const large = [half, half, 1, half * 3].map((size, n) => add({ key: `large ${n}`, size }));
    await nextTick();
    for (let n = 0; n < 3; n += 1) await end();
    await Promise.all(large);
    expect(written.slice(2)).toEqual([["large 0", "large 1"], ["large 2"], ["large 3"]]);
  });

  it("repeats a rejected group call by call, so that only the call at fault fails", async () => {
    const { add, written, end } = groups();
    const calls = ["a", "b"].map((key) => add({ key }));
    const outcome = Promise.allSettled(calls);
    await nextTick();
    await end("fault");
    await end("fault of a");
    await end();
    expect(await outcome).toEqual([
      { status: "rejected", reason: "fault of a" },
      { status: "fulfilled", value: "b done" },
    ]);
    expect(written).toEqual([["a", "b"], ["a"], ["b"]]);
  });

  it("repeats nothing where the outcome is unknown, and writes the next group", async () => {
    const { add, written, end } = groups();
    const outcome = Promise.allSettled(["a", "b"].map((key) => add({ key })));
    await nextTick();
    const next = add({ key: "c" });
    await end("uncertain");
    expect((await outcome).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await end();
    expect(await next).toBe("c done");
    expect(written).toEqual([["a", "b"], ["c"]]);
  });
});
