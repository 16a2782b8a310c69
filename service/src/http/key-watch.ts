/**
 * Ends what outlives the request that opened it when its key is revoked or expires: live streams, above all.
 *
 * Hints from the store make it immediate, on every process. A check at a fixed interval bounds the delay when a hint is
 * lost. All streams of one key share one check; without streams there is no timer and no query.
 */
import type { ApiKeyRecord } from "../store/records.js";
import { isUnavailable, type Store } from "../store/store.js";
import type { Clock } from "../clock.js";
import { isValidKey } from "./valid-key.js";

/** Interval of the check (ms). A revoked key must end its streams within one second. */
export const keyCheckMs = 500;

export interface KeyWatch {
  /** Calls `end` once, when the key is no longer valid. The returned function cancels the watch. */
  watch(key: ApiKeyRecord, end: () => void): () => void;
}

export interface KeyWatchOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export function createKeyWatch({ store, clock, onError }: KeyWatchOptions): KeyWatch {
  /** By the key's hash. */
  const watched = new Map<string, Set<() => void>>();
  let isChecking = false;
  let isHinted = false;
  let stop = (): void => undefined;

  async function isValid(hash: string): Promise<boolean> {
    try {
      return isValidKey(await store.findApiKey(hash), clock);
    } catch (error) {
      // Checked again soon. Without its database the service sends nothing new to this key's streams either.
      if (!isUnavailable(error)) onError(error);
      return true;
    }
  }

  async function checkAll(): Promise<void> {
    isHinted = true;
    if (isChecking) return;
    isChecking = true;
    // A hint that arrives during a check starts another: the check may have read the key before the change.
    while (isHinted) {
      isHinted = false;
      await Promise.all(
        [...watched].map(async ([hash, ends]) => {
          if (await isValid(hash)) return;
          for (const end of ends) end();
        }),
      );
    }
    isChecking = false;
  }

  function start(): void {
    const endHints = store.watchKeys(() => void checkAll());
    let cancelTimer = (): void => undefined;
    let isStopped = false;
    const schedule = () => {
      if (!isStopped) cancelTimer = clock.after(keyCheckMs, () => void checkAll().then(schedule));
    };
    schedule();
    stop = () => {
      isStopped = true;
      cancelTimer();
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
