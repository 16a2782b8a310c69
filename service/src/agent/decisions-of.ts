import {
  humanInputResponseSchema,
  type ApprovalDecision,
  type HumanInputResponse,
  type SessionEvent,
} from "@service/sdk/protocol";
import * as v from "valibot";
import { isRecord } from "../sessions/is-record.js";

/** A person's decision on an approval that an agent asked for. */
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

/**
 * How an approval was decided that an agent asked for with an `ask` step; null while it is open.
 *
 * @param past the turn's `past`
 * @param approvalId the id in the step
 */
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

/**
 * How questions were answered that an agent asked with an `ask` step: answers, a skip or an expiry; null while they are open.
 *
 * @param past the turn's `past`
 * @param requestId the id in the step
 */
export function answerOf(past: readonly SessionEvent[], requestId: string): HumanInputResponse | null {
  for (const { type, payload } of past) {
    if (type !== "user.humanInputResponse" || !isRecord(payload) || payload["requestId"] !== requestId) continue;
    const read = v.safeParse(humanInputResponseSchema, payload["response"]);
    if (read.success) return read.output;
  }
  return null;
}
