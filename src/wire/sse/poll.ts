/** Reads again and again where a server has no stream: soon after each change, and then less often. */
import { createBackOff } from "../../foundation/back-off.js";
import type { Clock } from "../../foundation/clock.js";
import { askedWait, waitOrWake, type Wake } from "./wait-or-wake.js";

export interface PollOptions {
  /** Reads once; resolves with whether something had changed. */
  readonly read: (signal: AbortSignal) => Promise<boolean>;
  readonly onState: (state: "live" | "reconnecting", waitMs: number) => void;
  /** Whether more is expected; polling ends when nothing is. */
  readonly isBusy: () => boolean;
  readonly isRetryable: (error: unknown) => boolean;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  readonly wake?: Wake | undefined;
  readonly signal: AbortSignal;
}

/** How long after a change the next read is, and how long between two at most (ms). */
const waits = { first: 1_000, most: 10_000 };

/** Whether a stream was answered as by a server that has none. */
export function hasNoStream(status: unknown): boolean {
  return status === 404 || status === 405 || status === 406 || status === 501;
}

/** @throws what reading fails with that is not retryable. */
export async function poll(options: PollOptions): Promise<void> {
  const { read, clock, random, wake, signal, onState, isRetryable } = options;
  const backOff = createBackOff({ ...waits, ...(random && { random }) });
  for (;;) {
    let wait = backOff.next();
    let asked = 0;
    try {
      const hasChanged = await read(signal);
      if (signal.aborted) return;
      if (hasChanged) {
        backOff.progress();
        wait = backOff.next();
      }
      if (!options.isBusy()) return;
      onState("live", 0);
    } catch (error) {
      if (signal.aborted) return;
      if (!isRetryable(error)) throw error;
      asked = askedWait(error);
      wait = Math.max(wait, asked);
      onState("reconnecting", wait);
    }
    await waitOrWake(wait, { clock, signal, wake, isAsked: asked > 0 });
    if (signal.aborted) return;
  }
}
