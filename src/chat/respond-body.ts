import type { DecisionResponse } from "../conversation/decisions/decision.js";
import type { ChatRespondBody } from "../wire/protocol/chat-bodies.js";

/** A decision as the chat handler takes it. */
export function respondBody(requestId: string, response: DecisionResponse, clientEventId: string): ChatRespondBody {
  if (response.kind === "approval") {
    const { decision, message } = response;
    return { requestId, decision, clientEventId, ...(message !== undefined && { message }) };
  }
  const { submission } = response;
  if (submission.outcome === "skipped") return { requestId, skip: true, clientEventId };
  return { requestId, answers: submission.answers, clientEventId };
}
