import { isRecord } from "../wire/protocol/read-fields.js";
import type { SessionEvent } from "../wire/protocol/session-event.js";
import { createTimelineFold } from "./timeline-fold.js";
import type { TimelineItem } from "./items.js";

/**
 * Returns the rows of a log. Events may be in any order and repeated; unknown types and entries that
 * are no events show nothing. Never throws.
 *
 * @example
 * const items = buildTimeline(events);
 * const texts = items.flatMap((item) => (item.kind === "agent-message" ? [item.text] : []));
 */
export function buildTimeline(events: readonly SessionEvent[]): TimelineItem[] {
  const fold = createTimelineFold();
  fold.push(events.filter(isRecord).toSorted((a, b) => a.sequence - b.sequence));
  return [...fold.getItems()];
}
