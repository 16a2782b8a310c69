import type { Clock } from "../clock.js";

/** How long to wait after a look that failed, or left something undone (ms). */
const retryMs = 1_000;
/** How long `hintLater` waits (ms). */
export const laterMs = 250;
/** Timers of the platform overflow above this (ms). */
const maxTimerMs = 2_147_000_000;

export interface LookOutOptions {
  readonly clock: Clock;
  /** Does the pending work and returns when (clock time) to look again without a hint; null for never. */
  readonly look: () => Promise<number | null>;
  readonly onError: (error: unknown) => void;
}

/** Looks at hints and at due times, never twice at once; hints during a look cause one more. */
export interface LookOut {
  readonly hint: () => void;
  /** As `hint`, after a moment: hints meanwhile are one. */
  readonly hintLater: () => void;
  /** Resolves when the look that was under way has ended. */
  readonly stop: () => Promise<void>;
}

export function createLookOut({ clock, look, onError }: LookOutOptions): LookOut {
  let state: "idle" | "looking" | "hinted" | "stopped" = "idle";
  let cancelTimer: (() => void) | null = null;
  let cancelLater: (() => void) | null = null;
  let underWay: Promise<void> = Promise.resolve();

  function hint(): void {
    cancelLater?.();
    cancelLater = null;
    if (state === "looking") state = "hinted";
    if (state !== "idle") return;
    state = "looking";
    underWay = run();
  }

  async function run(): Promise<void> {
    let wakeAt: number | null;
    try {
      wakeAt = await look();
    } catch (error) {
      onError(error);
      wakeAt = clock.now() + retryMs;
    }
    finish(wakeAt);
  }

  function finish(wakeAt: number | null): void {
    if (state === "stopped") return;
    const isHinted = state === "hinted";
    state = "idle";
    cancelTimer?.();
    cancelTimer = null;
    if (isHinted) hint();
    else if (wakeAt !== null) {
      // Work that is still overdue after a look has failed: an immediate retry would only keep the process busy.
      const ms = wakeAt > clock.now() ? wakeAt - clock.now() : retryMs;
      cancelTimer = clock.after(Math.min(ms, maxTimerMs), hint);
    }
  }

  return {
    hint,
    hintLater: () => {
      if (state !== "stopped") cancelLater ??= clock.after(laterMs, hint);
    },
    stop() {
      state = "stopped";
      cancelTimer?.();
      cancelLater?.();
      return underWay;
    },
  };
}
