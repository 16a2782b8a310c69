/** Notifies open resources that the app closes. Any number of listeners, each independent of the others. */
export interface Closing {
  readonly isClosed: boolean;
  /** Runs once when the app closes. Returns a function that removes the listener. */
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
