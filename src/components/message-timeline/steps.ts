import type { ActivityGroup, TurnGroup } from "../../timeline/groups.js";
import { isStep } from "../../timeline/item-facts.js";
import type { TimelineItem, TurnOutcome } from "../../timeline/items.js";

/** Shortest wait that has a row (ms). */
const shortWait = 2000;

/** Whether a row is shown: not for a short wait in the queue, or before the model's first output. */
export function isShown(item: TimelineItem): boolean {
  if (item.kind !== "startup-phase" || item.status !== "complete") return true;
  return item.outcome !== "skipped" && (item.durationMs ?? 0) >= shortWait;
}

/** Whether a row is shown after the end of its turn: a sign of waiting is outdated, as the decision has a row. */
function isShownAfter(item: TimelineItem): boolean {
  if (item.kind === "session-status") return item.status !== "requires_action";
  return isShown(item) && !(item.kind === "notice" && (item.tone === "waiting" || item.tone === "input"));
}

/** The rows of a group of steps, or of a turn, in order. A turn that only waited before its answer has none. */
export function stepsOf(group: ActivityGroup | TurnGroup): readonly TimelineItem[] {
  if (group.kind === "activity") return group.items.filter(isShown);
  const items = group.groups.flatMap((inner) => (inner.kind === "item" ? [inner.item] : inner.items));
  const rows = items.filter(isShownAfter);
  const onlyWaited = group.outcome === "complete" && rows.every(({ kind }) => kind === "startup-phase");
  return onlyWaited ? [] : rows;
}

/** Whether a turn has no visible row. */
export function isSilent(turn: TurnGroup): boolean {
  return stepsOf(turn).length === 0;
}

/** How a group ended, for its reader: steps that the end of their turn kept from running are not complete. */
export function outcomeOf(group: ActivityGroup | TurnGroup): TurnOutcome | undefined {
  const { outcome } = group;
  if (group.kind !== "activity" || outcome !== "complete") return outcome;
  return group.items.some((item) => "cancelled" in item && item.cancelled) ? "cancelled" : outcome;
}

export interface StepCounts {
  readonly steps: number;
  readonly failed: number;
  /** Calls that a person rejected; they are not among the failed ones. */
  readonly rejected: number;
  readonly children: number;
}

/** Counts the agent's steps as a person would. */
export function countSteps(items: readonly TimelineItem[]): StepCounts {
  const steps = items.filter(isStep);
  return {
    steps: steps.length,
    failed: steps.filter((item) => "status" in item && item.status === "failed").length,
    rejected: steps.filter((item) => "status" in item && item.status === "output-denied").length,
    children: steps.filter((item) => item.kind === "worker" && item.action === "spawn").length,
  };
}
