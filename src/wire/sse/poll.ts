/** Polls a server without a stream: soon after each change, then less often. */
import { createBackOff } from "../../foundation/back-off.js";
import type { Clock } from "../../foundation/clock.js";
import { askedWait, waitOrWake, type Wake } from "./wait-or-wake.js";

export interface PollOptions {
  /** Reads once; resolves with whether something had changed. */
  readonly read: (signal: AbortSignal) => Promise<boolean>;
  /** Requests the stream again. Resolves once there is none, or the one that there was has ended; with whether to poll on. */
  readonly follow: () => Promise<boolean>;
  readonly onState: (state: "live" | "reconnecting", waitMs: number) => void;
  /** Whether more is expected; polling ends when nothing is. */
  readonly isBusy: () => boolean;
  readonly isRetryable: (error: unknown) => boolean;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  readonly wake?: Wake | undefined;
  readonly signal: AbortSignal;
}

/** Delay of the next read after a change, and the longest delay (ms). */
const waits = { first: 1_000, most: 10_000 };
/** After how many reads the stream is requested again: doubles up to `most`. */
const reads = { first: 2, most: 16 };

/** @throws what reading fails with that is not retryable. */
export async function poll(options: PollOptions): Promise<void> {
  const { read, clock, random, wake, signal, onState, isRetryable } = options;
  const backOff = createBackOff({ ...waits, ...(random && { random }) });
  let most = reads.first;
  let left = most;
  // After a hint that the network may be back, another server may answer.
  const unsubscribe = wake?.((byHand) => {
    if (byHand !== true) left = 0;
  });
  try {
    for (;;) {
      if (left <= 0) {
        if (!(await options.follow()) || signal.aborted) return;
        most = Math.min(2 * most, reads.most);
        left = most;
      }
      left -= 1;
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
  } finally {
    unsubscribe?.();
  }
}
