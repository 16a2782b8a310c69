/**
 * Activity of a conversation, for every door: whether a turn runs or is about to, the status for display, and the places
 * of messages whose turn has not begun. Pure.
 */
import { keepList, remember } from "../foundation/keep.js";
import { needsDecision, type DecisionBook } from "./decisions/decision-book.js";
import { isHeldBack, isLeaving, type OutboxEntry } from "./outbox/outbox-entry.js";
import type { QueuedPrompt, SessionView } from "./view/session-view.js";

export interface Activity<Message> {
  /** The running turn: `begun` before its first output, `waiting` for a decision; null without one. */
  readonly turn: "begun" | "writing" | "waiting" | null;
  /** Messages of the log whose turn has not begun, in the order they will run. */
  readonly waiting: readonly Message[];
  /** Whether a running turn or a pause keeps the first of them from its turn. */
  readonly isBlocked: boolean;
  readonly book: DecisionBook;
  /** Messages of this device that the log does not show yet. */
  readonly outbox: readonly OutboxEntry[];
  readonly error: Error | null;
}

export interface ShownActivity<Message> {
  /** The message at its answer's place; the others are in the queue. */
  readonly next: Message | undefined;
  /** Messages of this device among the rows. `isHeld`: one waits for the next attempt, so that it can be discarded. */
  readonly rows: readonly { readonly entry: OutboxEntry; readonly isHeld: boolean }[];
  readonly view: Pick<SessionView, "status" | "isRunning" | "isAccepted" | "pending" | "queue">;
}

/** The words of a message that waits, and its keys. */
type Waiting = Pick<QueuedPrompt, "turnId" | "text" | "actor"> & { readonly clientEventId?: string | null | undefined };

export function showActivity<Message extends object>(
  { turn, waiting, isBlocked, book, outbox, error }: Activity<Message>,
  wordsOf: (message: Message) => Waiting,
  lastQueue: SessionView["queue"] | undefined,
): ShownActivity<Message> {
  const next = isBlocked ? undefined : waiting[0];
  const isBusy = isBlocked || next !== undefined;
  const isAccepted = turn !== null || next !== undefined || outbox.some(({ state }) => state === "accepted");
  const isRunning = isAccepted || isLeaving(outbox);
  const isHeld = ({ clientEventId }: OutboxEntry) => isHeldBack(outbox, clientEventId);
  // A message in flight is queued from the send on when others run or wait, so it is never a row first.
  const isQueued = ({ delivery, state }: OutboxEntry) =>
    isBusy && delivery === "send" && (state === "sending" || state === "accepted");
  const queue = [
    ...waiting.slice(next ? 1 : 0).map((message) => remember(listed, message, () => promptOf(wordsOf(message)))),
    ...outbox.filter(isQueued).map((entry) => promptInFlight(entry, isHeld(entry))),
  ];
  return {
    next,
    rows: outbox.filter((entry) => !isQueued(entry)).map((entry) => ({ entry, isHeld: isHeld(entry) })),
    view: {
      status: statusOf(turn, isRunning, needsDecision(book), error),
      isRunning,
      isAccepted,
      pending: book.decisions,
      queue: keepList(lastQueue, queue),
    },
  };
}

function statusOf(
  turn: Activity<unknown>["turn"],
  isRunning: boolean,
  needsInput: boolean,
  error: Error | null,
): SessionView["status"] {
  if (turn === "writing") return "streaming";
  if (turn === "waiting" && needsInput) return "ready";
  if (isRunning) return "submitted";
  return error ? "error" : "ready";
}

const listed = new WeakMap<object, QueuedPrompt>();
const sending = new WeakMap<OutboxEntry, QueuedPrompt>();
const held = new WeakMap<OutboxEntry, QueuedPrompt>();

function promptOf({ turnId, text, clientEventId, actor }: Waiting): QueuedPrompt {
  return { turnId, text, ...(typeof clientEventId === "string" && { clientEventId }), ...(actor && { actor }) };
}

function promptInFlight(entry: OutboxEntry, isHeld: boolean): QueuedPrompt {
  const { clientEventId, turnId, text } = entry;
  const prompt = { turnId: turnId ?? clientEventId, text, clientEventId, isSending: true, ...(isHeld && { isHeld }) };
  return remember(isHeld ? held : sending, entry, () => prompt);
}
