import { useContext } from "react";
import type { ToolCallItem, WorkerItem } from "../../timeline/items.js";
import type { ToolCallState } from "../tool-call/tool-call.js";
import { WaitingContext, type Waiting } from "./timeline-context.js";

/** The displayed state of a call: its status in the log, and whether it waits for its own approval or for another one. */
export function useCallState(item: ToolCallItem | WorkerItem): ToolCallState {
  return callStateOf(item, useContext(WaitingContext));
}

export function callStateOf(item: ToolCallItem | WorkerItem, waiting: Waiting | null): ToolCallState {
  const { status, waits, approved, cancelled } = item;
  // The log counts a call as complete that waited when its turn was cancelled or failed.
  if (cancelled || status === "cancelled") return "cancelled";
  if (item.kind === "tool-call" && (item.output ?? null) !== null) return status;
  const callId = item.callId ?? "";
  if (waiting?.calls.has(callId)) return "waiting";
  // A call that waits for a yes or no counts as complete in the log: nothing of it runs.
  if (status === "complete" && waiting?.approved.has(callId)) return waiting.isHalted ? "approved" : "running";
  // In the log an approved call waits on while another one of its turn does.
  return waits ? (approved ? "approved" : "waiting") : status;
}
