import type { TimelineItem, UserMessageItem } from "../../../timeline/items.js";
import { viewKey } from "../neighbours.js";
import type { TimelineGroups } from "../timeline-groups.js";

/** How far back it is remembered what the reader has seen. */
const memory = 100;

/** The groups at the end, as the reader has them in view. */
export function newestKeys({ settled, live }: TimelineGroups): ReadonlySet<string> {
  return new Set([...settled.slice(-memory), ...live].map(viewKey));
}

/** Whether the reader wrote a message. One without an author counts as theirs. */
export const isOwn = ({ actor }: UserMessageItem, reader: string | undefined) => !actor || actor.id === reader;

/** Number of later messages, without the reader's own. A step, or the line of a turn, is not counted. */
export function countNew(
  seen: ReadonlySet<string>,
  { settled, live }: TimelineGroups,
  reader: string | undefined,
): number {
  let count = 0;
  for (const groups of [live, settled]) {
    for (let index = groups.length - 1; index >= 0; index -= 1) {
      const group = groups[index];
      if (!group || seen.has(viewKey(group))) return count;
      if (group.kind === "item" && isNews(group.item, reader)) count += 1;
    }
  }
  return count;
}

function isNews(item: TimelineItem, reader: string | undefined): boolean {
  return item.kind === "user-message" ? !isOwn(item, reader) : item.kind === "agent-message";
}
