import { dayNumber } from "../../strings/format.js";
import { groupKey, type TimelineGroup, type TurnGroup } from "../../timeline/groups.js";
import { isSilent } from "./steps.js";

/** Facts about neighbouring groups for a group's view. Pure, and cheap enough for each group of a list. */

type Neighbour = TimelineGroup | undefined;

/** The React key of a group's view. Steps that become part of a settled turn keep their elements, and the focus in them. */
export function viewKey(group: TimelineGroup): string {
  const first = group.kind === "turn" ? group.groups[0] : undefined;
  return groupKey(first ?? group);
}

/**
 * The turn whose end is shown after this group: one that failed or was stopped, after its last output, which may follow
 * its group; one that completed and left a person's message without an answer. The same object as long as the turn is.
 */
export function endingAfter(previous: Neighbour, group: TimelineGroup, next: Neighbour): TurnGroup | undefined {
  if (group.kind === "turn") {
    if (next && isAnswerOf(next, group)) return undefined;
    return group.outcome !== "complete" || (isSilent(group) && isMessageOf(previous, group)) ? group : undefined;
  }
  const turn = previous?.kind === "turn" && previous.outcome !== "complete" ? previous : undefined;
  return turn && isAnswerOf(group, turn) ? turn : undefined;
}

function isMessageOf(group: Neighbour, turn: TurnGroup): boolean {
  return group?.kind === "item" && group.item.kind === "user-message" && turn.id === `turn-${group.item.turnId}`;
}

function isAnswerOf(group: TimelineGroup, turn: TurnGroup): boolean {
  if (group.kind !== "item" || group.item.kind !== "agent-message") return false;
  const { turnId } = group.item;
  return turnId === null || turn.id === `turn-${turnId}`;
}

/**
 * The time at which a new day begins with this group, in the reader's zone; undefined when it is still the same day. The
 * first group always begins one.
 */
export function dayBefore(previous: Neighbour, group: TimelineGroup): string | undefined {
  const time = timeOf(group);
  if (previous && isSameHour(time, timeOf(previous))) return undefined;
  const day = dayOf(time);
  if (day === null) return undefined;
  if (!previous) return time;
  const before = dayOf(timeOf(previous));
  return before === null || before === day ? undefined : time;
}

/** The usual case, without parsing a date: no hour spans two days except in zones with an offset of minutes. */
function isSameHour(a: string, b: string): boolean {
  return hasWholeHours() && a.length > 13 && a.slice(0, 13) === b.slice(0, 13);
}

let wholeHours: boolean | undefined;

/** Whether the reader's zone differs from UTC by whole hours, in winter and in summer. No clock is read. */
function hasWholeHours(): boolean {
  wholeHours ??= [0, 6].every((month) => new Date(2026, month, 1).getTimezoneOffset() % 60 === 0);
  return wholeHours;
}

/** When a group began, an ISO time; empty without one. */
export function timeOf(group: TimelineGroup): string {
  if (group.kind === "item") return group.item.occurredAt;
  return group.kind === "turn" ? group.startedAt : (group.items[0]?.occurredAt ?? "");
}

/** Null without a time. */
function dayOf(time: string): number | null {
  const at = Date.parse(time);
  return at > 0 ? dayNumber(new Date(at)) : null;
}
