import type { TimelineItem } from "../../timeline/items.js";

/** A wait shorter than this is not worth a line (ms). */
const shortWait = 2000;

/** Whether a row of activity is worth showing: a short wait in the queue, or before the model speaks, is not. */
export function isShown(item: TimelineItem): boolean {
  if (item.kind !== "startup-phase" || item.status !== "complete") return true;
  return item.outcome !== "skipped" && (item.durationMs ?? 0) >= shortWait;
}

const stepKinds: ReadonlySet<TimelineItem["kind"]> = new Set(["tool-call", "reasoning", "worker", "sandbox", "memory"]);

/** What the agent did, counted as a person would. */
export function countSteps(items: readonly TimelineItem[]): number {
  return items.filter((item) => stepKinds.has(item.kind)).length;
}
