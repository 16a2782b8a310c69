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

/** The approval under the id of a call: this very call, the same call of another origin, or neither. */
export type Approved = "this call" | "another origin" | "neither";

/** Compares the name, the arguments and the origin with those that the person was asked about. */
export function approvedOf(
  past: readonly SessionEvent[],
  { id, name, arguments: given }: ToolCall,
  origin: string | undefined,
): Approved {
  let asked: ReturnType<typeof approvalOf>;
  for (const { type, payload } of past) {
    if (!isRecord(payload)) continue;
    if (type === "session.requiresAction") asked = approvalOf(payload["approvals"], id) ?? asked;
    if (type !== "user.approvalDecision" || payload["approvalId"] !== id) continue;
    const isSame = canonicalJson(asked?.call) === canonicalJson({ name, arguments: given });
    if (payload["decision"] !== "approve" || !isSame) return "neither";
    return asked?.origin === origin ? "this call" : "another origin";
  }
  return "neither";
}

function approvalOf(approvals: unknown, id: string) {
  const asked = Array.isArray(approvals) ? approvals.find((entry) => isRecord(entry) && entry["id"] === id) : undefined;
  if (!isRecord(asked)) return undefined;
  return { call: { name: asked["name"], arguments: asked["arguments"] }, origin: asked["origin"] };
}
