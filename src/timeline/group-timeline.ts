import type { TimelineGroup } from "./groups.js";
import type { TimelineItem } from "./items.js";

/** What a view draws of these items: clusters of activity, and whole turns once they have ended. */
export function groupTimeline(_items: readonly TimelineItem[]): TimelineGroup[] {
  throw new Error("not yet");
}
