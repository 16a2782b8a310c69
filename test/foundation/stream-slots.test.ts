import { describe, expect, it } from "vitest";
import { createStreamSlots } from "../../src/foundation/stream-slots.js";
import { createManualClock } from "../../src/testing/manual-clock.js";

function page(limit: number) {
  const clock = createManualClock();
  const open = new Set<string>();
  const crowded: number[] = [];
  const slots = createStreamSlots({ clock, limit: () => limit, onCrowded: () => crowded.push(clock.now()) });
  /** A stream that is opened again as often as it makes room, until it is left. */
  function follow(name: string): () => void {
    let current = new AbortController();
    let isOver = false;
    const enter = async (): Promise<void> => {
      current = new AbortController();
      const mine = current;
      await slots.take(mine.signal, () => {
        open.delete(name);
        mine.abort();
        if (!isOver) void enter();
      });
      if (!mine.signal.aborted) open.add(name);
    };
    void enter();
    return () => {
      isOver = true;
      open.delete(name);
      current.abort();
    };
  }
  return { clock, open, slots, follow, crowded };
}

describe("the streams of a page", () => {
  it("are never more than the browser leaves room for, and each has its turn", async () => {
    const { clock, open, follow, crowded } = page(4);
    const names = Array.from({ length: 10 }, (_, n) => `${n}`);
    const leaves = names.map(follow);
    const seen = new Set<string>();
    for (let n = 0; n < 20; n += 1) {
      await clock.advanceAsync(1_000);
      expect(open.size).toBe(4);
      for (const name of open) seen.add(name);
    }
    expect([...seen].toSorted()).toEqual(names);
    expect(crowded).toHaveLength(1);
    for (const leave of leaves) leave();
    await clock.advanceAsync(0);
    expect([open.size, clock.waiting]).toEqual([0, 0]);
  });

  it("are not too many when one waits for a moment only", async () => {
    const { clock, follow, crowded } = page(4);
    const leaves = ["a", "b", "c", "d"].map(follow);
    await clock.advanceAsync(10);
    for (const name of ["e", "f", "g", "h"]) {
      leaves.push(follow(name));
      await clock.advanceAsync(100);
      leaves.shift()?.();
      await clock.advanceAsync(50);
    }
    await clock.advanceAsync(60_000);
    expect(crowded).toEqual([]);
  });

  it("are not too many for a person who walks through a list fast, beside a conversation that stays", async () => {
    const { clock, follow, crowded } = page(4);
    follow("stays");
    await clock.advanceAsync(60_000);
    for (let n = 0; n < 30; n += 1) {
      const leave = follow(`walked ${n}`);
      // A conversation that was left keeps its stream for a second.
      clock.after(1_100, leave);
      await clock.advanceAsync(150);
    }
    await clock.advanceAsync(60_000);
    expect(crowded).toEqual([]);
  });

  it("use no timer while there is room for all", async () => {
    const { clock, open, follow, crowded } = page(4);
    ["a", "b", "c", "d"].forEach(follow);
    await clock.advanceAsync(60_000);
    expect([...open]).toEqual(["a", "b", "c", "d"]);
    expect([clock.waiting, crowded.length]).toEqual([0, 0]);
  });

  it("take in who waits as soon as one is left", async () => {
    const { clock, open, follow } = page(1);
    const leave = follow("a");
    follow("b");
    await clock.advanceAsync(0);
    leave();
    await clock.advanceAsync(0);
    expect([...open]).toEqual(["b"]);
  });
});

describe("a request", () => {
  it("that is answered in time disturbs no stream", async () => {
    const { clock, open, follow, slots } = page(4);
    follow("a");
    let answer = (_value: string) => {};
    const asked = slots.ask(() => new Promise<string>((resolve) => (answer = resolve)));
    await clock.advanceAsync(1_400);
    expect(open.size).toBe(1);
    answer("here");
    expect(await asked).toBe("here");
    expect(clock.waiting).toBe(0);
  });

  it("that waits for a connection has the streams closed until it is answered, and they go on then", async () => {
    const { clock, open, follow, slots } = page(4);
    ["a", "b"].forEach(follow);
    let answer = (_value: string) => {};
    const asked = slots.ask(() => new Promise<string>((resolve) => (answer = resolve)));
    await clock.advanceAsync(1_500);
    expect(open.size).toBe(0);
    follow("c");
    await clock.advanceAsync(2_900);
    expect(open.size).toBe(0);
    answer("here");
    await asked;
    await clock.advanceAsync(0);
    expect([...open].toSorted()).toEqual(["a", "b", "c"]);
  });

  it("without an answer closes the streams once and for three seconds, not for as long as it waits", async () => {
    const { clock, open, follow, slots } = page(4);
    const leaves = ["a", "b"].map(follow);
    let answer = (_value: string) => {};
    const asked = slots.ask(() => new Promise<string>((resolve) => (answer = resolve)));
    await clock.advanceAsync(4_500);
    expect([...open].toSorted()).toEqual(["a", "b"]);
    for (let seconds = 0; seconds < 25; seconds += 1) {
      await clock.advanceAsync(1_000);
      expect(open.size).toBe(2);
    }
    answer("late");
    expect(await asked).toBe("late");
    // It releases no more than its own share: the next request closes the streams again.
    void slots.ask(() => new Promise(() => {}));
    await clock.advanceAsync(1_500);
    expect(open.size).toBe(0);
    await clock.advanceAsync(3_000);
    expect([open.size, clock.waiting]).toEqual([2, 0]);
    for (const leave of leaves) leave();
  });

  it("closes no stream over HTTP/2, and lets streams resume when it fails", async () => {
    const wide = page(64);
    wide.follow("a");
    void wide.slots.ask(() => new Promise(() => {}));
    await wide.clock.advanceAsync(60_000);
    expect(wide.open.size).toBe(1);
    const { clock, open, follow, slots } = page(4);
    follow("a");
    let fail = (_error: Error) => {};
    const asked = slots
      .ask(() => new Promise((_resolve, reject) => (fail = reject)))
      .catch((error: Error) => error.message);
    await clock.advanceAsync(2_000);
    fail(new Error("lost"));
    expect(await asked).toBe("lost");
    await clock.advanceAsync(0);
    expect(open.size).toBe(1);
  });
});
