/** Who follows a session: the connection is held while somebody listens and the page can be seen, and a little longer. */
import type { Clock } from "../foundation/clock.js";
import type { Presence } from "./session-options.js";

export interface Attendance {
  /** One more listener; returns how it leaves. */
  readonly join: (whileHidden?: () => boolean) => () => void;
  /** Connects again if somebody listens. */
  readonly retry: () => void;
  readonly end: () => void;
}

/** How long (ms) the connection is kept after the last listener has gone, so that a remount costs nothing. */
const grace = 1_000;
/** And after the page was hidden, so that a look elsewhere costs nothing. */
const hiddenGrace = 15_000;

export function createAttendance(options: {
  readonly clock: Clock;
  readonly presence?: Presence | undefined;
  readonly start: () => void;
  readonly stop: () => void;
}): Attendance {
  const { clock, presence, start, stop } = options;
  /** Each listener, and whether it needs the session while nobody can see it. */
  const listeners = new Map<object, (() => boolean) | undefined>();
  let keep = () => {};
  let stopLooking: (() => void) | undefined;

  function look(): void {
    keep();
    if (listeners.size === 0) return;
    const mayRest = presence?.isHidden() === true && ![...listeners.values()].some((whileHidden) => whileHidden?.());
    if (mayRest) keep = clock.after(hiddenGrace, stop);
    else start();
  }

  return {
    join(whileHidden) {
      const listener = {};
      listeners.set(listener, whileHidden);
      stopLooking ??= presence?.subscribe(look);
      keep();
      start();
      look();
      return () => {
        if (!listeners.delete(listener)) return;
        look();
        if (listeners.size > 0) return;
        stopLooking?.();
        stopLooking = undefined;
        keep = clock.after(grace, stop);
      };
    },
    retry() {
      if (listeners.size > 0) start();
    },
    end() {
      keep();
      stopLooking?.();
    },
  };
}
