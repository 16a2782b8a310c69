/**
 * Follows a conversation whose handler cannot stream to who asks: reads its history again while something is to come,
 * soon after each change and then less often.
 */
import { createBackOff } from "../../foundation/back-off.js";
import type { Clock } from "../../foundation/clock.js";
import type { ConnectionState } from "../../foundation/connection.js";
import type { ChatHistory } from "../../protocol/chat-bodies.js";
import { askedWait, waitOrWake, type Wake } from "../../sse/wait-or-wake.js";

export interface PollOptions {
  readonly read: (signal: AbortSignal) => Promise<ChatHistory>;
  /** A page that differs from the one before it. */
  readonly onHistory: (history: ChatHistory) => void;
  readonly onState: (state: ConnectionState, waitMs: number) => void;
  /** Whether something is to come; reading ends when nothing is. */
  readonly isBusy: () => boolean;
  readonly isRetryable: (error: unknown) => boolean;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  readonly wake?: Wake | undefined;
  readonly signal: AbortSignal;
}

/** How long after a change the next look is, and how long between two at most (ms). */
const looks = { first: 1_000, most: 10_000 };

/** @throws what reading fails with that is not retryable. */
export async function pollHistory(options: PollOptions): Promise<void> {
  const { read, clock, random, wake, signal, onState, isRetryable } = options;
  const backOff = createBackOff({ ...looks, ...(random && { random }) });
  let last: string | undefined;
  for (;;) {
    let wait = backOff.next();
    let asked = 0;
    try {
      const history = await read(signal);
      if (signal.aborted) return;
      const page = JSON.stringify(history);
      if (page !== last) {
        options.onHistory(history);
        backOff.progress();
        wait = backOff.next();
      }
      last = page;
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
