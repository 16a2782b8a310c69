/** Notifies open resources that the app closes. Any number of listeners, each independent of the others. */
export interface Closing {
  readonly isClosed: boolean;
  /** How many resources are open. */
  readonly openCount: number;
  /** Runs once when the app closes. Returns a function that removes the listener. */
  onClose(run: () => void): () => void;
  close(): void;
}

export function createClosing(): Closing {
  const open = new Set<() => void>();
  let isClosed = false;
  return {
    get openCount() {
      return open.size;
    },
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
