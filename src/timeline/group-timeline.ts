import { itemsOf, type ActivityGroup, type SingleGroup, type TimelineGroup, type TurnGroup } from "./groups.js";
import { isActivity, isBoundary, turnIdOf } from "./item-facts.js";
import type { TimelineItem, TurnEndItem, TurnOutcome } from "./items.js";

/** An activity group while it grows. */
interface Cluster {
  readonly kind: "activity";
  readonly id: string;
  readonly items: TimelineItem[];
  outcome?: TurnOutcome;
  failureText?: string;
}

/**
 * Groups items for a view: clusters of activity, and whole turns once they have ended. `before` is the group in front
 * of the first item when the items are not all of them.
 */
export function groupTimeline(items: readonly TimelineItem[], before?: TimelineGroup): TimelineGroup[] {
  const groups: TimelineGroup[] = [];
  const open = new Set<Cluster>();
  let growing: Cluster | null = null;
  for (const item of items) {
    if (item.kind === "turn-end") {
      stamp(open, groups, item);
      wrap(open, groups, item, before);
      // A cluster that got its outcome takes no more.
      if (growing && !open.has(growing)) growing = null;
    } else if (!isActivity(item)) {
      growing = null;
      groups.push(single(item));
    } else if (growing) {
      growing.items.push(item);
    } else {
      growing = { kind: "activity", id: `activity-${item.id}`, items: [item] };
      open.add(growing);
      groups.push(growing);
    }
  }
  return groups;
}

const singles = new WeakMap<TimelineItem, SingleGroup>();

/** One item, one group: an untouched item keeps its group without anyone remembering it. */
export function single(item: TimelineItem): SingleGroup {
  let group = singles.get(item);
  if (!group) {
    group = { kind: "item", item };
    singles.set(item, group);
  }
  return group;
}

function stamp(open: Set<Cluster>, groups: readonly TimelineGroup[], end: TurnEndItem): void {
  const last = groups.at(-1);
  for (const cluster of open) {
    const ends = end.turnId === null ? cluster === last : cluster.items.some((item) => turnIdOf(item) === end.turnId);
    if (ends) close(open, cluster, end);
  }
}

function close(open: Set<Cluster>, cluster: Cluster, end: TurnEndItem): void {
  open.delete(cluster);
  const holds = (status: string) => cluster.items.some((item) => "status" in item && item.status === status);
  if (end.outcome === "complete") {
    cluster.outcome = "complete";
  } else if (holds("failed")) {
    cluster.outcome = "failed";
    if (end.failureText !== null) cluster.failureText = end.failureText;
  } else {
    cluster.outcome = holds("cancelled") ? "cancelled" : "complete";
  }
}

/** Puts all that the turn did, back to where something else begins, into one group; its answer stays outside. */
function wrap(open: Set<Cluster>, groups: TimelineGroup[], end: TurnEndItem, before: TimelineGroup | undefined): void {
  const until = isAnswer(groups.at(-1), end.turnId) ? groups.length - 1 : groups.length;
  let from = until;
  for (let group = groups[from - 1]; group && isPartOf(group, end.turnId); group = groups[from - 1]) from -= 1;
  const inner = groups.slice(from, until).filter((group) => group.kind !== "turn");
  const [first] = inner.flatMap(itemsOf);
  if (!first) return;
  for (const cluster of open) if (inner.includes(cluster)) close(open, cluster, end);
  groups.splice(from, until - from, turnGroup(inner, first, end, groups[from - 1] ?? before));
}

function turnGroup(
  groups: readonly (SingleGroup | ActivityGroup)[],
  first: TimelineItem,
  end: TurnEndItem,
  previous: TimelineGroup | undefined,
): TurnGroup {
  const compacted =
    previous?.kind === "item" && previous.item.kind === "context-compaction" && previous.item.phase !== "started";
  return {
    kind: "turn",
    id: `turn-${end.turnId ?? end.id}`,
    outcome: end.outcome,
    ...(end.failureText !== null && { failureText: end.failureText }),
    startedAt: first.occurredAt,
    endedAt: end.occurredAt,
    ...(end.waitedMs !== undefined && { waitedMs: end.waitedMs }),
    groups,
    ...(compacted && { contextCompactionCount: 1 }),
  };
}

function isAnswer(group: TimelineGroup | undefined, turnId: string | null): boolean {
  return (
    group?.kind === "item" &&
    group.item.kind === "agent-message" &&
    !group.item.streaming &&
    (turnId === null || group.item.turnId === turnId)
  );
}

function isPartOf(group: TimelineGroup, turnId: string | null): boolean {
  if (group.kind === "turn" || (group.kind === "item" && isBoundary(group.item))) return false;
  if (turnId === null) return true;
  const items = group.kind === "item" ? [group.item] : group.items;
  return items.every((item) => turnIdOf(item) === null || turnIdOf(item) === turnId);
}
