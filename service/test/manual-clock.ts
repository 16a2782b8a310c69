import type { Clock } from "../src/clock.js";

export interface ManualClock extends Clock {
  /** Moves time on, running what falls due in order, and lets everything that follows from it happen. */
  advance(ms: number): Promise<void>;
  /** How many timers wait. */
  readonly pending: number;
}

/** A clock that only a test advances. */
export function manualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start;
  const timers = new Map<() => void, number>();
  const clock: ManualClock = {
    now: () => now,
    after(ms, run) {
      const entry = () => run();
      timers.set(entry, now + ms);
      return () => void timers.delete(entry);
    },
    get pending() {
      return timers.size;
    },
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const [next] = [...timers].filter(([, at]) => at <= end).toSorted((a, b) => a[1] - b[1]);
        if (next === undefined) break;
        timers.delete(next[0]);
        now = Math.max(now, next[1]);
        next[0]();
        await settle();
      }
      now = end;
      await settle();
    },
  };
  return clock;
}

/** Lets everything happen that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  for (let n = 0; n < 8; n += 1) await new Promise((resolve) => setImmediate(resolve));
}
