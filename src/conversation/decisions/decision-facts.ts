import type { ChatPending } from "../../wire/protocol/chat-chunk.js";
import {
  approvalArguments,
  approvalId,
  approvalMachine,
  approvalName,
  readApproval,
  readHumanInputRequest,
  type Approval,
  type HumanInputRequest,
} from "../../wire/protocol/decisions.js";
import type {
  ApprovalRequest,
  Decision,
  DecisionResponse,
  DecisionState,
  QuestionRequest,
  SettledOutcome,
} from "./decision.js";
import type { DecisionBook, SettledFacts } from "./book-changes.js";

/** Facts about one decision, and its conversion from the wire. */

const pending: DecisionState = { name: "pending" };

/** The turn and the session that ask. */
export type DecisionOrigin = Pick<Decision, "turnId" | "sessionId">;

export function toApproval(approval: Approval, origin: DecisionOrigin, position: number): ApprovalRequest {
  const name = approvalName(approval);
  const id = approvalId(approval) ?? name ?? String(position);
  const { callId } = approval;
  const machine = approvalMachine(approval);
  return {
    kind: "approval",
    id,
    ...origin,
    state: pending,
    name,
    arguments: approvalArguments(approval),
    ...(callId && callId !== id && { callId }),
    ...(machine && { machine }),
  };
}

export function toQuestion(request: HumanInputRequest, origin: DecisionOrigin): QuestionRequest {
  return { kind: "question", id: request.id, ...origin, state: pending, request };
}

/** Null for malformed questions, which cannot be shown. */
export function fromChat(waiting: ChatPending, origin: DecisionOrigin): Decision | null {
  if (waiting.kind === "human_input") {
    const request = readHumanInputRequest(waiting.payload);
    return request && { ...toQuestion(request, origin), id: waiting.requestId };
  }
  const approval = toApproval(readApproval(waiting.payload) ?? {}, origin, 0);
  const named = { ...approval, id: waiting.requestId, name: approval.name ?? waiting.name };
  const callId = approvalId(readApproval(waiting.payload) ?? {});
  return callId === undefined || callId === waiting.requestId ? named : { ...named, callId };
}

/** Whether the decision accepts an answer now: the first one, or another one after a failure. */
export function isAnswerable({ state }: Decision): boolean {
  return state.name === "pending" || state.name === "failed" || state.name === "unknown";
}

/** Whether the decision is final, made here or elsewhere. */
export function isOver({ state }: Decision): boolean {
  return state.name === "settled" || state.name === "expired" || state.name === "superseded";
}

/** Whether the decision was made elsewhere: then it is shown before it is removed. */
export function isNews({ state }: Decision): boolean {
  return state.name === "settled" && !state.here && state.outcome !== "cancelled";
}

/** Whether a turn's event concerns the decision: true if either has no turn id. */
export function mayBeOf(decision: Decision, turnId: string | null): boolean {
  return decision.turnId === null || turnId === null || decision.turnId === turnId;
}

export function outcomeOf(response: DecisionResponse): SettledOutcome {
  return response.kind === "approval" ? response.decision : response.submission.outcome;
}

/** Compares the keys if both have one; else checks whether the same answer was given here, and has not failed. */
export function wasGivenHere(book: DecisionBook, decision: Decision, settled: SettledFacts): boolean {
  const { state } = decision;
  const given = book.given?.find(decision);
  const key = book.keys.get(decision.id) ?? given?.key;
  if (key !== undefined && typeof settled.clientEventId === "string") return settled.clientEventId === key;
  // Another conversation of this page may have sent it.
  if (state.name === "pending") return given?.outcome === settled.outcome;
  if (state.name !== "submitting" && state.name !== "accepted" && state.name !== "unknown") return false;
  return outcomeOf(state.response) === settled.outcome;
}
