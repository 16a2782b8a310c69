import { isRecord } from "../wire/protocol/read-fields.js";
import { groupKey, type TimelineGroup } from "./groups.js";
import type { TimelineItem } from "./items.js";

/** Keeps the identity of equal groups and items, so that a memoised view renders only changed ones. */

/** Returns the new groups; reuses the old object where an old group with the same key is equal. */
export function keepGroups(next: readonly TimelineGroup[], old: readonly TimelineGroup[]): TimelineGroup[] {
  const known = new Map<string, TimelineGroup>();
  for (const group of old) {
    known.set(groupKey(group), group);
    // A row outside a turn's group may now be inside it, and the reverse.
    if (group.kind === "turn") for (const inner of group.groups) known.set(groupKey(inner), inner);
  }
  return next.map((group) => keepGroup(group, known));
}

function keepGroup(group: TimelineGroup, known: ReadonlyMap<string, TimelineGroup>): TimelineGroup {
  if (group.kind === "item") return group;
  const old = known.get(group.id);
  if (group.kind === "activity") {
    if (old?.kind !== "activity") return group;
    const same = old.outcome === group.outcome && old.failureText === group.failureText;
    return same && isSameList(old.items, group.items) ? old : group;
  }
  const groups = group.groups.map((inner) => keepGroup(inner, known) as (typeof group.groups)[number]);
  const kept = { ...group, groups };
  return old?.kind === "turn" && isSameTurn(old, kept) ? old : kept;
}

function isSameTurn(a: Extract<TimelineGroup, { kind: "turn" }>, b: typeof a): boolean {
  return (
    a.outcome === b.outcome &&
    a.failureText === b.failureText &&
    a.startedAt === b.startedAt &&
    a.endedAt === b.endedAt &&
    a.waitedMs === b.waitedMs &&
    a.contextCompactionCount === b.contextCompactionCount &&
    isSameList(a.groups, b.groups)
  );
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** The old item when it equals the new one. */
export function keepItem(next: TimelineItem, old: TimelineItem | undefined): TimelineItem {
  return old && isEqual(next, old) ? old : next;
}

function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((value, i) => isEqual(value, b[i]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && isEqual(a[name], b[name]));
}
