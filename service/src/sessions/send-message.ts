import type { SessionEvent } from "@service/sdk/protocol";
import type { TurnRecord } from "../store/records.js";
import type { Decided, SessionState } from "../store/store.js";
import { limitExceeded, messageTooLarge, sessionCancelled } from "./api-failure.js";
import { maxPayloadBytes, utf8Length } from "./bound-payload.js";
import { repeated } from "./same-content.js";
import { SessionDraft, type Cause } from "./session-draft.js";
import { cancelPendingDecisions } from "./settle-decisions.js";

/** What a person, or a host for one, says to the agent. */
export interface MessageInput {
  readonly text: string;
  readonly clientEventId: string | null;
  readonly modelContext: string | null;
  /** Further fields of the payload, kept as they came. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly delivery: "send" | "steer";
}

/** A write that took, now or when it first came. */
export type Accepted = { readonly eventId: string; readonly turnId?: string } | { readonly prior: SessionEvent };

/** How many turns may wait in one session. */
export const maxQueuedTurns = 200;

/** Takes a message as the session's next turn, behind those that wait. */
export function sendMessage(state: SessionState, cause: Cause, input: MessageInput): Decided<Accepted> {
  const payload = messagePayload(input, cause);
  const prior = repeated(state.prior, "user.message", payload);
  if (prior !== null) return { change: null, result: { prior } };
  const draft = openDraft(state, cause);
  const wasIdle = draft.openTurns.length === 0;
  const position = (draft.openTurns.at(-1)?.position ?? -1) + 1;
  const turn = queueMessage(draft, input, payload, position);
  if (wasIdle) draft.setStatus("queued");
  return draft.done({ eventId: turn.triggerEventId, turnId: turn.id });
}

/**
 * Takes a message as the very next turn and ends the one that runs or waits for a decision: its text stays in the log,
 * its worker writes nothing more.
 */
export function steerSession(state: SessionState, cause: Cause, input: MessageInput): Decided<Accepted> {
  const payload = messagePayload(input, cause);
  const prior = repeated(state.prior, "user.message", payload);
  if (prior !== null) return { change: null, result: { prior } };
  const draft = openDraft(state, cause);
  const replaced = draft.activeTurn;
  const position = (draft.openTurns[0]?.position ?? 0) - 1;
  const turn = queueMessage(draft, input, payload, position);
  const isLive = replaced !== undefined && replaced.status !== "requires_action";
  const requested = {
    operationId: cause.newId(),
    targetTurnId: turn.id,
    replacedTurnId: replaced?.id ?? null,
    stopping: isLive,
  };
  if (isLive) draft.emit("session.control.steer_requested", requested);
  if (replaced !== undefined) supersede(draft, replaced, turn.id);
  if (!isLive) draft.emit("session.control.steer_requested", requested);
  draft.setStatus("queued");
  return draft.done({ eventId: turn.triggerEventId, turnId: turn.id });
}

/** What a turn that is made now starts with. */
export function newTurn(
  facts: Pick<TurnRecord, "id" | "sessionId" | "triggerEventId" | "position" | "prompt" | "modelContext" | "metadata">,
  now: string,
): TurnRecord {
  return {
    ...facts,
    status: "queued",
    source: "user",
    version: 1,
    attempts: 0,
    hasOutput: false,
    isDecided: false,
    cancelReason: null,
    startedAt: null,
    finishedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** @throws {ServiceApiError} 413 `message_too_large` with `{limit, size}` in bytes. */
export function assertPayloadFits(payload: object): void {
  const size = utf8Length(JSON.stringify(payload));
  if (size <= maxPayloadBytes) return;
  throw messageTooLarge(size, maxPayloadBytes);
}

function messagePayload(input: MessageInput, { actor }: Cause): object {
  const { text, modelContext, extra, delivery } = input;
  const payload = {
    ...extra,
    text,
    ...(modelContext !== null && { modelContext }),
    ...(delivery === "steer" && { delivery }),
    ...(actor && { actor }),
  };
  assertPayloadFits(payload);
  return payload;
}

function openDraft(state: SessionState, cause: Cause): SessionDraft {
  if (state.session.status === "cancelled") throw sessionCancelled();
  const draft = new SessionDraft(state, cause);
  if (draft.queuedTurns.length < maxQueuedTurns) return draft;
  throw limitExceeded(`${maxQueuedTurns} messages already wait in this session. Wait for answers, or withdraw some.`);
}

function queueMessage(draft: SessionDraft, input: MessageInput, payload: object, position: number): TurnRecord {
  const { cause, session } = draft;
  const message = draft.emit("user.message", payload, { clientEventId: input.clientEventId });
  const turn = newTurn(
    {
      id: cause.newId(),
      sessionId: session.id,
      triggerEventId: message.id,
      position,
      prompt: input.text,
      modelContext: input.modelContext,
      metadata: input.delivery === "steer" ? { delivery: "steer" } : {},
    },
    cause.now,
  );
  draft.addTurn(turn);
  draft.emit("turn.queued", { turnId: turn.id, triggerEventId: message.id, source: turn.source }, { turnId: turn.id });
  draft.patch({ queueVersion: session.queueVersion + 1 });
  return turn;
}

function supersede(draft: SessionDraft, turn: TurnRecord, targetTurnId: string): void {
  cancelPendingDecisions(draft);
  draft.moveTurn(turn, { status: "superseded", finishedAt: draft.cause.now, isDecided: false });
  draft.emit("turn.superseded", { reason: "steer", targetTurnId }, { turnId: turn.id });
  draft.endLease();
}
