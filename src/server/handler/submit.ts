/**
 * Writes a message or an answer, and returns the turn to read. Everything is sent with an idempotency key, so a
 * repeat reads the turn of the first.
 */
import { ChatError } from "../../wire/protocol/chat-error.js";
import type { ChatRespondBody, ChatSendBody } from "../../wire/protocol/chat-bodies.js";
import { readEvent, type SessionEvent } from "../../wire/protocol/session-event.js";
import type { SessionEventInput, SteerBody } from "../../wire/protocol/session-bodies.js";
import type { EventPage } from "../../api/event-page.js";
import { turnOf } from "./fold-turn.js";
import { turnBeganAt } from "./locate-turn.js";
import { sessionMissing, type OpenConversation } from "./open-conversation.js";
import { isStopped, resumeStopped } from "./stop.js";
import type { TurnReading } from "./read-turn.js";
import { readPage } from "./replay.js";

/** The first page after a write contains the turn's beginning, as both are written at once. */
const firstPageLimit = 500;

/** Sends a message; the first one makes the session. */
export async function submitMessage(
  open: OpenConversation,
  body: ChatSendBody,
  signal?: AbortSignal,
): Promise<TurnReading> {
  const clientEventId = body.clientEventId ?? open.newId();
  const files = body.resources && { resources: body.resources };
  const message = { text: body.message, clientEventId, ...files };
  if (open.session === null) {
    const reading = await createWithMessage(open, message, signal);
    if (reading) return reading;
  }
  const call = { signal, actor: open.actor };
  const wasStopped = isStopped(open);
  if ((body.delivery === "steer" || wasStopped) && open.session !== null) {
    const { accepted, turn } = await open.client.steer(open.ref, { ...message, ...open.credentials }, call);
    if (wasStopped) await resumeStopped(open, signal);
    return readingAfter(open, accepted, turn?.id, signal);
  }
  const payload = { text: body.message, ...files, ...open.credentials };
  const input: SessionEventInput = { type: "user.message", clientEventId, payload };
  return readingAfter(open, await open.client.sendEvent(open.ref, input, call), undefined, signal);
}

/** Decides an approval or answers a question; the reading is what follows in the same turn. */
export async function submitResponse(
  open: OpenConversation,
  body: ChatRespondBody,
  signal?: AbortSignal,
): Promise<TurnReading> {
  if (open.session === null) throw sessionMissing();
  const accepted = await open.client.sendEvent(open.ref, responseEvent(open, body), { signal, actor: open.actor });
  const turnId = turnOf(accepted);
  if (turnId === null) throw turnMissing();
  const from = await turnBeganAt(open, turnId, accepted.sequence, signal);
  return { turnId, from, cursor: accepted.sequence };
}

/** Null when another person's first message created the session: then ours must still be sent. */
async function createWithMessage(
  open: OpenConversation,
  { text, clientEventId, resources }: Pick<SteerBody, "text" | "resources"> & { readonly clientEventId: string },
  signal: AbortSignal | undefined,
): Promise<TurnReading | null> {
  const { workspaceId } = open.ref;
  // The service shows them with the first message.
  const files = resources && { resources: [...(open.creation.resources ?? []), ...resources] };
  const body = { ...open.creation, ...files, initialMessage: text, clientEventId, workspaceId };
  const session = await open.client.createSession(body, { signal, actor: open.actor });
  open.firstMessages.tell(open.ref.sessionId);
  const first = await readPage(open, 0, firstPageLimit, signal);
  const message = first.events.find((event) => event.type === "user.message");
  // A repeated creation returns the first one's session; the key shows whose message began it.
  if (message?.clientEventId !== clientEventId) return null;
  const turnId = queuedTurn(first, message) ?? session.initialTurnId ?? undefined;
  if (turnId === undefined) throw turnMissing();
  return { turnId, from: 1, cursor: 0, first };
}

async function readingAfter(
  open: OpenConversation,
  accepted: SessionEvent,
  known: string | undefined,
  signal: AbortSignal | undefined,
): Promise<TurnReading> {
  const cursor = accepted.sequence;
  const first = await readPage(open, cursor, firstPageLimit, signal);
  const turnId = known ?? queuedTurn(first, accepted);
  if (turnId === undefined) throw turnMissing();
  return { turnId, from: cursor + 1, cursor, first };
}

function queuedTurn(page: EventPage, message: SessionEvent): string | undefined {
  for (const event of page.events) {
    const known = event.type === "turn.queued" ? readEvent(event)?.value : undefined;
    if (known?.type === "turn.queued" && known.payload.triggerEventId === message.id) return turnOf(event) ?? undefined;
  }
  return undefined;
}

function responseEvent(open: OpenConversation, body: ChatRespondBody): SessionEventInput {
  const { requestId } = body;
  const clientEventId = body.clientEventId ?? open.newId();
  if ("decision" in body) {
    const { decision, message } = body;
    const payload = { approvalId: requestId, decision, ...(message !== undefined && { message }), ...open.credentials };
    return { type: "user.approvalDecision", clientEventId, payload };
  }
  const response =
    "skip" in body ? ({ outcome: "skipped" } as const) : ({ outcome: "answered", answers: body.answers } as const);
  return { type: "user.humanInputResponse", clientEventId, payload: { requestId, response, ...open.credentials } };
}

function turnMissing(): ChatError {
  return new ChatError(
    "The service took the message, but its log names no turn for it. It will answer; restore the conversation.",
    { code: "turn_missing", retryable: true },
  );
}
