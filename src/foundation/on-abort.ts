/** Helpers for abort signals that leave no listener on a signal that outlives its users. */

/** Runs once, at the abort; at once when it is past. Returns how to take it back. */
export function onAbort(signal: AbortSignal | undefined, run: () => void): () => void {
  if (signal?.aborted) run();
  else signal?.addEventListener("abort", run, { once: true });
  return () => signal?.removeEventListener("abort", run);
}

/** Settles as the work does, or rejects with the signal's reason as soon as it aborts. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const takeBack = onAbort(signal, () => reject(signal?.reason));
    void work.then(resolve, reject).finally(takeBack);
  });
}

export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => void onAbort(signal, resolve));
}

/** Whether the error only reports a cancellation, which needs no handling. */
export function isAbort(error: unknown): boolean {
  return (
    error instanceof Error && (error.name === "AbortError" || (error as { readonly code?: unknown }).code === "aborted")
  );
}
