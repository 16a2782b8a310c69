/**
 * Ends what outlives the request that opened it when its key is revoked or expires: live streams, above all.
 *
 * Hints from the store make it immediate, on every process. The pulse bounds the delay when a hint is lost.
 */
import type { ApiKeyRecord } from "../store/records.js";
import { isUnavailable, type Store } from "../store/store.js";
import type { Clock } from "../clock.js";
import type { Pulse } from "../tail/pulse.js";
import { isValidKey } from "./valid-key.js";

export interface KeyWatch {
  /** Calls `end` once, when the key is no longer valid. The returned function cancels the watch. */
  watch(key: ApiKeyRecord, end: () => void): () => void;
}

export interface KeyWatchOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly pulse: Pulse;
  readonly onError: (error: unknown) => void;
}

export function createKeyWatch({ store, clock, pulse, onError }: KeyWatchOptions): KeyWatch {
  /** By the key's hash. */
  const watched = new Map<string, Set<() => void>>();
  let isChecking = false;
  let isHinted = false;
  let stop = (): void => undefined;

  async function checkAll(): Promise<void> {
    isHinted = true;
    if (isChecking) return;
    isChecking = true;
    // A hint that arrives during a check starts another: the check may have read the key before the change.
    while (isHinted) {
      isHinted = false;
      const keyHashes = [...watched.keys()];
      try {
        judge((await store.readWatched({ sessionIds: [], keyHashes })).keys, keyHashes);
      } catch (error) {
        // The pulse reads again. Without its database the service sends nothing new to these streams either.
        if (!isUnavailable(error)) onError(error);
      }
    }
    isChecking = false;
  }

  function judge(found: ReadonlyMap<string, ApiKeyRecord>, hashes: readonly string[]): void {
    for (const hash of hashes) {
      if (isValidKey(found.get(hash) ?? null, clock)) continue;
      for (const end of watched.get(hash) ?? []) end();
    }
  }

  function start(): void {
    const endHints = store.watchKeys(() => void checkAll());
    const leave = pulse.join({
      ask: () => ({ keyHashes: [...watched.keys()] }),
      take: ({ keys }, { keyHashes = [] }) => judge(keys, keyHashes),
    });
    stop = () => {
      leave();
      endHints();
    };
  }

  return {
    watch({ hash }, end) {
      if (watched.size === 0) start();
      const ends = watched.get(hash) ?? new Set();
      const cancel = () => {
        if (!ends.delete(entry) || ends.size > 0 || watched.get(hash) !== ends) return;
        watched.delete(hash);
        if (watched.size === 0) stop();
      };
      // A function of its own, so that one that is watched twice is called twice.
      const entry = () => {
        cancel();
        end();
      };
      watched.set(hash, ends.add(entry));
      return cancel;
    },
  };
}
