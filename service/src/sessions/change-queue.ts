import type { ConflictState, SessionEvent } from "@service/sdk/protocol";
import type { TurnRecord } from "../store/records.js";
import type { Decided, SessionState } from "../store/store.js";
import { conflict, keyReused, notFound, sessionCancelled } from "./api-failure.js";
import { reportRest } from "./child-report.js";
import { clearedDraft, draftOf, hasContent, type DraftOwner } from "./composer-draft.js";
import { isRecord } from "./is-record.js";
import { assertControl, interruptFor, type Accepted } from "./send-message.js";
import { SessionDraft, type Cause } from "./session-draft.js";

/** People's changes to waiting turns. Each is one atomic change, so it cannot interleave with the start of a turn. */

export interface QueueInput {
  readonly turnId: string;
  readonly clientEventId: string;
  /** The record under the id in the store, waiting or not. */
  readonly known: TurnRecord | null;
  readonly expectedTurnVersion?: number | undefined;
}

export interface MoveInput extends QueueInput {
  readonly expectedQueueVersion: number;
  readonly beforeTurnId: string | null;
}

export interface EditInput extends QueueInput {
  readonly owner: DraftOwner;
  readonly expectedDraftRevision: number;
  readonly replaceDraft: boolean;
}

/** Withdraws a turn that has not started. */
export function withdrawTurn(
  state: SessionState,
  cause: Cause,
  input: QueueInput & { readonly reason?: string | undefined },
): Decided<Accepted> {
  const prior = repeatedChange(state.prior, { operation: "delete", turnId: input.turnId });
  if (prior !== null) return { change: null, result: { prior } };
  const { draft, turn } = waitingTurn(state, cause, input);
  takeOut(draft, turn, { status: "cancelled", cancelReason: input.reason ?? "withdrawn" });
  return tell(draft, input, "delete", {});
}

/** Moves a turn before another, or to the end. The turns keep the same set of positions. */
export function moveTurn(state: SessionState, cause: Cause, input: MoveInput): Decided<Accepted> {
  const { turnId, beforeTurnId, expectedQueueVersion } = input;
  const prior = repeatedChange(state.prior, { operation: "move", turnId, beforeTurnId });
  if (prior !== null) return { change: null, result: { prior } };
  const { draft, turn } = waitingTurn(state, cause, input);
  const current = { queueVersion: draft.session.queueVersion, turnVersion: turn.version };
  if (expectedQueueVersion !== current.queueVersion) {
    throw refused("QUEUE_VERSION_CHANGED", "The queue changed since it was read. Read it again.", current);
  }
  const waiting = draft.queuedTurns;
  const others = waiting.filter((entry) => entry.id !== turnId);
  const at = beforeTurnId === null ? others.length : others.findIndex((entry) => entry.id === beforeTurnId);
  if (at < 0) {
    throw refused(
      "QUEUE_ANCHOR_CHANGED",
      "The message to put it before no longer waits. Read the queue again.",
      current,
    );
  }
  for (const [index, entry] of others.toSpliced(at, 0, turn).entries()) {
    draft.placeTurn(entry, waiting[index]?.position ?? entry.position);
  }
  return tell(draft, input, "move", { beforeTurnId });
}

/** Makes a waiting turn the very next one and ends the one that runs. */
export function steerTurn(
  state: SessionState,
  cause: Cause,
  input: QueueInput & { readonly controlEtag?: string | undefined },
): Decided<Accepted> {
  const { turnId, clientEventId, controlEtag } = input;
  const prior = repeatedChange(state.prior, { targetTurnId: turnId }, "session.control.steer_requested");
  if (prior !== null) return { change: null, result: { prior } };
  const { draft, turn } = waitingTurn(state, cause, input);
  assertControl(draft, controlEtag);
  const front = (draft.openTurns[0]?.position ?? 0) - 1;
  const { version } = draft.moveTurn(turn, { position: front, metadata: { ...turn.metadata, delivery: "steer" } });
  const queueVersion = draft.session.queueVersion + 1;
  draft.patch({ queueVersion });
  const told = { queueVersion, turnVersion: version, ...(cause.actor && { actor: cause.actor }) };
  return draft.done({ eventId: interruptFor(draft, turnId, told, clientEventId), turnId });
}

/** Moves a waiting turn back into the caller's composer, to be edited and sent again. */
export function editTurn(state: SessionState, cause: Cause, input: EditInput): Decided<Accepted> {
  const { turnId, owner, expectedDraftRevision, replaceDraft } = input;
  const prior = repeatedChange(state.prior, { operation: "edit", turnId });
  if (prior !== null) return { change: null, result: { prior } };
  const { draft, turn } = waitingTurn(state, cause, input);
  const before = draftOf(draft, owner);
  const { queueVersion } = draft.session;
  const current = { queueVersion, turnVersion: turn.version, draftRevision: before.revision };
  if (expectedDraftRevision !== before.revision) {
    throw refused("DRAFT_CHANGED", "The draft changed since it was read. Read it again.", current);
  }
  if (hasContent(before) && !replaceDraft) {
    throw refused("DRAFT_NOT_EMPTY", "The composer holds a draft. Say `replaceDraft` to lose it.", current);
  }
  const taken = takeOut(draft, turn, { status: "withdrawn_for_edit", cancelReason: "withdrawn_for_edit" });
  const composer = {
    ...clearedDraft(before, cause.now),
    ...contentOf(turn),
    sourceTurnId: turn.id,
    sourceTurnVersion: taken.version,
  };
  draft.putComposer(composer);
  return tell(draft, input, "edit", { draftRevision: composer.revision });
}

function contentOf({ prompt, extra }: TurnRecord) {
  const list = (name: string) => (Array.isArray(extra[name]) ? (extra[name] as unknown[]) : []);
  const word = (name: string) => (typeof extra[name] === "string" ? extra[name] : null);
  return {
    text: prompt,
    annotations: list("annotations"),
    resources: list("resources"),
    model: word("model"),
    reasoningEffort: word("reasoningEffort"),
    latencyMode: word("latencyMode"),
  };
}

/** The turn that is meant, which waits and is the one the caller saw. */
function waitingTurn(
  state: SessionState,
  cause: Cause,
  { turnId, known, expectedTurnVersion }: QueueInput,
): { draft: SessionDraft; turn: TurnRecord } {
  const draft = new SessionDraft(state, cause);
  if (draft.session.status === "cancelled") throw sessionCancelled();
  const turn = draft.queuedTurns.find((entry) => entry.id === turnId);
  const { queueVersion } = draft.session;
  if (turn === undefined) {
    if (known === null) throw notFound(`There is no turn ${turnId} in this session.`);
    const current = { queueVersion, turnVersion: known.version };
    throw refused("QUEUE_PROMPT_STARTED", "The message no longer waits: its turn has started or ended.", current);
  }
  if (expectedTurnVersion === undefined || expectedTurnVersion === turn.version) return { draft, turn };
  const current = { queueVersion, turnVersion: turn.version };
  throw refused("PROMPT_CHANGED", "The waiting message changed since it was read. Read the queue again.", current);
}

function takeOut(
  draft: SessionDraft,
  turn: TurnRecord,
  end: { readonly status: "cancelled" | "withdrawn_for_edit"; readonly cancelReason: string },
): TurnRecord {
  const taken = draft.moveTurn(turn, { ...end, finishedAt: draft.cause.now });
  draft.emit("turn.cancelled", { reason: end.cancelReason }, { turnId: turn.id });
  reportRest(draft, taken);
  return taken;
}

/** Logs the change of the queue. A session without waiting turns has nothing to do. */
function tell(draft: SessionDraft, input: QueueInput, operation: string, facts: object): Decided<Accepted> {
  const { turnId, clientEventId } = input;
  const { actor } = draft.cause;
  const queueVersion = draft.session.queueVersion + 1;
  draft.patch({ queueVersion });
  const payload = { operation, queueVersion, turnId, ...facts, ...(actor && { actor }) };
  const event = draft.emit("session.queue.changed", payload, { clientEventId });
  if (draft.openTurns.length === 0) draft.setStatus("idle");
  return draft.done({ eventId: event.id, turnId });
}

/**
 * The event of the first attempt. Versions in it are from that time, so only the request decides whether it is the
 * same.
 */
function repeatedChange(
  prior: SessionEvent | null,
  asked: Readonly<Record<string, string | null>>,
  type = "session.queue.changed",
): SessionEvent | null {
  if (prior === null) return null;
  const payload = isRecord(prior.payload) ? prior.payload : {};
  const isSame = prior.type === type && Object.entries(asked).every(([name, value]) => payload[name] === value);
  if (isSame) return prior;
  throw keyReused(prior.clientEventId ?? "");
}

function refused(code: string, message: string, current: ConflictState) {
  return conflict(message, code, { current });
}
