/**
 * Whether the server is reachable: unreachable once every request has failed for three seconds, until one succeeds.
 * The caller reports the requests and decides which failures count. Keeps at most one timer, and none while all is
 * well.
 */
import type { Clock } from "./clock.js";

/** One request under way. Each end counts once. */
export interface Attempt {
  readonly answered: () => void;
  readonly failed: () => void;
}

export interface Reach {
  readonly isLost: () => boolean;
  /** A request starts. One that is cancelled counts neither as a success nor as a failure. */
  readonly begin: () => Attempt;
  /** Clears the failures and the timer. */
  readonly forget: () => void;
}

/** How long (ms) failures last before they are more than a moment's. */
const lostAfter = 3_000;

export function createReach({
  clock,
  onChange,
}: {
  readonly clock: Clock;
  readonly onChange: (isLost: boolean) => void;
}): Reach {
  /** When the first request of those that failed in a row was made. */
  let failingSince: number | null = null;
  let isLost = false;
  let takeBack: (() => void) | undefined;

  function lose(): void {
    isLost = true;
    takeBack = undefined;
    onChange(true);
  }

  function forget(): void {
    takeBack?.();
    takeBack = undefined;
    failingSince = null;
    if (!isLost) return;
    isLost = false;
    onChange(false);
  }

  return {
    isLost: () => isLost,
    forget,
    begin() {
      const began = clock.now();
      let isOver = false;
      return {
        answered() {
          if (isOver) return;
          isOver = true;
          forget();
        },
        failed() {
          if (isOver) return;
          isOver = true;
          failingSince ??= began;
          if (!isLost) takeBack ??= clock.after(Math.max(0, failingSince + lostAfter - clock.now()), lose);
        },
      };
    },
  };
}
