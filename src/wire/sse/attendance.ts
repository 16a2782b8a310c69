/** Keeps a stream open while it has listeners and the page is visible, and for a short grace period afterwards. */
import type { Clock } from "../../foundation/clock.js";

/** Whether the page is visible. */
export interface Presence {
  readonly isHidden: () => boolean;
  /** Calls back on each change. Returns a function that unsubscribes. */
  readonly subscribe: (run: () => void) => () => void;
}

export interface Attendance {
  /** Adds a listener. Returns a function that removes it. */
  readonly join: (whileHidden?: () => boolean) => () => void;
  /** Reconnects if there are listeners. */
  readonly retry: () => void;
  readonly end: () => void;
}

/** How long (ms) the connection stays open after the last listener left, so that a remount reuses it. */
const grace = 1_000;
/** How long (ms) it stays open after the page was hidden, so that a short absence reuses it. */
const hiddenGrace = 15_000;
/**
 * Interval at which a hidden page polls for listeners that need updates (ms). A hidden page keeps no stream open: over
 * HTTP/1.1 all tabs of a browser share six connections to an origin.
 */
const looks = { every: 20_000, for: 4_000 };

export function createAttendance(options: {
  readonly clock: Clock;
  readonly presence?: Presence | undefined;
  readonly start: () => void;
  readonly stop: () => void;
}): Attendance {
  const { clock, presence, start, stop } = options;
  /** Each listener, and whether it needs updates while the page is hidden. */
  const listeners = new Map<object, (() => boolean) | undefined>();
  let keep = () => {};
  let stopWatching: (() => void) | undefined;

  const isHidden = () => presence?.isHidden() === true;
  const isNeeded = () => [...listeners.values()].some((whileHidden) => whileHidden?.());

  function attend(): void {
    keep();
    if (listeners.size === 0) return;
    if (isHidden()) keep = clock.after(hiddenGrace, rest);
    else start();
  }

  function rest(): void {
    stop();
    if (isNeeded()) keep = clock.after(looks.every, look);
  }

  function look(): void {
    start();
    keep = clock.after(looks.for, rest);
  }

  return {
    join(whileHidden) {
      const listener = {};
      listeners.set(listener, whileHidden);
      stopWatching ??= presence?.subscribe(attend);
      keep();
      start();
      attend();
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        keep();
        stopWatching?.();
        stopWatching = undefined;
        keep = clock.after(grace, stop);
      };
    },
    retry() {
      if (listeners.size === 0) return;
      start();
      attend();
    },
    end() {
      // A listener that leaves later starts no timer.
      listeners.clear();
      keep();
      stopWatching?.();
    },
  };
}
