import type { HumanInputResponse } from "@service/sdk/protocol";
import type { RequestRecord } from "../store/records.js";
import type { EventPlace, SessionDraft } from "./session-draft.js";

/** Writes how a question was settled, in the log and on its record. */
export function settleRequest(
  draft: SessionDraft,
  request: RequestRecord,
  response: HumanInputResponse,
  place: EventPlace = {},
): string {
  const { cause } = draft;
  const isPersons = response.outcome === "answered" || response.outcome === "skipped";
  draft.putRequest({
    ...request,
    status: response.outcome,
    response,
    respondedBy: isPersons ? (cause.actor ?? cause.subjectId ?? null) : null,
    respondedAt: cause.now,
    updatedAt: cause.now,
  });
  const actor = isPersons ? cause.actor : undefined;
  const event = draft.emit(
    "user.humanInputResponse",
    { requestId: request.id, response, ...(actor && { actor }) },
    { ...place, turnId: request.turnId },
  );
  return event.id;
}

/** Cancels the open requests, as their turn has ended. */
export function cancelPendingDecisions(draft: SessionDraft): void {
  for (const request of draft.pendingRequests) settleRequest(draft, request, { outcome: "cancelled" });
  if (draft.session.approvals.length > 0) draft.patch({ approvals: [] });
}

/** Expires overdue questions; the turn continues with that result. Returns their number. */
export function expireRequests(draft: SessionDraft): number {
  const { now } = draft.cause;
  const overdue = draft.pendingRequests.filter((request) => request.expiresAt !== null && request.expiresAt <= now);
  for (const request of overdue) settleRequest(draft, request, { outcome: "expired" });
  const turn = draft.activeTurn;
  if (overdue.length > 0 && turn?.status === "requires_action") draft.moveTurn(turn, { isDecided: true });
  return overdue.length;
}
