import { isServiceError } from "../../foundation/base-error.js";
import type { Clock } from "../../foundation/clock.js";
import { delay } from "../../foundation/delay.js";
import { onAbort } from "../../foundation/on-abort.js";

/**
 * Subscribes to hints that the network may be back; `byHand` is true when a person asked for another try. Returns how to
 * unsubscribe.
 */
export type Wake = (run: (byHand?: boolean) => void) => () => void;

export interface WaitOrWakeOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly wake?: Wake | undefined;
  /** Whether the other side asked for this wait; then only a person ends it early. @default false */
  readonly isAsked?: boolean | undefined;
}

/** The longest delay that is waited for when the server asks for it (ms); a longer one is an error that states it. */
export const longestWait = 120_000;

/** The wait that the other side asked for with `Retry-After`, if that is what failed (ms, 0 when it asked for none). */
export function askedWait(failure: unknown): number {
  const asked = (failure as { retryAfterMs?: unknown } | null | undefined)?.retryAfterMs;
  return typeof asked === "number" ? asked : 0;
}

/** Whether a failed read is tried again: it may help, and the wait that the other side asks for can be sat out. */
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
