import type { AgentMessageItem, TimelineItem, TurnOutcome } from "./items.js";

/**
 * Units of a view: single items, clusters of activity, and whole turns (`protocol.md` §11.6, Grouping). A group keeps
 * its identity until a later item changes it.
 */

export interface SingleGroup {
  readonly kind: "item";
  readonly item: TimelineItem;
}

/** Neighbouring activity rows: reasoning, tools, workers, sandbox, start-up phases, memory. */
export interface ActivityGroup {
  readonly kind: "activity";
  /** `activity-<id of the first item>`. */
  readonly id: string;
  readonly items: readonly TimelineItem[];
  /** Absent while it runs. */
  readonly outcome?: TurnOutcome | undefined;
  readonly failureText?: string | undefined;
}

/** Everything a settled turn did before its answer. */
export interface TurnGroup {
  readonly kind: "turn";
  /** `turn-<turn id>`, or of the turn's end when it has none. */
  readonly id: string;
  readonly outcome: TurnOutcome;
  readonly failureText?: string | undefined;
  readonly startedAt: string;
  readonly endedAt: string;
  /** How long of that it waited for a person (ms); absent where it did not. */
  readonly waitedMs?: number | undefined;
  readonly groups: readonly (SingleGroup | ActivityGroup)[];
  readonly contextCompactionCount?: number | undefined;
}

/** Items that a timeline shows together. */
export type TimelineGroup = SingleGroup | ActivityGroup | TurnGroup;

/** The React key of a group. */
export function groupKey(group: TimelineGroup): string {
  if (group.kind !== "item") return group.id;
  return group.item.kind === "user-message" ? group.item.reconciliationKey : group.item.id;
}

/** The rows in a group, in order; those of its end are not among them. */
export function itemsOf(group: TimelineGroup): readonly TimelineItem[] {
  if (group.kind === "item") return [group.item];
  return group.kind === "activity" ? group.items : group.groups.flatMap(itemsOf);
}

/** The agent's words among the rows of a group. They are shown also where its steps are folded. */
export function wordsIn(group: TimelineGroup): readonly AgentMessageItem[] {
  return itemsOf(group).filter((item) => item.kind === "agent-message");
}
