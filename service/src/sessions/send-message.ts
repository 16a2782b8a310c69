import { fileResourceOf, type SessionEvent } from "@service/sdk/protocol";
import type { SessionRecord, TurnRecord } from "../store/records.js";
import type { Decided, SessionState } from "../store/store.js";
import { conflict, limitExceeded, messageTooLarge, sessionCancelled } from "./api-failure.js";
import { maxPayloadBytes, utf8Length } from "./bound-payload.js";
import { repeated } from "./same-content.js";
import { SessionDraft, type Cause } from "./session-draft.js";
import { cancelPendingDecisions } from "./settle-decisions.js";

/** Whose words a turn begins with. @default "user" */
export type TurnSource = "user" | "scheduled_task" | "automation";

/** A message to the agent from a person, or from a host for a person. */
export interface MessageInput {
  readonly text: string;
  readonly clientEventId: string | null;
  readonly modelContext: string | null;
  /** Further fields of the payload, unchanged. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Files among them that the session keeps once it takes the message. */
  readonly files?: readonly string[] | undefined;
  /** `steer` makes it the very next turn and ends the one that runs; its text stays in the log. */
  readonly delivery: "send" | "steer";
  /** Takes it only when the control is still the one the caller saw. */
  readonly controlEtag?: string | undefined;
  /** The withdrawn turn that this is an edit of. */
  readonly replacedTurnId?: string | null | undefined;
  readonly source?: TurnSource | undefined;
}

/** An accepted write, now or at its first attempt. */
export type Accepted = { readonly eventId: string; readonly turnId?: string } | { readonly prior: SessionEvent };

/** Version of the session's control, for callers to compare. */
export function controlEtag({ control }: SessionRecord): string {
  return `c${control.version}`;
}

/** How many turns may wait in one session. */
export const maxQueuedTurns = 200;

/**
 * Takes a message as the session's next turn: behind those that wait, or in front of them.
 *
 * @param also is done in the same change, unless the message is a repeat; it may refuse by throwing.
 */
export function sendMessage(
  state: SessionState,
  cause: Cause,
  input: MessageInput,
  also: (draft: SessionDraft) => void = () => undefined,
): Decided<Accepted> {
  const payload = messagePayload(input, cause);
  const prior = repeated(state.prior, "user.message", payload, filesOfCreation(state.session));
  if (prior !== null) return { change: null, result: { prior } };
  const draft = openDraft(state, cause);
  assertControl(draft, input.controlEtag);
  also(draft);
  if (input.files) draft.keepFiles(input.files);
  const turn = input.delivery === "steer" ? steer(draft, input, payload) : queueLast(draft, input, payload);
  return draft.done({ eventId: turn.triggerEventId, turnId: turn.id });
}

/** Ids of the files that the session was created with. */
export function filesOfCreation({ settings }: Pick<SessionRecord, "settings">): string[] {
  const resources = Array.isArray(settings["resources"]) ? settings["resources"] : [];
  return resources.flatMap((resource) => fileResourceOf(resource)?.fileId ?? []);
}

function queueLast(draft: SessionDraft, input: MessageInput, payload: object): TurnRecord {
  const wasIdle = draft.openTurns.length === 0;
  const turn = queueMessage(draft, input, payload, (draft.openTurns.at(-1)?.position ?? -1) + 1);
  if (wasIdle) draft.setStatus("queued");
  return turn;
}

function steer(draft: SessionDraft, input: MessageInput, payload: object): TurnRecord {
  const turn = queueMessage(draft, input, payload, (draft.openTurns[0]?.position ?? 0) - 1);
  interruptFor(draft, turn.id);
  return turn;
}

/**
 * Ends the running or waiting turn in favour of another; its worker writes nothing more.
 *
 * @param told fields of the event that records it, under the caller's key.
 * @returns the event's id.
 */
export function interruptFor(
  draft: SessionDraft,
  targetTurnId: string,
  told: object = {},
  clientEventId: string | null = null,
): string {
  const replaced = draft.activeTurn;
  const isLive = replaced !== undefined && replaced.status !== "requires_action";
  const say = () => {
    const operationId = draft.cause.newId();
    const requested = { operationId, targetTurnId, replacedTurnId: replaced?.id ?? null, stopping: isLive, ...told };
    return draft.emit("session.control.steer_requested", requested, { clientEventId }).id;
  };
  const early = isLive ? say() : null;
  if (replaced !== undefined) supersede(draft, replaced, targetTurnId);
  const eventId = early ?? say();
  draft.setStatus("queued");
  return eventId;
}

/** @throws {ServiceApiError} 409 `CONTROL_CHANGED` when the caller rests on an older control. */
export function assertControl({ session }: SessionDraft, expectedEtag: string | undefined): void {
  if (expectedEtag === undefined || expectedEtag === controlEtag(session)) return;
  throw conflict("The session's control changed since it was read. Read it again.", "CONTROL_CHANGED", {
    current: { queueVersion: session.queueVersion },
  });
}

/** Initial fields of a new turn. */
export function newTurn(
  facts: Pick<
    TurnRecord,
    "id" | "sessionId" | "triggerEventId" | "position" | "prompt" | "modelContext" | "extra" | "metadata"
  > & { readonly source?: TurnSource | undefined },
  now: string,
): TurnRecord {
  return {
    ...facts,
    status: "queued",
    source: facts.source ?? "user",
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
      extra: input.extra,
      source: input.source,
      metadata: {
        ...(input.delivery === "steer" && { delivery: "steer" }),
        ...(input.replacedTurnId != null && { replacedTurnId: input.replacedTurnId }),
      },
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
