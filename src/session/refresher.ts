/** Returns a function that reads stale data again: one read at a time, and one more when it became stale meanwhile. */
export function createRefresher<T>(options: {
  readonly read: () => Promise<T>;
  readonly apply: (value: T) => void;
  readonly onError: (error: Error) => void;
  readonly signal: AbortSignal;
}): () => void {
  const { read, apply, onError, signal } = options;
  let isReading = false;
  let isStale = false;

  async function readOnce(): Promise<void> {
    isStale = false;
    try {
      const value = await read();
      if (!signal.aborted) apply(value);
    } catch (error) {
      // It stays as it was; what makes it stale next reads it again.
      if (!signal.aborted) onError(error as Error);
    }
  }

  return async () => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isStale && !signal.aborted) await readOnce();
    } finally {
      isReading = false;
    }
  };
}
