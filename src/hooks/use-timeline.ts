import { useMemo } from "react";
import type { SessionEvent } from "../wire/protocol/session-event.js";
import { buildTimeline } from "../timeline/build-timeline.js";
import { groupTimeline } from "../timeline/group-timeline.js";
import type { TimelineGroup } from "../timeline/groups.js";
import type { TimelineItem } from "../timeline/items.js";

/**
 * Rows and groups of given events: from a file, an export, or `useSessionEvents`. Folds all of them whenever the list
 * changes, so for a live session use `settled` and `live` of `useSessionById`, which fold only new events.
 */
export function useTimeline(events: readonly SessionEvent[]): {
  readonly items: readonly TimelineItem[];
  readonly groups: readonly TimelineGroup[];
} {
  return useMemo(() => {
    // A host without types may give none while it loads.
    const items = buildTimeline((events as typeof events | null | undefined) ?? []);
    return { items, groups: groupTimeline(items) };
  }, [events]);
}
