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

/** The call that a person was asked about under this approval's id, as it was asked last; null when none was. */
export function askedCallOf(
  past: readonly SessionEvent[],
  approvalId: string,
): { readonly name: unknown; readonly arguments: unknown } | null {
  for (const { type, payload } of past.toReversed()) {
    if (type !== "session.requiresAction" || !isRecord(payload) || !Array.isArray(payload["approvals"])) continue;
    const asked: unknown = payload["approvals"].find((entry) => isRecord(entry) && entry["id"] === approvalId);
    if (isRecord(asked)) return { name: asked["name"], arguments: asked["arguments"] };
  }
  return null;
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
