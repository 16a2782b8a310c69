import { wordsIn, type TimelineGroup } from "../../../timeline/groups.js";

/** Approximate length of the shown part of a person's long message (characters). */
const mostOfMessage = 3_000;

/** Estimated height of groups that were never rendered, at this width (CSS pixels). */
export function estimateHeight(groups: readonly TimelineGroup[], width: number): number {
  const perLine = Math.max(20, width / 7.6);
  let height = 0;
  for (const group of groups) height += 60 + Math.ceil(shownLength(group) / perLine) * 25;
  return height;
}

/** Characters that a group shows. */
export function shownLength(group: TimelineGroup): number {
  if (group.kind !== "item") return wordsIn(group).reduce((sum, { text }) => sum + text.length, 0);
  if (!("text" in group.item)) return 0;
  const { length } = group.item.text;
  // Longer messages of a person are folded.
  return group.item.kind === "user-message" ? Math.min(length, mostOfMessage) : length;
}
