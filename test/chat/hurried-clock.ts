import type { Clock } from "../../src/foundation/clock.js";

/** A clock whose waits between attempts end at once. Watchdogs and time limits (15 s, 30 s and more) never start. */
export const hurriedClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    if (ms === 15_000 || ms >= 30_000) return () => {};
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  },
};
