/** Tells whoever reads something beside the log what of it went stale. */
import type { Stale } from "./stale.js";

export interface StaleFeed {
  readonly tell: (stale: readonly Stale[]) => void;
  readonly onStale: (listener: (stale: readonly Stale[]) => void) => () => void;
}

export function createStaleFeed(): StaleFeed {
  const listeners = new Set<(stale: readonly Stale[]) => void>();
  return {
    tell(stale) {
      for (const listener of listeners) listener(stale);
    },
    onStale(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
