/**
 * One read a second for everything that open streams wait for, so that a hint that was lost delays nothing for longer. Without
 * streams there is no timer and no query.
 */
import type { Clock } from "../clock.js";
import { isUnavailable, type Store } from "../store/store.js";
import type { Watched, WatchedQuery } from "../store/watch.js";

/** Interval of the reads (ms). A revoked key must end its streams within one second. */
export const pulseMs = 1_000;

export interface PulseMember {
  /** Returns the logs and keys to read. */
  ask(): Partial<WatchedQuery>;
  /** @param asked what `ask` has returned for this read. */
  take(found: Watched, asked: Partial<WatchedQuery>): void;
  /** The database was away. */
  missed?(): void;
}

export interface Pulse {
  /** Returns a function that ends the membership. */
  join(member: PulseMember): () => void;
}

export interface PulseOptions {
  readonly store: Pick<Store, "readWatched">;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export function createPulse({ store, clock, onError }: PulseOptions): Pulse {
  const members = new Set<PulseMember>();
  let isReading = false;
  let cancelTimer: (() => void) | null = null;

  async function beat(): Promise<void> {
    isReading = true;
    const asked = new Map([...members].map((member) => [member, member.ask()]));
    try {
      const found = await store.readWatched({
        sessionIds: [...asked.values()].flatMap(({ sessionIds }) => sessionIds ?? []),
        keyHashes: [...asked.values()].flatMap(({ keyHashes }) => keyHashes ?? []),
      });
      for (const [member, part] of asked) if (members.has(member)) member.take(found, part);
    } catch (error) {
      if (!isUnavailable(error)) onError(error);
      for (const member of members) member.missed?.();
    }
    isReading = false;
  }

  function schedule(at: number): void {
    cancelTimer = clock.after(Math.max(0, at - clock.now()), () => {
      cancelTimer = null;
      void beat().then(() => {
        // From the last beat on, so that a slow read does not add to the interval.
        if (members.size > 0 && cancelTimer === null) schedule(Math.max(at + pulseMs, clock.now()));
      });
    });
  }

  return {
    join(member) {
      members.add(member);
      if (cancelTimer === null && !isReading) schedule(clock.now() + pulseMs);
      return () => {
        members.delete(member);
        if (members.size > 0) return;
        cancelTimer?.();
        cancelTimer = null;
      };
    },
  };
}
