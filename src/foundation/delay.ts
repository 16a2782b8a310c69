import type { Clock } from "./clock.js";
import { onAbort } from "./on-abort.js";

/** Waits `ms` milliseconds. Resolves early, without throwing, when `signal` aborts. */
export function delay(ms: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const finish = () => {
      takeBack();
      stopListening();
      resolve();
    };
    const takeBack = clock.after(ms, finish);
    const stopListening = onAbort(signal, finish);
  });
}
