/**
 * Listeners by key, called soon after a change. Several changes before the call are merged. Only hints: missing one
 * loses nothing, because the store is the truth.
 */
export interface Watchers {
  watch(key: string, listener: () => void): () => void;
  notify(key: string): void;
  /** As `notify`, for every key. */
  notifyAll(): void;
  clear(): void;
}

export function createWatchers(): Watchers {
  const listeners = new Map<string, Set<() => void>>();
  const told = new Set<string>();

  function tell(): void {
    const keys = [...told];
    told.clear();
    for (const key of keys) for (const listener of listeners.get(key) ?? []) listener();
  }

  function notify(key: string): void {
    if (!listeners.has(key)) return;
    if (told.size === 0) queueMicrotask(tell);
    told.add(key);
  }

  return {
    watch(key, listener) {
      // A wrapper of its own, so that one function watched twice is called twice and ends once each.
      const entry = () => listener();
      const entries = listeners.get(key) ?? new Set();
      listeners.set(key, entries.add(entry));
      return () => {
        entries.delete(entry);
        if (entries.size === 0 && listeners.get(key) === entries) listeners.delete(key);
      };
    },
    notify,
    notifyAll: () => [...listeners.keys()].forEach(notify),
    clear() {
      listeners.clear();
    },
  };
}
