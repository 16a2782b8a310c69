import { useMemo, type ReactNode } from "react";
import { groupKey, type TimelineGroup } from "../../timeline/groups.js";
import { GroupView } from "./group-view.js";
import type { TimelineGroups } from "./timeline-groups.js";

/**
 * All groups in one list, so that a group keeps its elements (what is selected in it, what has the focus) when it settles.
 * The settled ones are made anew only when that list is another; this is where a long list will be held in boxes.
 */
export function Groups({ settled, live }: TimelineGroups): ReactNode {
  const settledViews = useMemo(() => settled.map(viewOf), [settled]);
  return [...settledViews, ...live.map(viewOf)];
}

function viewOf(group: TimelineGroup): ReactNode {
  return <GroupView key={groupKey(group)} group={group} />;
}
