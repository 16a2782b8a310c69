import type { FoldState, Slot } from "./fold-state.js";
import { itemsOf, type TimelineGroup } from "./groups.js";
import { isActivity, isBoundary, isMoving, turnIdOf } from "./item-facts.js";
import type { TimelineItem } from "./items.js";

export interface Settling {
  readonly slots: number;
  readonly groups: number;
}

const nothing: Settling = { slots: 0, groups: 0 };

/**
 * Computes how much of the live part no event of a running turn can change any more: its turns have ended, and no
 * later turn's group can extend back over the cut. (An event of an ended turn still can, and is noticed.)
 */
export function findSettled(state: FoldState, slots: readonly Slot[], groups: readonly TimelineGroup[]): Settling {
  const ends = cuts(slots, groups);
  let settled = nothing;
  for (const [index, cut] of ends.entries()) {
    const group = groups[index];
    if (!group || !isStill(state, group)) break;
    const next = slots[cut];
    // A message that moves when its turn is queued or starts will not end the group then.
    const stop = next && !state.mayMove(next) ? next.item : undefined;
    if (isOpen(group) && (!stop || isActivity(stop))) continue;
    if (isUnqueuedAtEnd(state, slots, cut)) continue;
    if (isBarrier(group, stop)) settled = { slots: cut, groups: index + 1 };
  }
  return settled;
}

/** For each group, the number of rows up to its end, the turn ends behind it included. */
function cuts(slots: readonly Slot[], groups: readonly TimelineGroup[]): number[] {
  let slot = 0;
  const skipEnds = () => {
    while (slots[slot]?.item.kind === "turn-end") slot += 1;
  };
  return groups.map((group) => {
    for (let left = sizeOf(group); left > 0; left -= 1) {
      skipEnds();
      slot += 1;
    }
    skipEnds();
    return slot;
  });
}

function sizeOf(group: TimelineGroup): number {
  if (group.kind === "item") return 1;
  if (group.kind === "activity") return group.items.length;
  return group.groups.reduce((sum, inner) => sum + sizeOf(inner), 0);
}

function isStill(state: FoldState, group: TimelineGroup): boolean {
  return itemsOf(group).every((item) => !isMoving(item) && !waitsForItsEnd(item) && state.isEnded(turnIdOf(item)));
}

/** A compaction of no turn: no turn's end ends it. */
function waitsForItsEnd(item: TimelineItem): boolean {
  return item.kind === "context-compaction" && item.phase === "started" && item.turnId === null;
}

function isOpen(group: TimelineGroup): boolean {
  return group.kind === "activity" && group.outcome === undefined;
}

/** Whether a later turn's group stops here. */
function isBarrier(group: TimelineGroup, next: TimelineItem | undefined): boolean {
  if (group.kind === "turn" || (next && isBoundary(next))) return true;
  if (group.kind === "item" && isBoundary(group.item)) return true;
  return itemsOf(group).some((item) => turnIdOf(item) !== null);
}

/** A message that was just sent is most likely taken back into the queue by the very next event. */
function isUnqueuedAtEnd(state: FoldState, slots: readonly Slot[], cut: number): boolean {
  const last = slots.at(-1);
  return cut === slots.length && last !== undefined && state.isUnqueued(last);
}
