/** Where the messages of this device that the log does not show yet are displayed. */
import { remember } from "../foundation/keep.js";
import type { QueuedPrompt } from "./view/session-view.js";
import { isHeldBack, type OutboxEntry } from "./outbox/outbox-entry.js";

export interface SplitOutbox {
  /** In the queue: messages in flight that will wait there. */
  readonly queue: readonly QueuedPrompt[];
  /** Among the rows. */
  readonly rows: readonly OutboxEntry[];
  /** Whether a message waits for the next attempt, so that it can be discarded. */
  readonly isHeld: (entry: OutboxEntry) => boolean;
}

const sending = new WeakMap<OutboxEntry, QueuedPrompt>();
const held = new WeakMap<OutboxEntry, QueuedPrompt>();

/** A message in flight is queued from the send on when others run or wait, so it is never a row first. */
export function splitOutbox(entries: readonly OutboxEntry[], isBusy: boolean): SplitOutbox {
  const waits = ({ delivery, state }: OutboxEntry) =>
    isBusy && delivery === "send" && (state === "sending" || state === "accepted");
  const isHeld = ({ clientEventId }: OutboxEntry) => isHeldBack(entries, clientEventId);
  return {
    queue: entries.filter(waits).map((entry) => {
      const isOneHeld = isHeld(entry);
      return remember(isOneHeld ? held : sending, entry, () => promptOf(entry, isOneHeld));
    }),
    rows: entries.filter((entry) => !waits(entry)),
    isHeld,
  };
}

function promptOf({ clientEventId, turnId, text }: OutboxEntry, isHeld: boolean): QueuedPrompt {
  return { turnId: turnId ?? clientEventId, text, clientEventId, isSending: true, ...(isHeld && { isHeld }) };
}
