import type { SessionEvent } from "@service/sdk/protocol";

/** Events that a commit of this process has appended to a session's log. */
export interface LogNews {
  /** Id of the event before the first one; null where there is none, or where the row of an older version has none. */
  readonly afterId: string | null;
  readonly events: readonly SessionEvent[];
}

/**
 * Listeners by key, called soon after a change: with its events where this process has written them, else with null. Calls
 * with null are merged. Only hints: missing one loses nothing, because the store is the truth.
 */
export interface Watchers {
  watch(key: string, listener: (news: LogNews | null) => void): () => void;
  notify(key: string, news?: LogNews): void;
  /** As `notify`, for every key. */
  notifyAll(): void;
  clear(): void;
}

export function createWatchers(): Watchers {
  const listeners = new Map<string, Set<(news: LogNews | null) => void>>();
  const told = new Map<string, (LogNews | null)[]>();

  function tell(): void {
    const all = [...told];
    told.clear();
    for (const [key, list] of all) {
      for (const news of list) for (const listener of listeners.get(key) ?? []) listener(news);
    }
  }

  function notify(key: string, news: LogNews | null = null): void {
    if (!listeners.has(key)) return;
    if (told.size === 0) queueMicrotask(tell);
    const list = told.get(key) ?? [];
    if (news !== null || list.at(-1) !== null) list.push(news);
    told.set(key, list);
  }

  return {
    watch(key, listener) {
      // A wrapper of its own, so that one function watched twice is called twice and ends once each.
      const entry = (news: LogNews | null) => listener(news);
      const entries = listeners.get(key) ?? new Set();
      listeners.set(key, entries.add(entry));
      return () => {
        entries.delete(entry);
        if (entries.size === 0 && listeners.get(key) === entries) listeners.delete(key);
      };
    },
    notify,
    notifyAll: () => [...listeners.keys()].forEach((key) => notify(key)),
    clear() {
      listeners.clear();
    },
  };
}
