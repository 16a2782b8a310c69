import type { Clock } from "../../src/foundation/clock.js";

/** A clock whose waits between tries are over at once; watchdogs and time limits keep their time, so they never fire. */
export const hurriedClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    if (ms === 15_000 || ms >= 30_000) return () => {};
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  },
};
