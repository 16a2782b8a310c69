import type { Clock } from "../clock.js";

/** Waits for the promise, or until the time is over (ms). */
export async function within(promise: Promise<unknown>, ms: number, clock: Clock): Promise<void> {
  let cancel = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve);
  });
  await Promise.race([promise, over]);
  cancel();
}
