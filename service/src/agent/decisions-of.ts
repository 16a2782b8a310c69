import {
  humanInputResponseSchema,
  type ApprovalDecision,
  type HumanInputResponse,
  type SessionEvent,
} from "@service/sdk/protocol";
import * as v from "valibot";
import { isRecord } from "../sessions/is-record.js";

export interface TakenDecision {
  readonly decision: ApprovalDecision;
  /** The person's message with the decision. */
  readonly message?: string;
}

/** How an approval was decided, or null while it is open. */
export function decisionOf(past: readonly SessionEvent[], approvalId: string): TakenDecision | null {
  for (const { type, payload } of past) {
    if (type !== "user.approvalDecision" || !isRecord(payload) || payload["approvalId"] !== approvalId) continue;
    const { decision, message } = payload;
    return {
      decision: decision === "approve" ? "approve" : "reject",
      ...(typeof message === "string" && message !== "" && { message }),
    };
  }
  return null;
}

/** How a question set was answered, or null while it is open. */
export function answerOf(past: readonly SessionEvent[], requestId: string): HumanInputResponse | null {
  for (const { type, payload } of past) {
    if (type !== "user.humanInputResponse" || !isRecord(payload) || payload["requestId"] !== requestId) continue;
    const read = v.safeParse(humanInputResponseSchema, payload["response"]);
    if (read.success) return read.output;
  }
  return null;
}
