/** Notifies followers of a conversation without a session at once of its first message, within one process. */
export interface FirstMessages {
  /** This process has just made the session. */
  tell(sessionId: string): void;
  /** Calls `run` when that happens. The returned function takes it back. */
  on(sessionId: string, run: () => void): () => void;
}

export function createFirstMessages(): FirstMessages {
  const waiting = new Map<string, Set<() => void>>();
  return {
    tell(sessionId) {
      for (const run of waiting.get(sessionId) ?? []) run();
    },
    on(sessionId, run) {
      const runs = waiting.get(sessionId) ?? new Set();
      waiting.set(sessionId, runs.add(run));
      return () => {
        runs.delete(run);
        if (runs.size === 0) waiting.delete(sessionId);
      };
    },
  };
}
