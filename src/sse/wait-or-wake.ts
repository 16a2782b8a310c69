import type { Clock } from "../foundation/clock.js";
import { delay } from "../foundation/delay.js";

/** Subscribes to hints that the network may be back. Returns how to unsubscribe. */
export type Wake = (run: () => void) => () => void;

export interface WaitOrWakeOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly wake?: Wake | undefined;
}

/** Waits `ms` milliseconds, or until woken or aborted. Never throws. */
export async function waitOrWake(ms: number, { clock, signal, wake }: WaitOrWakeOptions): Promise<void> {
  const awake = new AbortController();
  const end = () => awake.abort();
  signal?.addEventListener("abort", end, { once: true });
  const unsubscribe = wake?.(end);
  if (!signal?.aborted) await delay(ms, clock, awake.signal);
  unsubscribe?.();
  signal?.removeEventListener("abort", end);
}
