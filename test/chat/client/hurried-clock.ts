import type { Clock } from "../../../src/foundation/clock.js";

/** A clock whose waits between tries are over at once; the watchdogs of a stream keep their time, so they never fire. */
export const hurriedClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    if (ms === 15_000 || ms > 40_000) return () => {};
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  },
};
