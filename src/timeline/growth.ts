/** Detects a change that only lengthens a row. Pure. */
import { piecesOf } from "../foundation/growing-text.js";
import type { TimelineGroup } from "./groups.js";
import type { TimelineItem } from "./items.js";

/** Whether the row may still grow at its end. */
export function isGrowing(item: TimelineItem): boolean {
  return "streaming" in item && item.streaming;
}

/** Whether the only difference between two lists of groups is more text in rows that grow. */
export function onlyGrew(before: readonly TimelineGroup[], after: readonly TimelineGroup[]): boolean {
  return isEach(before, after, isGroupLonger);
}

/** The version of a growing row in these groups; the row itself when it is not there, or changed otherwise. */
export function newestVersion<Item extends TimelineItem>(groups: readonly TimelineGroup[], item: Item): Item {
  for (let index = groups.length - 1; index >= 0; index -= 1) {
    const group = groups[index];
    const items = group?.kind === "item" ? [group.item] : group?.kind === "activity" ? group.items : [];
    const newest = items.findLast(({ id }) => id === item.id);
    // A longer version is of the same kind.
    if (newest) return isLonger(item, newest) ? (newest as Item) : item;
  }
  return item;
}

function isGroupLonger(before: TimelineGroup, after: TimelineGroup): boolean {
  if (before.kind === "item" && after.kind === "item") return isLonger(before.item, after.item);
  if (before.kind !== "activity" || after.kind !== "activity") return false;
  return isSame(before, after, "items") && isEach(before.items, after.items, isLonger);
}

function isEach<T>(before: readonly T[], after: readonly T[], is: (before: T, after: T) => boolean): boolean {
  return (
    before.length === after.length &&
    after.every((value, index) => value === before[index] || is(before[index] as T, value))
  );
}

function isLonger(before: TimelineItem, after: TimelineItem): boolean {
  if (before.id !== after.id || !isGrowing(before) || !isGrowing(after)) return false;
  // The texts are not compared: versions of one growing text have one origin.
  const origin = piecesOf(before)?.origin;
  return origin !== undefined && origin === piecesOf(after)?.origin && isSame(before, after, "text");
}

/** Whether two objects have the same values, but for one of this name. */
export function isSame<T extends object>(before: T, after: T, but: string): boolean {
  const names = Object.keys(after) as (keyof T & string)[];
  return (
    names.length === Object.keys(before).length &&
    names.every((name) => name === but || Object.is(before[name], after[name]))
  );
}
