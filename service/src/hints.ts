import type { Clock } from "./clock.js";

/** Hints that something may have changed, and a wait that they end. */
export interface Hints {
  /**
   * Forgets the hints so far and returns whether there was one. Called before the store is read, so that a hint during the
   * read counts.
   */
  reset(): boolean;
  /** Ends the present wait, or the next one. */
  readonly hint: () => void;
  /** Resolves at the next hint, at once when there was one since `reset`, and after `ms` at the latest. */
  wait(ms: number): Promise<"hinted" | "silent">;
}

export function createHints(clock: Clock): Hints {
  let isHinted = false;
  let wake: (() => void) | null = null;
  return {
    reset() {
      const wasHinted = isHinted;
      isHinted = false;
      return wasHinted;
    },
    hint: () => {
      isHinted = true;
      wake?.();
    },
    wait: (ms) =>
      new Promise((resolve) => {
        if (isHinted) return resolve("hinted");
        const done = (outcome: "hinted" | "silent") => {
          wake = null;
          cancel();
          resolve(outcome);
        };
        const cancel = clock.after(ms, () => done("silent"));
        wake = () => done("hinted");
      }),
  };
}
