import { viewKey } from "../neighbours.js";
import type { TimelineGroups } from "../timeline-groups.js";

/** How far back it is remembered what the reader has seen. */
const memory = 100;

/** The groups at the end, as the reader has them in view. */
export function newestKeys({ settled, live }: TimelineGroups): ReadonlySet<string> {
  return new Set([...settled.slice(-memory), ...live].map(viewKey));
}

/** Number of later messages. A step, or the line of a turn, is not counted. */
export function countNew(seen: ReadonlySet<string>, { settled, live }: TimelineGroups): number {
  let count = 0;
  for (const groups of [live, settled]) {
    for (let index = groups.length - 1; index >= 0; index -= 1) {
      const group = groups[index];
      if (!group || seen.has(viewKey(group))) return count;
      if (group.kind === "item" && group.item.kind.endsWith("-message")) count += 1;
    }
  }
  return count;
}
