import type { TimelineGroup } from "../../../timeline/groups.js";
import { viewKey } from "../neighbours.js";
import type { Box } from "./cut-boxes.js";
import { isActivity } from "../../../timeline/item-facts.js";
import type { TimelineItem } from "../../../timeline/items.js";

/**
 * A box as plain text, while it is far from the reader: its rows' words at a minimal cost, so that the browser's own
 * find and a screen reader have every loaded message.
 */
export interface PlainText {
  readonly text: string;
  /** Where in the text each group begins, and whose beginning it is. */
  readonly starts: readonly { readonly at: number; readonly key: string }[];
}

/** Separates groups; two empty lines are about a row's spacing. */
const gap = "\n\n\n";

export function plainTextOf(boxes: readonly Box[]): PlainText {
  const starts: { at: number; key: string }[] = [];
  const parts: string[] = [];
  let at = 0;
  for (const { members } of boxes) {
    for (const group of members) {
      const text = groupText(group);
      if (text === "") continue;
      starts.push({ at, key: viewKey(group) });
      parts.push(text);
      at += text.length + gap.length;
    }
  }
  return { text: parts.join(gap), starts };
}

/** The hidden content of a folded turn or cluster is omitted here too. */
function groupText(group: TimelineGroup): string {
  return group.kind === "item" ? itemText(group.item) : (group.failureText ?? "");
}

function itemText(item: TimelineItem): string {
  if (item.kind === "human-input") {
    return item.answers.map(({ prompt, values }) => `${prompt}\n${values.join(", ")}`).join("\n");
  }
  if (item.kind === "agent-message") return withoutMarks(item.text);
  return "text" in item && !isActivity(item) ? item.text : "";
}

/** Removes marks of markdown between words that are read, and searched for, as one phrase. */
export function withoutMarks(text: string): string {
  return /[*`#]/.test(text) ? text.replace(/^#{1,6} |\*+|`+/gm, "") : text;
}

/** Shown part of a person's long message, about (characters). */
const mostOfMessage = 3_000;

/** How high these groups will be at this width (CSS pixels), before anybody has seen them. */
export function estimateHeight(groups: readonly TimelineGroup[], width: number): number {
  const perLine = Math.max(20, width / 7.6);
  let height = 0;
  for (const group of groups) {
    const length = group.kind === "item" && "text" in group.item ? group.item.text.length : 0;
    // A longer message of a person is folded.
    const isFolding = group.kind === "item" && group.item.kind === "user-message";
    height += 60 + Math.ceil((isFolding ? Math.min(length, mostOfMessage) : length) / perLine) * 25;
  }
  return height;
}
