/** Tells whatever is open that the app closes. Holds any number of listeners, and each lets go by itself. */
export interface Closing {
  readonly isClosed: boolean;
  /** Runs once when the app closes. Gives back what takes it off again. */
  onClose(run: () => void): () => void;
  close(): void;
}

export function createClosing(): Closing {
  const open = new Set<() => void>();
  let isClosed = false;
  return {
    get isClosed() {
      return isClosed;
    },
    onClose(run) {
      open.add(run);
      return () => open.delete(run);
    },
    close() {
      isClosed = true;
      for (const run of open) run();
      open.clear();
    },
  };
}
