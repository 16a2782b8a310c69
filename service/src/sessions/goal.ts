import { maxGoalBytes, type GoalMutationPolicy, type SessionEvent } from "@service/sdk/protocol";
import type { GoalFacts, SessionRecord } from "../store/records.js";
import type { Decided, SessionState } from "../store/store.js";
import { conflict, invalid, keyReused, notFound, sessionCancelled } from "./api-failure.js";
import { utf8Length } from "./bound-payload.js";
import { isRecord } from "./is-record.js";
import { SessionDraft, type Cause } from "./session-draft.js";
import { withoutMissing } from "./without-missing.js";

/** The goal of a session: set by its creation or its agent, changed by people. */

export interface Objective {
  readonly text: string;
  readonly successCriteria?: string | null | undefined;
  readonly rootConstraints?: readonly unknown[] | undefined;
  readonly mutationPolicy?: GoalMutationPolicy | undefined;
  readonly maxAutoContinuations?: number | null | undefined;
}

/** Gives the session a goal; one that it has is replaced. */
export function setGoal(draft: SessionDraft, objective: Objective, by: "api" | "agent", turnId?: string): GoalFacts {
  // A caller gives it as a field of a session's creation.
  assertFits(objective, by === "api" ? "goal." : "");
  const { now, newId } = draft.cause;
  // A change that is based on the previous goal must not pass as a change of this goal.
  const goalRevision = draft.session.goal?.objectiveRevision ?? previousRevision(draft.session);
  const goal: GoalFacts = {
    id: newId(),
    status: "active",
    text: objective.text,
    successCriteria: objective.successCriteria ?? null,
    rootConstraints: objective.rootConstraints ?? [],
    evidence: null,
    rationale: null,
    pausedReason: null,
    createdBy: by,
    version: 1,
    objectiveRevision: goalRevision + 1,
    mutationPolicy: objective.mutationPolicy ?? "review_changes",
    maxAutoContinuations: objective.maxAutoContinuations ?? null,
    createdAt: now,
    updatedAt: now,
  };
  const replaced = draft.session.goal !== null;
  draft.patch({ goal, goalRevision });
  const actor = by === "agent" ? by : (draft.cause.actor ?? by);
  draft.emit("goal.set", { ...objectivePayload(goal), actor, replaced }, { turnId: turnId ?? null });
  return goal;
}

/** An agent's goal, logged in its turn. Null when the agent may not replace the existing goal. */
export function setAgentGoal(
  state: SessionState,
  cause: Cause,
  turnId: string,
  text: string,
): Decided<GoalFacts | null> {
  if (isPeoples(state.session)) return { change: null, result: null };
  const draft = new SessionDraft(state, cause);
  return draft.done(setGoal(draft, { text }, "agent", turnId));
}

/** Whether only people change its goal: an open one that they set or rewrote, unless its policy lets the agent adapt it. */
function isPeoples(session: SessionRecord): boolean {
  const { goal } = session;
  if (goal === null || goal.status === "completed" || goal.mutationPolicy === "autonomous_adaptation") return false;
  return goal.createdBy === "api" || goal.objectiveRevision > previousRevision(session) + 1;
}

function previousRevision({ goalRevision = 0 }: SessionRecord): number {
  return goalRevision;
}

/** Null when there is none that could be completed. */
export function completeGoal(
  state: SessionState,
  cause: Cause,
  turnId: string,
  evidence: string,
): Decided<GoalFacts | null> {
  const draft = new SessionDraft(state, cause);
  const { goal } = draft.session;
  if (goal === null || goal.status === "completed") return draft.done(null);
  const next = change(draft, goal, { status: "completed", evidence, pausedReason: null });
  draft.emit("goal.completed", { goalId: next.id, text: next.text, evidence, version: next.version }, { turnId });
  return draft.done(next);
}

interface GoalWrite {
  readonly clientEventId: string | null;
  readonly rationale?: string | undefined;
}

/** Pauses or resumes. Pausing a paused goal changes nothing. */
export function holdGoal(
  state: SessionState,
  cause: Cause,
  input: GoalWrite & { readonly status: "paused" | "active" },
): Decided<GoalFacts> {
  const { status, rationale, clientEventId } = input;
  const type = status === "paused" ? "goal.paused" : "goal.resumed";
  const { draft, goal } = openGoal(state, cause);
  if (isRepeat(state.prior, type)) return { change: null, result: goal };
  assertOpen(goal);
  if (status === "paused" && goal.status === "paused") return { change: null, result: goal };
  if (status === "active" && goal.status !== "paused") {
    throw refused("GOAL_NOT_PAUSED", "The goal is not paused, so it cannot be resumed.", goal);
  }
  const next = change(draft, goal, {
    status,
    rationale: rationale ?? null,
    pausedReason: status === "paused" ? (rationale ?? null) : null,
  });
  const told = { goalId: next.id, text: next.text, version: next.version, actor: cause.actor ?? "api" };
  const why = rationale !== undefined && { rationale, ...(status === "paused" && { reason: rationale }) };
  const counts = status === "paused" && { autoContinuations: 0, noProgressStreak: 0 };
  draft.emit(type, { ...told, ...why, ...counts }, { clientEventId });
  return draft.done(next);
}

/** Changes the objective; omitted fields stay. */
export function rewriteGoal(
  state: SessionState,
  cause: Cause,
  input: GoalWrite & Objective & { readonly expectedObjectiveRevision: number },
): Decided<GoalFacts> {
  const { rationale, clientEventId, expectedObjectiveRevision } = input;
  assertFits(input, "");
  const { draft, goal } = openGoal(state, cause);
  if (isRepeat(state.prior, "goal.updated", objectiveAsked(input))) return { change: null, result: goal };
  assertOpen(goal);
  if (expectedObjectiveRevision !== goal.objectiveRevision) {
    throw refused("GOAL_CHANGED", "The goal changed since it was read. Read it again.", goal);
  }
  const { text, successCriteria, rootConstraints, mutationPolicy } = input;
  const next = change(draft, goal, {
    text,
    ...(successCriteria !== undefined && { successCriteria }),
    ...(rootConstraints !== undefined && { rootConstraints }),
    ...(mutationPolicy !== undefined && { mutationPolicy }),
    rationale: rationale ?? null,
    objectiveRevision: goal.objectiveRevision + 1,
  });
  const told = { ...objectivePayload(next), changeKind: "objective", rationale: next.rationale };
  draft.emit("goal.updated", { ...told, actor: cause.actor ?? "api" }, { clientEventId });
  return draft.done(next);
}

/** Takes the goal away; nothing happens when there is none. */
export function clearGoal(state: SessionState, cause: Cause): Decided<null> {
  const { goal, status } = state.session;
  if (goal === null) return { change: null, result: null };
  if (status === "cancelled") throw sessionCancelled();
  const draft = new SessionDraft(state, cause);
  draft.patch({ goal: null, goalRevision: goal.objectiveRevision });
  const told = { goalId: goal.id, text: goal.text, version: goal.version + 1, actor: cause.actor ?? "api" };
  draft.emit("goal.cleared", told);
  return draft.done(null);
}

function openGoal(state: SessionState, cause: Cause): { draft: SessionDraft; goal: GoalFacts } {
  const { goal, status } = state.session;
  if (goal === null) throw notFound("The session has no goal.");
  if (status === "cancelled") throw sessionCancelled();
  return { draft: new SessionDraft(state, cause), goal };
}

function assertOpen(goal: GoalFacts): void {
  if (goal.status === "completed") throw refused("GOAL_COMPLETED", "The goal is completed and stays as it is.", goal);
}

function change(draft: SessionDraft, goal: GoalFacts, patch: Partial<GoalFacts>): GoalFacts {
  const next = { ...goal, ...patch, version: goal.version + 1, updatedAt: draft.cause.now };
  draft.patch({ goal: next });
  return next;
}

function objectivePayload(goal: GoalFacts): object {
  const { id, text, successCriteria, rootConstraints, version, objectiveRevision, mutationPolicy } = goal;
  return {
    goalId: id,
    text,
    ...(successCriteria !== null && { successCriteria }),
    rootConstraints,
    version,
    objectiveRevision,
    mutationPolicy,
  };
}

/** Whether the key's first write was equal. @throws {ServiceApiError} 409 when it was different. */
function isRepeat(prior: SessionEvent | null, type: string, asked: Readonly<Record<string, unknown>> = {}): boolean {
  if (prior === null) return false;
  const told = isRecord(prior.payload) ? prior.payload : {};
  const isSame = (name: string) => JSON.stringify(told[name] ?? null) === JSON.stringify(asked[name] ?? null);
  if (prior.type === type && Object.keys(asked).every(isSame)) return true;
  throw keyReused(prior.clientEventId ?? "");
}

/** The requested change as its event records it, without omitted fields. */
function objectiveAsked({ text, successCriteria, rootConstraints, mutationPolicy, rationale }: Objective & GoalWrite) {
  return withoutMissing({ text, successCriteria, rootConstraints, mutationPolicy, rationale });
}

function assertFits({ text, successCriteria, rootConstraints }: Objective, place: string): void {
  const sizes = {
    text,
    successCriteria: successCriteria ?? "",
    rootConstraints: JSON.stringify(rootConstraints ?? []),
  };
  for (const [name, value] of Object.entries(sizes)) {
    const field = place + name;
    const size = utf8Length(value);
    if (size <= maxGoalBytes) continue;
    throw invalid(`"${field}" takes ${size} bytes; at most ${maxGoalBytes} are kept.`, 422, {
      field,
      limit: maxGoalBytes,
      size,
    });
  }
}

function refused(code: string, message: string, { version, objectiveRevision, status }: GoalFacts) {
  return conflict(message, code, { current: { version, objectiveRevision, status } });
}
