import type { ItemKind, TimelineItem, ToolCallItem, WorkerItem } from "./items.js";

/** Facts about items of any kind, for folding and grouping. */

/** Place of each kind among its neighbours. Steps and phases cluster; a boundary ends the group of its turn. */
const roles: Readonly<Record<ItemKind, "step" | "phase" | "boundary" | "other">> = {
  "user-message": "boundary",
  "human-input": "boundary",
  "agent-message": "other",
  reasoning: "step",
  "tool-call": "step",
  worker: "step",
  "worker-completion": "other",
  sandbox: "step",
  "startup-phase": "phase",
  "session-status": "other",
  goal: "other",
  // Some of these two are boundaries: `isBoundary` decides.
  notice: "other",
  "machine-input-batch": "other",
  "context-compaction": "boundary",
  "auth-needed": "other",
  memory: "step",
  "turn-end": "other",
};

/** Whether neighbours of this kind cluster. */
export function isActivity({ kind }: TimelineItem): boolean {
  return roles[kind] === "step" || roles[kind] === "phase";
}

/** Whether it counts as a step of the agent. */
export function isStep({ kind }: TimelineItem): boolean {
  return roles[kind] === "step";
}

export function turnIdOf(item: TimelineItem): string | null {
  return "turnId" in item ? item.turnId : null;
}

/** Whether it still streams or runs. */
export function isMoving(item: TimelineItem): boolean {
  return ("streaming" in item && item.streaming) || ("status" in item && item.status === "running");
}

/** Removes `waits` and `approved`; returns the same item if it did not wait. */
export function withoutWait<Call extends ToolCallItem | WorkerItem>(call: Call): Call {
  if (!call.waits) return call;
  const { waits: _waits, approved: _approved, ...rest } = call;
  return rest as Call;
}

/** Removes `waits`, `approved` and `cancelled` from a call that returned or was rejected. */
export function withoutMarks<Call extends ToolCallItem | WorkerItem>(call: Call): Call {
  const { cancelled: _cancelled, ...rest } = withoutWait(call);
  return rest as Call;
}

/** Whether a turn's group may not extend back beyond this item. */
export function isBoundary(item: TimelineItem): boolean {
  if (item.kind === "notice") return item.tone === "input";
  if (item.kind === "machine-input-batch") {
    return item.members.some((member) => member.kind === "media_generation_result");
  }
  return roles[item.kind] === "boundary";
}
