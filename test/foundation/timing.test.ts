import { getEventListeners } from "node:events";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBackOff } from "../../src/foundation/back-off.js";
import { delay } from "../../src/foundation/delay.js";
import { createFrameScheduler } from "../../src/foundation/frame-scheduler.js";
import { createManualClock } from "../../src/testing/manual-clock.js";

describe("a back-off", () => {
  it("doubles up to its maximum, and restarts after progress", () => {
    const backOff = createBackOff({ random: () => 0.5 });
    expect(Array.from({ length: 7 }, () => backOff.next())).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(backOff.tries).toBe(7);
    backOff.progress();
    expect([backOff.tries, backOff.next()]).toEqual([0, 500]);
  });

  it("stays within its jitter, for any number of tries", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.integer({ min: 1, max: 2000 }),
        (random, tries) => {
          const backOff = createBackOff({ first: 100, most: 1000, jitter: 0.1, random: () => random });
          for (let left = tries; left > 1; left -= 1) backOff.next();
          const base = Math.min(1000, 100 * 2 ** (tries - 1));
          const wait = backOff.next();
          expect(wait).toBeGreaterThanOrEqual(Math.floor(base * 0.9));
          expect(wait).toBeLessThanOrEqual(Math.ceil(base * 1.1));
        },
      ),
    );
  });
});

describe("a delay", () => {
  it("ends at its time and not before", async () => {
    const clock = createManualClock();
    const { signal } = new AbortController();
    let over = false;
    const waiting = delay(100, clock, signal).then(() => (over = true));
    await clock.advanceAsync(99);
    expect(over).toBe(false);
    await clock.advanceAsync(1);
    await waiting;
    expect(over).toBe(true);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("ends early without an error when it is aborted, and leaves no timer and no listener", async () => {
    const clock = createManualClock();
    const abort = new AbortController();
    const waiting = delay(100, clock, abort.signal);
    abort.abort();
    await waiting;
    expect(clock.waiting).toBe(0);
    await delay(100, clock, abort.signal);
    expect(clock.waiting).toBe(0);
  });
});

describe("a frame scheduler", () => {
  function byHand() {
    const frames: (() => void)[] = [];
    let runs = 0;
    const scheduler = createFrameScheduler(
      () => {
        runs += 1;
      },
      (run) => {
        frames.push(run);
        return () => frames.splice(frames.indexOf(run), 1);
      },
    );
    return { scheduler, frames, runs: () => runs, frame: () => frames.shift()?.() };
  }

  it("runs once a frame, however often it is asked", () => {
    const s = byHand();
    for (let left = 5; left > 0; left -= 1) s.scheduler.request();
    expect([s.frames.length, s.runs()]).toEqual([1, 0]);
    s.frame();
    expect([s.frames.length, s.runs()]).toEqual([0, 1]);
    s.scheduler.request();
    s.frame();
    expect(s.runs()).toBe(2);
  });

  it("runs at once when it is flushed, and then not in the frame", () => {
    const s = byHand();
    s.scheduler.flush();
    expect(s.runs()).toBe(0);
    s.scheduler.request();
    s.scheduler.flush();
    expect([s.frames.length, s.runs()]).toEqual([0, 1]);
  });

  it("runs a request of a reader in the frame in which it reads, once a frame", async () => {
    const s = byHand();
    const readings = [s.scheduler.next(), s.scheduler.next()];
    for (const reading of readings) void reading.then(() => s.scheduler.request());
    s.scheduler.request();
    const inOneFrame = s.frames.splice(0);
    for (const callback of inOneFrame) {
      callback();
      await Promise.resolve();
    }
    expect([s.runs(), s.frames.length]).toEqual([1, 0]);
    s.scheduler.request();
    expect(s.frames).toHaveLength(1);
  });

  it("runs once in a frame that a reader waits for after a request, and after the reader", async () => {
    const s = byHand();
    s.scheduler.request();
    let runsBefore = -1;
    void s.scheduler.next().then(() => {
      runsBefore = s.runs();
      s.scheduler.request();
    });
    for (const callback of s.frames.splice(0)) {
      callback();
      await Promise.resolve();
    }
    expect([runsBefore, s.runs(), s.frames.length]).toEqual([0, 1, 0]);
  });

  it("lets readers go on when it is cancelled, and leaves no callback", async () => {
    const s = byHand();
    const reading = s.scheduler.next();
    s.scheduler.request();
    s.scheduler.cancel();
    await reading;
    expect([s.frames.length, s.runs()]).toEqual([0, 0]);
  });

  it("forgets what it was asked when it is cancelled", () => {
    const s = byHand();
    s.scheduler.request();
    s.scheduler.cancel();
    s.scheduler.flush();
    expect([s.frames.length, s.runs()]).toEqual([0, 0]);
    s.scheduler.request();
    expect(s.frames.length).toBe(1);
  });
});

describe("the hand-cranked clock", () => {
  it("runs timers in the order of their times, each at its own time", () => {
    const clock = createManualClock(1000);
    const seen: string[] = [];
    const note = (name: string) => () => seen.push(`${name} ${clock.now()}`);
    clock.after(20, note("b"));
    clock.after(10, () => {
      note("a")();
      clock.after(5, note("inner"));
    });
    clock.after(20, note("c"));
    const takeBack = clock.after(15, note("gone"));
    takeBack();
    clock.advance(30);
    expect(seen).toEqual(["a 1010", "inner 1015", "b 1020", "c 1020"]);
    expect([clock.now(), clock.waiting]).toEqual([1030, 0]);
  });
});
