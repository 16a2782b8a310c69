import type { Clock } from "./clock.js";

/** Waits `ms` milliseconds. Resolves early, without throwing, when `signal` aborts. */
export function delay(ms: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const finish = () => {
      takeBack();
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const takeBack = clock.after(ms, finish);
    signal?.addEventListener("abort", finish, { once: true });
  });
}
