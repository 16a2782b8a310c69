import type { DecisionResponse } from "../conversation/decisions/decision.js";
import type { SessionEventInput } from "../wire/protocol/session-bodies.js";

/** A decision as the session API takes it. */
export function decisionEvent(id: string, response: DecisionResponse, clientEventId: string): SessionEventInput {
  if (response.kind === "question") {
    const payload = { requestId: id, response: response.submission };
    return { type: "user.humanInputResponse", clientEventId, payload };
  }
  const { decision, message } = response;
  const payload = { approvalId: id, decision, ...(message !== undefined && { message }) };
  return { type: "user.approvalDecision", clientEventId, payload };
}
