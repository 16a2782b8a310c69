/** The calls in a turn's log. */
import type { SessionEvent } from "@service/sdk/protocol";
import { canonicalJson } from "../sessions/canonical-json.js";
import { isRecord } from "../sessions/is-record.js";
import type { ToolCall, ToolResult } from "../tools/tool.js";
import { readOutcome } from "./call-outcome.js";

export interface PastCalls {
  /** The content of each logged call, by its id. */
  readonly told: Map<string, string | undefined>;
  /** Results of the ended calls. */
  readonly outcomes: Map<string, ToolResult>;
}

export function pastCalls(past: readonly SessionEvent[]): PastCalls {
  const told: PastCalls["told"] = new Map();
  const outcomes: PastCalls["outcomes"] = new Map();
  for (const { type, payload } of past) {
    const id = isRecord(payload) ? payload["id"] : undefined;
    if (!isRecord(payload) || typeof id !== "string") continue;
    if (type === "agent.toolCall.created") told.set(id, canonicalJson(payload));
    if (type === "agent.toolCall.output") outcomes.set(id, readOutcome(payload));
  }
  return { told, outcomes };
}

/** Whether a person has approved this very call: its name and arguments as they were asked about, not its id alone. */
export function isApproved(past: readonly SessionEvent[], { id, name, arguments: given }: ToolCall): boolean {
  let asked: unknown;
  for (const { type, payload } of past) {
    if (!isRecord(payload)) continue;
    if (type === "session.requiresAction") asked = approvalOf(payload["approvals"], id) ?? asked;
    if (type !== "user.approvalDecision" || payload["approvalId"] !== id) continue;
    return payload["decision"] === "approve" && canonicalJson(asked) === canonicalJson({ name, arguments: given });
  }
  return false;
}

function approvalOf(approvals: unknown, id: string): unknown {
  const asked = Array.isArray(approvals) ? approvals.find((entry) => isRecord(entry) && entry["id"] === id) : undefined;
  return isRecord(asked) ? { name: asked["name"], arguments: asked["arguments"] } : undefined;
}
