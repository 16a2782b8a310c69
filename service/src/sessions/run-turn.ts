import type { Approval, ApprovalMachine } from "@service/sdk/protocol";
import type { AgentStep, AskedQuestions } from "../agent/agent.js";
import type { EventDraft, RequestRecord, SessionRecord, TurnRecord } from "../store/records.js";
import type { Decided, SessionState } from "../store/store.js";
import { reportEnd } from "./child-report.js";
import { keptTimeAfter } from "./kept-time.js";
import { endRecoveryWait, handOver, isSuspect, isWaiting, recover } from "./recover-turn.js";
import { SessionDraft, type Cause } from "./session-draft.js";
import { cancelPendingDecisions, expireRequests } from "./settle-decisions.js";

/** Writes of a worker with a session's lease: start, wait and end of a turn. */

/** Next step for a worker that claimed a session: run this turn, ask again with `isAlone`, or nothing. */
export type Started = { readonly turn: TurnRecord; readonly session: SessionRecord } | "alone" | null;

/**
 * Starts the session's work: the next turn of the queue, a decided one, or one that lost its worker.
 *
 * @param isAlone no other suspect turn of this process is silent.
 */
export function startTurn(state: SessionState, cause: Cause, isAlone = false): Decided<Started> {
  const draft = new SessionDraft(state, cause);
  if (draft.session.status === "cancelled") return draft.done(null);
  const active = draft.activeTurn;
  if (active?.status === "requires_action") return resumeTurn(draft, active);
  if (active !== undefined) return recoverTurn(draft, active, isAlone);
  const next = draft.queuedTurns[0];
  if (next === undefined || draft.session.control.state === "paused") return draft.done(null);
  return beginAttempt(draft, next);
}

/** The turn that a worker writes, and what it still has to write before the turn moves on. */
export interface LastWords {
  readonly turnId: string;
  readonly events: readonly EventDraft[];
}

export function completeTurn(state: SessionState, cause: Cause, last: LastWords, output: string): Decided<null> {
  return endTurn(state, cause, last, "completed", { output }, output);
}

export interface TurnFailure {
  readonly error: string;
  readonly code: string;
  readonly retryable: boolean;
}

export function failTurn(state: SessionState, cause: Cause, last: LastWords, failure: TurnFailure): Decided<null> {
  return endTurn(state, cause, last, "failed", failure, failure.error);
}

/** Writes the first output of an attempt and remembers that there is some. */
export function writeFirstOutput(state: SessionState, cause: Cause, { turnId, events }: LastWords): Decided<null> {
  const draft = new SessionDraft(state, cause);
  const turn = draft.openTurns.find((entry) => entry.id === turnId);
  if (turn !== undefined) draft.moveTurn(turn, { hasOutput: true });
  draft.emitAll(events);
  return draft.done(null);
}

/** Facts about the calls that a person approves, by the approval's id. */
export interface AskedOf {
  readonly machines: ReadonlyMap<string, ApprovalMachine>;
  /** The origin of their tools: an approval is valid for this origin alone. */
  readonly origins: ReadonlyMap<string, string>;
}

/** Asks a person and suspends the turn: the lease ends, no worker is busy meanwhile. */
export function askPerson(
  state: SessionState,
  cause: Cause,
  { turnId, events }: LastWords,
  ask: AgentStep & { type: "ask" } & AskedOf,
): Decided<null> {
  const draft = new SessionDraft(state, cause);
  draft.emitAll(events);
  const turn = draft.openTurns.find((entry) => entry.id === turnId);
  if (turn === undefined) return draft.done(null);
  for (const asked of ask.questions ?? []) requestAnswers(draft, turn, asked);
  const approvals = (ask.approvals ?? []).map(({ id, name, arguments: args }): Approval => ({
    id,
    callId: id,
    toolCallId: id,
    name,
    arguments: args,
    rawItem: { type: "function_call", callId: id, name, arguments: args },
    ...(ask.machines.has(id) && { machine: ask.machines.get(id) }),
    ...(ask.origins.has(id) && { origin: ask.origins.get(id) }),
  }));
  draft.patch({ approvals });
  if (approvals.length > 0) draft.emit("session.requiresAction", { approvals }, { turnId });
  draft.moveTurn(turn, { status: "requires_action", isDecided: false });
  draft.setStatus("requires_action");
  draft.endLease();
  return draft.done(null);
}

/** Applies overdue changes: expires questions, ends the delay of a recovering turn. */
export function settleOverdue(state: SessionState, cause: Cause): Decided<number> {
  const draft = new SessionDraft(state, cause);
  endRecoveryWait(draft);
  return draft.done(expireRequests(draft));
}

/** Leaves a turn without output to another worker. False when it has output, or does not run. */
export function handOverTurn(state: SessionState, cause: Cause): Decided<boolean> {
  const draft = new SessionDraft(state, cause);
  return draft.done(handOver(draft));
}

/** The agent's title, unless a person gave one. */
export function setAgentTitle(state: SessionState, cause: Cause, title: string): Decided<null> {
  const draft = new SessionDraft(state, cause);
  if (draft.session.titleSource === "user") return draft.done(null);
  draft.patch({ title, titleSource: "agent" });
  draft.emit("session.title_set", { title, source: "agent" });
  return draft.done(null);
}

function beginAttempt(draft: SessionDraft, turn: TurnRecord): Decided<Started> {
  const { now } = draft.cause;
  const started = draft.moveTurn(turn, {
    status: "running",
    attempts: turn.attempts + 1,
    hasOutput: false,
    isDecided: false,
    recoverAt: null,
    startedAt: turn.startedAt ?? now,
  });
  draft.setStatus("running");
  draft.emit("turn.started", { triggerEventId: turn.triggerEventId }, { turnId: turn.id });
  return draft.done({ turn: started, session: draft.session });
}

/** Continues after a decision; while others of the same turn are open, it announces them and waits again. */
function resumeTurn(draft: SessionDraft, turn: TurnRecord): Decided<Started> {
  if (!turn.isDecided || draft.session.control.state === "paused") return draft.done(null);
  const started = beginAttempt(draft, { ...turn, recoveries: 0 });
  if (!draft.isWaitingForDecision) return started;
  const { approvals } = draft.session;
  if (approvals.length > 0) draft.emit("session.requiresAction", { approvals }, { turnId: turn.id });
  const moved = draft.openTurns.find((entry) => entry.id === turn.id) ?? turn;
  draft.moveTurn(moved, { status: "requires_action" });
  draft.setStatus("requires_action");
  draft.endLease();
  return draft.done(null);
}

function recoverTurn(draft: SessionDraft, lost: TurnRecord, isAlone: boolean): Decided<Started> {
  const turn = lost.status === "recovering" ? lost : recover(draft, lost);
  if ("error" in turn) {
    draft.emit("turn.failed", { ...turn, retryable: true }, { turnId: lost.id });
    closeTurn(draft, lost, "failed", turn.error);
    return draft.done(null);
  }
  if (isWaiting(turn, draft.cause.now)) return draft.done(null);
  if (isSuspect(turn) && !isAlone) return draft.done("alone");
  return beginAttempt(draft, turn);
}

function endTurn(
  state: SessionState,
  cause: Cause,
  { turnId, events }: LastWords,
  status: "completed" | "failed",
  payload: object,
  text: string,
): Decided<null> {
  const draft = new SessionDraft(state, cause);
  const turn = draft.openTurns.find((entry) => entry.id === turnId);
  if (turn === undefined) return draft.done(null);
  draft.emitAll(events);
  draft.emit(`turn.${status}`, payload, { turnId });
  closeTurn(draft, turn, status, text);
  return draft.done(null);
}

function closeTurn(draft: SessionDraft, turn: TurnRecord, status: "completed" | "failed", text: string): void {
  cancelPendingDecisions(draft);
  draft.moveTurn(turn, { status, finishedAt: draft.cause.now, isDecided: false });
  reportEnd(draft, turn, status, text);
  draft.setStatus(draft.queuedTurns.length > 0 ? "queued" : "idle");
  draft.endLease();
}

function requestAnswers(draft: SessionDraft, turn: TurnRecord, asked: AskedQuestions): void {
  const { now } = draft.cause;
  const expiresAt = asked.expiresInMs === null ? null : keptTimeAfter(now, asked.expiresInMs);
  const request: RequestRecord = {
    id: asked.id,
    sessionId: turn.sessionId,
    turnId: turn.id,
    toolCallId: asked.toolCallId ?? null,
    status: "pending",
    questions: asked.questions,
    allowSkip: asked.allowSkip,
    response: null,
    respondedBy: null,
    respondedAt: null,
    expiresAt,
    createdAt: now,
    updatedAt: now,
  };
  draft.putRequest(request);
  const { id, questions, allowSkip, toolCallId } = request;
  const told = { id, questions, allowSkip, expiresAt, ...(toolCallId !== null && { toolCallId }) };
  draft.emit("session.humanInput.requested", { request: told }, { turnId: turn.id });
}
