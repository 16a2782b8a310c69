import type { Clock } from "../foundation/clock.js";

/** A clock that only a test advances. */
export interface ManualClock extends Clock {
  /** Moves time on and runs what falls due on the way, in order, each at its own time. */
  advance(ms: number): void;
  /** The same, letting promises settle before the first timer and after each. */
  advanceAsync(ms: number): Promise<void>;
  /** How many timers wait. */
  readonly waiting: number;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Options of `createManualClock`. */
export interface ManualClockOptions {
  /** Resolves once everything that is ready has run. @default after one trip through the queue of `setTimeout` */
  readonly settle?: (() => Promise<void>) | undefined;
}

/** @param start milliseconds since the Unix epoch. @default 2026-01-01T00:00:00.000Z */
export function createManualClock(
  start: number = Date.UTC(2026, 0, 1),
  { settle = afterTimeout }: ManualClockOptions = {},
): ManualClock {
  let now = start;
  let order = 0;
  const timers = new Set<Timer>();

  const takeDue = (until: number): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (timer.at > until) continue;
      if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer;
    }
    if (first) {
      timers.delete(first);
      now = Math.max(now, first.at);
    }
    return first;
  };

  return {
    now: () => now,
    after(ms, run) {
      const timer: Timer = { at: now + Math.max(0, ms), order: order++, run };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    advance(ms) {
      const until = now + ms;
      for (let due = takeDue(until); due; due = takeDue(until)) due.run();
      now = until;
    },
    async advanceAsync(ms) {
      const until = now + ms;
      await settle();
      for (let due = takeDue(until); due; due = takeDue(until)) {
        due.run();
        await settle();
      }
      now = until;
    },
    get waiting() {
      return timers.size;
    },
  };
}

/** One trip through the platform's task queue, which runs every promise that is ready. */
function afterTimeout(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
