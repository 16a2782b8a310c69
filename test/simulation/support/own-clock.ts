import type { Clock } from "../../../src/foundation/clock.js";

/** The clock of one process or page: its timers end with it, stop while it is frozen, and can be counted. */
export interface OwnClock extends Clock {
  readonly waiting: () => number;
  readonly freeze: () => void;
  /** Runs the timers that became due meanwhile. */
  readonly thaw: () => void;
  /** Resolves at once, or when it is thawed. */
  readonly thawed: () => Promise<void>;
  /** Moves its time by `ms`, which may be negative; timers keep their own. */
  readonly jump: (ms: number) => void;
  readonly end: () => void;
}

/** @param ahead how far (ms) this clock is ahead of the others at first. */
export function ownClock(clock: Clock, ahead = 0): OwnClock {
  const cancels = new Set<() => void>();
  let late: (() => void)[] | null = null;
  let isOver = false;
  let offset = ahead;
  return {
    now: () => clock.now() + offset,
    after(ms, run) {
      if (isOver) return () => {};
      let isCancelled = false;
      const cancel = () => {
        isCancelled = true;
        cancelTimer();
        cancels.delete(cancel);
      };
      const fire = () => {
        if (isCancelled || isOver) return;
        if (late) return void late.push(fire);
        cancels.delete(cancel);
        run();
      };
      const cancelTimer = clock.after(ms, fire);
      cancels.add(cancel);
      return cancel;
    },
    waiting: () => cancels.size,
    freeze: () => void (late ??= []),
    thaw() {
      const due = late ?? [];
      late = null;
      for (const fire of due) fire();
    },
    thawed: () =>
      late === null
        ? Promise.resolve()
        : new Promise((resolve) => {
            late?.push(resolve);
          }),
    jump: (ms) => void (offset += ms),
    end() {
      isOver = true;
      for (const cancel of cancels) cancel();
    },
  };
}
