import { beforeEach, expect, it } from "vitest";
import { createElsewhere, othersFirstMs, spreadMs, type Elsewhere } from "../../src/engine/elsewhere.js";
import type { WorkNews } from "../../src/store/watch.js";
import { manualClock, type ManualClock } from "../manual-clock.js";

const leaseMs = 30_000;
let clock: ManualClock;
let looks: number;
let laterLooks: number;
let elsewhere: Elsewhere;
beforeEach(() => {
  clock = manualClock();
  [looks, laterLooks] = [0, 0];
  elsewhere = made("one");
});

function made(owner: string, look = (): void => void (looks += 1)): Elsewhere {
  return createElsewhere({ clock, owner, leaseMs, look, lookLater: () => void (laterLooks += 1) });
}

const leased = (ms: number) => ({ lease: { sessionId: "s", at: clock.now() + ms }, isLimitReached: false });
const hear = (work: WorkNews, sessionId = "s") => elsewhere.hear({ sessionId, work });

it("never looks for a session that its writer claims and ends, and leaves no timer", async () => {
  for (const work of ["free", "held", "held", "rest"] as const) hear(work);
  expect(clock.pending).toBe(0);
  await clock.advance(2 * leaseMs);
  expect([looks, laterLooks]).toEqual([0, 0]);
});

it("looks once for a free session that no worker claims", async () => {
  hear("free");
  await clock.advance(othersFirstMs - 1);
  hear("free");
  expect(looks).toBe(0);
  await clock.advance(spreadMs + 1);
  expect(looks).toBe(1);
  expect(clock.pending).toBe(0);
});

it("looks at different times in different processes", async () => {
  const times = new Set<number>();
  for (let n = 0; n < 5; n += 1) {
    const each = made(`process ${n}`, () => void times.add(clock.now()));
    each.hear({ sessionId: "s", work: "free" });
  }
  for (let n = 0; n < othersFirstMs + spreadMs; n += 1) await clock.advance(1);
  expect(times.size).toBeGreaterThan(1);
});

it("looks when a worker has been silent for the time of a lease", async () => {
  hear("held");
  await clock.advance(leaseMs - 1);
  hear("held");
  await clock.advance(leaseMs - 1);
  expect(looks).toBe(0);
  await clock.advance(1);
  expect(looks).toBe(1);
});

it("waits for the last of several sessions", async () => {
  hear("held", "a");
  await clock.advance(1_000);
  hear("held", "b");
  hear("rest", "a");
  await clock.advance(leaseMs - 1);
  expect(looks).toBe(0);
  await clock.advance(1);
  expect([looks, clock.pending]).toEqual([1, 0]);
});

it("looks later when a time to look has changed, and when anything may have changed", () => {
  hear("due");
  elsewhere.hear(null);
  expect([looks, laterLooks, clock.pending]).toEqual([0, 2, 0]);
});

it("looks when the lease that a read found ends, and again after its session rests", async () => {
  elsewhere.found(leased(500));
  hear("rest", "another");
  expect(laterLooks).toBe(0);
  hear("rest");
  // Another lease may be the next to end.
  expect([laterLooks, clock.pending]).toEqual([1, 0]);
  elsewhere.found(leased(500));
  await clock.advance(500);
  expect([looks, clock.pending]).toEqual([1, 0]);
  elsewhere.found(leased(500));
  elsewhere.found({ lease: null, isLimitReached: false });
  expect(clock.pending).toBe(0);
});

it("looks later when any turn has ended while a limit of running turns is reached", () => {
  elsewhere.found({ lease: null, isLimitReached: true });
  hear("rest", "another");
  elsewhere.found({ lease: null, isLimitReached: false });
  hear("rest", "another");
  expect([looks, laterLooks, clock.pending]).toEqual([0, 1, 0]);
});

it("has no timer once it is stopped", () => {
  hear("held");
  elsewhere.stop();
  hear("free", "another");
  elsewhere.found(leased(1));
  expect(clock.pending).toBe(0);
});
