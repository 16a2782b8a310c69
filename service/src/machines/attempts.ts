import type { Clock } from "../clock.js";

/** Counts wrong guesses by who makes them, in this process, within windows of a fixed length. */
export interface Attempts {
  /** Whether this one has guesses left in the present window. */
  mayTry(who: string): boolean;
  /** Counts a guess; call what it returns when the guess was right. */
  note(who: string): () => void;
}

/** More callers than this in one window share one count, so that made-up names cost no memory. */
const maxNames = 10_000;

/** @param most wrong guesses of one caller within `windowMs`. */
export function createAttempts(clock: Clock, most: number, windowMs: number): Attempts {
  let window = -1;
  const misses = new Map<string, number>();

  function nameOf(who: string): string {
    const now = Math.floor(clock.now() / windowMs);
    if (now !== window) misses.clear();
    window = now;
    return misses.has(who) || misses.size < maxNames ? who : "";
  }

  return {
    mayTry: (who) => (misses.get(nameOf(who)) ?? 0) < most,
    note(who) {
      const name = nameOf(who);
      misses.set(name, (misses.get(name) ?? 0) + 1);
      return () => void misses.set(name, Math.max(0, (misses.get(name) ?? 0) - 1));
    },
  };
}
