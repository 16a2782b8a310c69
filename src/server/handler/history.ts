/**
 * Reads the first content of a restored page: the newest messages, pending decisions, the queue.
 *
 * Everything is as of one sequence, `lastSequence`, so that a stream from there omits and repeats nothing. The answer
 * of the running turn is left to that stream.
 */
import { notWaited, waitedField, waitedUntil } from "../../foundation/waited.js";
import type { ChatHistory, ChatQueuedMessage, ChatRunningTurn } from "../../wire/protocol/chat-bodies.js";
import type { ChatPending } from "../../wire/protocol/chat-chunk.js";
import { cursorBehind } from "../../wire/protocol/event-cursor.js";
import { filesField } from "../../wire/protocol/file-resource.js";
import { lastSequenceOf, readEvent, type EventOf, type SessionEvent } from "../../wire/protocol/session-event.js";
import type { ChatCallOptions } from "./chat.js";
import { emptyTurn, foldTurn, turnEndTypes, turnOf } from "./fold-turn.js";
import { newestMessages } from "./newest-messages.js";
import type { OpenConversation } from "./open-conversation.js";
import { pageLimit, replayBack } from "./replay.js";

export interface HistoryOptions extends ChatCallOptions {
  /** The sequence of the oldest message that the reader has. */
  readonly before?: number | undefined;
  /** How many messages to give at most. @default 200 */
  readonly limit?: number | undefined;
  /** Whether the agent's reasoning is among the events. @default false */
  readonly reasoning?: boolean | undefined;
}

const historyTypes = [
  "user.message",
  "user.approvalDecision",
  "user.humanInputResponse",
  "turn.queued",
  "turn.started",
  ...turnEndTypes,
  "agent.message.delta",
  "agent.message.completed",
  "agent.toolCall.created",
  "agent.toolCall.output",
  "session.requiresAction",
  "session.humanInput.requested",
  "session.status.changed",
];

/** A page of the history, and the events it was read from, ascending. */
export interface HistoryPage {
  readonly history: ChatHistory;
  readonly events: readonly SessionEvent[];
}

/** @throws {ChatError} with code `history_cursor_stalled`. */
export async function readHistory(open: OpenConversation, options: HistoryOptions = {}): Promise<ChatHistory> {
  return (await readHistoryPage(open, options)).history;
}

/** @throws {ChatError} with code `history_cursor_stalled`. */
export async function readHistoryPage(open: OpenConversation, options: HistoryOptions = {}): Promise<HistoryPage> {
  const { session } = open;
  const head = { conversation: open.conversation, ...open.ref };
  if (session === null) {
    const nothing = { messages: [], pending: [], queued: [], turn: null, hasOlder: false, lastSequence: 0 };
    return { history: { ...head, created: false, status: null, ...nothing }, events: [] };
  }
  const { lastSequence } = session;
  const { before = lastSequence + 1, limit = 200, signal } = options;
  const upTo = Math.min(before, lastSequence + 1);
  const types = options.reasoning ? [...historyTypes, "agent.reasoning.delta"] : historyTypes;
  const pages = replayBack(open, upTo, { types, limit: pageLimit, signal });
  const { events, messages, hasOlder } = await newestMessages(pages, limit);
  // An older page contains only the past.
  const turn = options.before === undefined ? runningTurn(events) : null;
  const asked = turn && askedBy(open, turn.turnId, events);
  const queued = options.before === undefined ? await queuedMessages(open, events, options) : [];
  const history: ChatHistory = {
    ...head,
    created: true,
    messages: messages.filter(({ role, turnId }) => role === "user" || turn === null || turnId !== turn.turnId),
    pending: asked?.pending ?? [],
    status: session.status,
    lastSequence,
    ...(options.before === undefined && { cursor: endOf(events, lastSequence) }),
    turn: turn && { ...turn, ...asked?.waits },
    queued,
    hasOlder,
  };
  return { history, events };
}

/** The cursor of the log's end. It names the last event where that one was read. */
function endOf(events: readonly SessionEvent[], lastSequence: number): string {
  const last = events.at(-1);
  return last && lastSequenceOf(last) === lastSequence ? cursorBehind(last) : String(lastSequence);
}

/** The session's status and its pending decisions. */
export async function readSnapshot(
  open: OpenConversation,
  options: ChatCallOptions = {},
): Promise<{ readonly status: string | null; readonly pending: readonly ChatPending[] }> {
  const { status, pending } = await readHistory(open, { ...options, limit: 1 });
  return { status, pending };
}

/** The turn that has started and not ended; its sequence is that of its first start. */
function runningTurn(events: readonly SessionEvent[]): ChatRunningTurn | null {
  let turn = null as ChatRunningTurn | null;
  for (const event of events) {
    const of = turnOf(event);
    if (of === null) continue;
    if (event.type === "turn.started" && of !== turn?.turnId)
      turn = { turnId: of, sequence: event.sequence, startedAt: event.occurredAt };
    if (of === turn?.turnId && turnEndTypes.includes(event.type)) turn = null;
  }
  return turn;
}

interface Asked {
  readonly pending: readonly ChatPending[];
  readonly waits: Pick<ChatRunningTurn, "waitedMs" | "waitingSince">;
}

/** The open decisions of the running turn, and how long it has waited for persons. */
function askedBy(open: OpenConversation, turnId: string, events: readonly SessionEvent[]): Asked {
  let state = emptyTurn({ turnId, ...open.ref });
  let waited = notWaited;
  for (const event of events) {
    state = foldTurn(state, event).state;
    waited = waitedUntil(waited, state.pending.length > 0, event.occurredAt);
  }
  const { since } = waited;
  return { pending: state.pending, waits: { ...waitedField(waited), ...(since !== null && { waitingSince: since }) } };
}

async function queuedMessages(
  open: OpenConversation,
  events: readonly SessionEvent[],
  { signal }: ChatCallOptions,
): Promise<readonly ChatQueuedMessage[]> {
  const waiting = waitingMessages(events);
  if (waiting.size < 2) return [...waiting.values()];
  // Prompts may have been moved; the order they will run in is the queue's.
  const { items } = await open.client.getQueue(open.ref, { signal });
  const place = new Map(items.map(({ id }, index) => [id, index]));
  const placeOf = ({ turnId }: ChatQueuedMessage) => place.get(turnId) ?? items.length;
  return [...waiting.values()].toSorted((a, b) => placeOf(a) - placeOf(b));
}

function waitingMessages(events: readonly SessionEvent[]): Map<string, ChatQueuedMessage> {
  const messages = new Map<string, EventOf<"user.message">>();
  const waiting = new Map<string, ChatQueuedMessage>();
  for (const event of events) {
    const known = readEvent(event)?.value;
    const turnId = turnOf(event);
    if (known?.type === "user.message") messages.set(event.id, known);
    if (turnId === null) continue;
    if (event.type === "turn.started" || turnEndTypes.includes(event.type)) waiting.delete(turnId);
    const message = known?.type === "turn.queued" ? messages.get(known.payload.triggerEventId) : undefined;
    if (message) waiting.set(turnId, queuedMessage(message, turnId));
  }
  return waiting;
}

function queuedMessage(event: EventOf<"user.message">, turnId: string): ChatQueuedMessage {
  const { text, actor, resources } = event.payload;
  const { clientEventId } = event;
  return {
    turnId,
    text,
    ...(typeof clientEventId === "string" && { clientEventId }),
    ...(actor && { actor }),
    ...filesField(resources),
  };
}
