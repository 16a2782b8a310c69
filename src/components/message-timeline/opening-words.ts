import type { TimelineGroup, TurnGroup } from "../../timeline/groups.js";
import type { TimelineGroups } from "./timeline-groups.js";

/**
 * The groups as a view shows them: the agent's words at the beginning of a settled turn are groups of their own, as they
 * were while it ran. The words and the steps after them keep their elements, with a selection or the focus in them.
 */
export function withOpeningWords(groups: TimelineGroups): TimelineGroups {
  const [settled, live] = [splitAll(groups.settled), splitAll(groups.live)];
  return settled === groups.settled && live === groups.live ? groups : { settled, live };
}

const lists = new WeakMap<readonly TimelineGroup[], readonly TimelineGroup[]>();

/** The same list where no turn begins with words. */
function splitAll(groups: readonly TimelineGroup[]): readonly TimelineGroup[] {
  const known = lists.get(groups);
  if (known) return known;
  const split = groups.some((group) => openingLength(group) > 0) ? groups.flatMap(partsOf) : groups;
  lists.set(groups, split);
  return split;
}

const parts = new WeakMap<TimelineGroup, readonly TimelineGroup[]>();

function partsOf(group: TimelineGroup): readonly TimelineGroup[] {
  const length = openingLength(group);
  if (group.kind !== "turn" || length === 0) return [group];
  const known = parts.get(group);
  if (known) return known;
  const rest: TurnGroup = { ...group, groups: group.groups.slice(length) };
  // A turn that did not end well has a line for its end, also without steps.
  const isOver = rest.groups.length === 0 && rest.outcome === "complete";
  const split = [...group.groups.slice(0, length), ...(isOver ? [] : [rest])];
  parts.set(group, split);
  return split;
}

/** Number of the agent's messages with which a turn begins. */
function openingLength(group: TimelineGroup): number {
  if (group.kind !== "turn") return 0;
  const first = group.groups.findIndex((inner) => inner.kind !== "item" || inner.item.kind !== "agent-message");
  return first < 0 ? group.groups.length : first;
}
