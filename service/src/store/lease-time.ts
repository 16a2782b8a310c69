/** Times of leases by the database's clock, so that processes whose clocks differ agree on when a lease ends. */
import type { Clock } from "../clock.js";

export interface LeaseTime {
  /** By how much the database's clock is ahead of this process's (ms). */
  offsetMs(): Promise<number>;
}

/** For a database that one process has to itself, and for tests that give the clock. */
export const ownTime: LeaseTime = { offsetMs: async () => 0 };

/** How long a measured difference is used (ms). */
const freshMs = 30_000;
/** A smaller difference may be a slow answer (ms). */
const leastMs = 1_000;

interface DatabaseTimeOptions {
  /** Asks the database for its time (ms). */
  readonly ask: () => Promise<number>;
  readonly clock: Pick<Clock, "now">;
  /** Milliseconds that no change of the clock alters. @default performance.now */
  readonly uptime?: (() => number) | undefined;
}

/** Measures the difference again every 30 seconds, and at once after this process's clock was changed. */
export function databaseTime({ ask, clock, uptime = () => performance.now() }: DatabaseTimeOptions): LeaseTime {
  let known: { readonly offset: number; readonly at: number; readonly base: number } | undefined;

  async function measure(): Promise<number> {
    const [before, at] = [clock.now(), uptime()];
    const theirs = await ask();
    const [after, took] = [clock.now(), uptime() - at];
    const offset = Math.round(theirs - (before + after) / 2);
    const isNoise = Math.abs(offset) <= Math.max(leastMs, took);
    known = { offset: isNoise ? 0 : offset, at: at + took, base: after - (at + took) };
    return known.offset;
  }

  return {
    async offsetMs() {
      if (known === undefined) return measure();
      const hasJumped = Math.abs(clock.now() - uptime() - known.base) > leastMs;
      return hasJumped || uptime() - known.at > freshMs ? measure() : known.offset;
    },
  };
}
