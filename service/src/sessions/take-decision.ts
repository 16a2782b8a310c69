import { approvalId, type HumanInputSubmission, type ServiceApiError } from "@service/sdk/protocol";
import type { RequestRecord, TurnRecord } from "../store/records.js";
import type { Decided, SessionState } from "../store/store.js";
import { conflict, notFound, sessionCancelled } from "./api-failure.js";
import { checkAnswers } from "./check-answers.js";
import { repeated } from "./same-content.js";
import { assertPayloadFits, type Accepted } from "./send-message.js";
import { SessionDraft, type Cause } from "./session-draft.js";
import { expireRequests, settleRequest } from "./settle-decisions.js";

export interface ApprovalInput {
  readonly approvalId: string;
  readonly decision: "approve" | "reject";
  readonly message?: string | undefined;
  readonly clientEventId: string | null;
}

export interface AnswerInput {
  readonly requestId: string;
  readonly response: HumanInputSubmission;
  readonly clientEventId: string | null;
}

/** Settles an approval. One decision is taken at a time: until a worker has gone on with it, others meet a 409. */
export function takeApproval(state: SessionState, cause: Cause, input: ApprovalInput): Decided<Accepted> {
  const payload = {
    approvalId: input.approvalId,
    decision: input.decision,
    ...(input.message !== undefined && { message: input.message }),
    ...(cause.actor && { actor: cause.actor }),
  };
  assertPayloadFits(payload);
  const prior = repeated(state.prior, "user.approvalDecision", payload);
  if (prior !== null) return { change: null, result: { prior } };
  const draft = new SessionDraft(state, cause);
  if (draft.session.status === "cancelled") throw sessionCancelled();
  const { approvals } = draft.session;
  const rest = approvals.filter((approval) => approvalId(approval) !== input.approvalId);
  if (rest.length === approvals.length) {
    throw conflict(`No approval "${input.approvalId}" is pending: it was decided before, or its turn has ended.`);
  }
  const turn = decidableTurn(draft);
  draft.patch({ approvals: rest });
  draft.moveTurn(turn, { isDecided: true });
  const { clientEventId } = input;
  const event = draft.emit("user.approvalDecision", payload, { turnId: turn.id, clientEventId });
  return draft.done({ eventId: event.id });
}

/** An accepted answer, or a late one, which is logged as expired and then refused. */
export type AnswerResult = Accepted | { readonly refusal: ServiceApiError };

/**
 * Settles a question set.
 *
 * @param known the record under the id in the store, settled or not.
 */
export function takeAnswer(
  state: SessionState,
  cause: Cause,
  known: RequestRecord | null,
  input: AnswerInput,
): Decided<AnswerResult> {
  const { requestId, response, clientEventId } = input;
  const payload = { requestId, response };
  assertPayloadFits(payload);
  const prior = repeated(state.prior, "user.humanInputResponse", payload);
  if (prior !== null) return { change: null, result: { prior } };
  const draft = new SessionDraft(state, cause);
  if (draft.session.status === "cancelled") throw sessionCancelled();
  if (known === null) throw notFound(`There is no question set ${requestId} in this session.`);
  const request = draft.pendingRequests.find((entry) => entry.id === requestId);
  if (request === undefined) throw conflict("These questions are settled already: see the session's log for how.");
  if (request.expiresAt !== null && request.expiresAt <= cause.now) {
    expireRequests(draft);
    return draft.done({ refusal: conflict("The time to answer these questions is over.") });
  }
  checkAnswers(request, response);
  const turn = decidableTurn(draft);
  draft.moveTurn(turn, { isDecided: true });
  return draft.done({ eventId: settleRequest(draft, request, response, { clientEventId }) });
}

function decidableTurn(draft: SessionDraft): TurnRecord {
  const turn = draft.activeTurn;
  if (turn?.status === "requires_action" && !turn.isDecided) return turn;
  throw conflict("Another decision was just taken and the agent has not gone on yet. Try again in a moment.");
}
