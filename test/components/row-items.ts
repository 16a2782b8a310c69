import type { AgentMessageItem, TimelineItem, ToolCallItem, UserMessageItem } from "../../src/timeline/items.js";

/** Rows for tests, as a hook would hand them out. */

const at = "2026-05-12T09:30:00Z";
const later = "2026-05-12T09:30:12Z";

export const userMessage = (text: string, more: Partial<UserMessageItem> = {}): TimelineItem => ({
  kind: "user-message",
  id: text,
  reconciliationKey: text,
  occurredAt: at,
  text,
  turnId: "t",
  resources: [],
  ...more,
});

export const agentMessage = (text: string, more: Partial<AgentMessageItem> = {}): TimelineItem => ({
  kind: "agent-message",
  id: text,
  occurredAt: at,
  turnId: "t",
  text,
  streaming: false,
  ...more,
});

export const toolCall = (name: string, more: Partial<ToolCallItem> = {}): TimelineItem => ({
  kind: "tool-call",
  id: name,
  occurredAt: at,
  turnId: "t",
  callId: name,
  name,
  arguments: { query: "offsite" },
  output: "found",
  status: "complete",
  ...more,
});

export const turnEnd = (
  outcome: "complete" | "failed" | "cancelled",
  failureText: string | null = null,
): TimelineItem => ({ kind: "turn-end", id: `end-${outcome}`, occurredAt: later, turnId: "t", outcome, failureText });

/** An approval of `toolCall("acme__delete_everything", { callId: "call-7" })`. */
export const deletion = {
  kind: "approval",
  id: "call-7",
  turnId: "t",
  name: "acme__delete_everything",
  arguments: {},
} as const;
