import { isServiceError } from "../../foundation/base-error.js";
import type { Clock } from "../../foundation/clock.js";
import { delay } from "../../foundation/delay.js";
import { onAbort } from "../../foundation/on-abort.js";

/**
 * Subscribes to hints that the network may be back; `byHand` is true when a person requested a retry. Returns a
 * function that unsubscribes.
 */
export type Wake = (run: (byHand?: boolean) => void) => () => void;

export interface WaitOrWakeOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly wake?: Wake | undefined;
  /** Whether the server requested this delay; then only a person ends it early. @default false */
  readonly isAsked?: boolean | undefined;
}

/** Longest delay that a server may request (ms). A longer one becomes an error, which has the delay. */
export const longestWait = 120_000;

/** The delay that the failed response requested with `Retry-After` (ms); 0 without one. */
export function askedWait(failure: unknown): number {
  const asked = (failure as { retryAfterMs?: unknown } | null | undefined)?.retryAfterMs;
  return typeof asked === "number" ? asked : 0;
}

/** Whether to retry a failed read: the error is retryable, and the requested delay is not too long. */
export function isWorthAnotherTry(failure: unknown): boolean {
  return isServiceError(failure) && failure.retryable && askedWait(failure) <= longestWait;
}

/** Waits `ms` milliseconds, or until woken or aborted. Never throws. */
export async function waitOrWake(
  ms: number,
  { clock, signal, wake, isAsked = false }: WaitOrWakeOptions,
): Promise<void> {
  const awake = new AbortController();
  const end = () => awake.abort();
  const takeBack = onAbort(signal, end);
  const unsubscribe = wake?.((byHand) => {
    if (!isAsked || byHand === true) end();
  });
  await delay(ms, clock, awake.signal);
  unsubscribe?.();
  takeBack();
}
