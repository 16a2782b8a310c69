import { useMemo } from "react";
import type { SessionEvent } from "../wire/protocol/session-event.js";
import { buildTimeline } from "../timeline/build-timeline.js";
import { groupTimeline } from "../timeline/group-timeline.js";
import type { TimelineGroup } from "../timeline/groups.js";
import type { TimelineItem } from "../timeline/items.js";

/**
 * The rows and groups of events that you have: from a file, an export, or `useSessionEvents`. Folded anew whenever the list
 * is another one, so for a session that is live take `settled` and `live` of `useSessionById`, which fold what is new.
 */
export function useTimeline(events: readonly SessionEvent[]): {
  readonly items: readonly TimelineItem[];
  readonly groups: readonly TimelineGroup[];
} {
  return useMemo(() => {
    const items = buildTimeline(events);
    return { items, groups: groupTimeline(items) };
  }, [events]);
}
