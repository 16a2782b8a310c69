/**
 * Whether the server is reachable: unreachable once every request has failed for three seconds, or one has on a device
 * without a network, until one succeeds. The caller reports the requests and decides which failures count. Keeps at most
 * one timer, and none while all is well.
 */
import type { Clock } from "./clock.js";

/** One request under way. Each end counts once. */
export interface Attempt {
  readonly answered: () => void;
  readonly failed: () => void;
}

/** The part that does not answer: the device's network or the server. Null while requests are answered. */
export type Lost = "network" | "server" | null;

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
  isOffline,
  onChange,
}: {
  readonly clock: Clock;
  /** Whether the device reports that it has no network. */
  readonly isOffline: () => boolean;
  readonly onChange: (lost: Lost) => void;
}): Reach {
  /** When the first request of those that failed in a row was made. */
  let failingSince: number | null = null;
  let lost: Lost = null;
  let takeBack: (() => void) | undefined;

  function become(next: Lost): void {
    takeBack?.();
    takeBack = undefined;
    if (lost === next) return;
    lost = next;
    onChange(next);
  }

  const lose = () => become(isOffline() ? "network" : "server");

  function forget(): void {
    failingSince = null;
    become(null);
  }

  return {
    isLost: () => lost !== null,
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
          if (lost !== null || isOffline()) lose();
          else takeBack ??= clock.after(Math.max(0, failingSince + lostAfter - clock.now()), lose);
        },
      };
    },
  };
}
