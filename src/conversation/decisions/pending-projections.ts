import type { SessionEvent } from "../../wire/protocol/session-event.js";
import { emptyDecisions, foldDecisionEvent } from "./decision-book.js";
import type { ApprovalRequest, Decision, QuestionRequest } from "./decision.js";

/** The approvals that these events leave undecided, oldest first. Events may be in any order. */
export function projectPendingApprovals(events: readonly SessionEvent[]): readonly ApprovalRequest[] {
  return project(events).filter((decision) => decision.kind === "approval");
}

/** The unanswered question sets of these events, oldest first. Callers check the expiry by their clock. */
export function projectPendingHumanInputRequests(events: readonly SessionEvent[]): readonly QuestionRequest[] {
  return project(events).filter((decision) => decision.kind === "question");
}

function project(events: readonly SessionEvent[]): readonly Decision[] {
  const ordered = events.toSorted((a, b) => a.sequence - b.sequence);
  const book = ordered.reduce(foldDecisionEvent, emptyDecisions);
  return book.decisions.filter((decision) => decision.state.name === "pending");
}
