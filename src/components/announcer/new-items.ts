import type { TimelineGroup } from "../../timeline/groups.js";
import type { TimelineItem } from "../../timeline/items.js";

/** Separates new items of a timeline from older pages that were loaded. Pure. */

interface Groups {
  readonly settled: readonly TimelineGroup[];
  readonly live: readonly TimelineGroup[];
}

/** Items added at the end. None when the whole end differs: then another part of the log is shown. */
export function newItems(before: Groups, now: Groups): readonly TimelineItem[] {
  if (before.live === now.live && before.settled === now.settled) return [];
  const items = endOf(now);
  const known = new Set(endOf(before).map((item) => item.id));
  // Items before all known ones belong to an older page.
  const from = known.size === 0 ? 0 : items.findIndex((item) => known.has(item.id));
  return from < 0 ? [] : items.slice(from).filter((item) => !known.has(item.id));
}

/** Groups that may have been live a moment ago. */
const justSettled = 6;

function endOf({ settled, live }: Groups): readonly TimelineItem[] {
  return [...settled.slice(-justSettled), ...live].flatMap(itemsIn);
}

function itemsIn(group: TimelineGroup): readonly TimelineItem[] {
  if (group.kind === "item") return [group.item];
  return group.kind === "activity" ? group.items : group.groups.flatMap(itemsIn);
}

/** How many messages were put before the first group that was there. */
export function olderMessages(before: Groups, now: Groups): number {
  const [first] = before.settled;
  if (!first || first === now.settled[0]) return 0;
  const older = now.settled.slice(0, Math.max(0, now.settled.indexOf(first)));
  return older.filter((group) => group.kind === "item" && /^(user|agent)-message$/.test(group.item.kind)).length;
}
