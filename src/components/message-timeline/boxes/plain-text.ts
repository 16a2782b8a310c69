import { wordsIn, type TimelineGroup } from "../../../timeline/groups.js";
import { viewKey } from "../neighbours.js";
import type { Box } from "./cut-boxes.js";
import { isActivity } from "../../../timeline/item-facts.js";
import type { TimelineItem } from "../../../timeline/items.js";

/**
 * A box far from the viewport as plain text, so that the browser's find and a screen reader reach every loaded message
 * at a minimal cost.
 */
export interface PlainText {
  readonly text: string;
  /** Offset of each group in the text, with the group's key. */
  readonly starts: readonly { readonly at: number; readonly key: string }[];
}

/** Separates groups; two empty lines are about as high as the space between rows. */
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

/** Of steps, the words that stay between them; what folds is omitted here too. */
function groupText(group: TimelineGroup): string {
  if (group.kind === "item") return itemText(group.item);
  return [...wordsIn(group).map(itemText), group.failureText ?? ""].filter(Boolean).join(gap);
}

function itemText(item: TimelineItem): string {
  if (item.kind === "human-input") {
    return item.answers.map(({ prompt, values }) => [prompt, values.join(", ")].filter(Boolean).join("\n")).join("\n");
  }
  if (item.kind === "agent-message") return withoutMarks(item.text);
  return "text" in item && !isActivity(item) ? item.text : "";
}

/** Removes markdown marks, so that a phrase with marks can be found. Of a link stay its words, of a table its cells. */
export function withoutMarks(text: string): string {
  if (!/[*`#[|>]/.test(text)) return text;
  return text
    .replace(/!?\[([^[\]\n]{0,300})\]\([^()\n]{0,2000}\)/g, "$1")
    .replace(/^\|.*\n?/gm, cellsOf)
    .replace(/^#{1,6} |^> |\*+|`+/gm, "");
}

/** The cells of a table's row; nothing of the line below its head. */
function cellsOf(row: string): string {
  if (/^[\s|:-]+$/.test(row)) return "";
  const cells = row.split("|").map((cell) => cell.trim());
  return cells.filter(Boolean).join(", ") + (row.endsWith("\n") ? "\n" : "");
}
