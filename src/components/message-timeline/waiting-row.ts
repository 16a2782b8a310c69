import { itemsOf, type TimelineGroup } from "../../timeline/groups.js";
import type { TimelineItem } from "../../timeline/items.js";

/** The row that shows that the log waits for a person, by its id; null if nothing waits or the row of a call shows it. */
export function waitingRow(settled: readonly TimelineGroup[], live: readonly TimelineGroup[]): string | null {
  let status: string | null = null;
  let notice: string | null = null;
  for (const item of itemsFromEnd(settled, live)) {
    if (isCall(item)) {
      if (item.waits) return null;
    } else if (item.kind === "session-status" && item.status === "requires_action") status ??= item.id;
    else if (isWaitNotice(item)) notice ??= item.id;
    else break;
  }
  return notice ?? status;
}

/** A notice without words of its own that the agent waits for a person. */
export function isWaitNotice(item: TimelineItem): boolean {
  return item.kind === "notice" && item.text === "" && (item.tone === "waiting" || item.tone === "input");
}

const isCall = (item: TimelineItem) => item.kind === "tool-call" || item.kind === "worker";

/** The rows of the log's end, last first: nothing of a turn that ended waits. */
function* itemsFromEnd(settled: readonly TimelineGroup[], live: readonly TimelineGroup[]): Generator<TimelineItem> {
  for (const groups of [live, settled]) {
    for (let at = groups.length - 1; at >= 0; at -= 1) {
      const group = groups[at];
      if (!group || group.kind === "turn") return;
      yield* itemsOf(group).toReversed();
    }
  }
}
