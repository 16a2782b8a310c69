import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { groupTimeline } from "../../src/timeline/group-timeline.js";
import type { TimelineGroup } from "../../src/timeline/groups.js";
import type { TimelineItem } from "../../src/timeline/items.js";
import { createTimelineFold, type TimelineGroups } from "../../src/timeline/timeline-fold.js";
import { arbitraryLog, compactLog } from "../support/arbitrary-log.js";

const all = ({ settled, live }: TimelineGroups) => [...settled, ...live];

/** Items and groups with streaming rows as they are; plain data, so that a difference reads well. */
const view = (items: readonly TimelineItem[]) => ({ items, groups: groupTimeline(items) });

describe("the incremental fold", () => {
  it("equals the full fold at every prefix, items and groups", () => {
    let logs = 0;
    let prefixes = 0;
    fc.assert(
      fc.property(arbitraryLog({ maxEvents: 80 }), (events) => {
        const fold = createTimelineFold();
        logs += 1;
        for (const [index, event] of events.entries()) {
          fold.push([event]);
          prefixes += 1;
          const groups = all(fold.getGroups());
          const full = view(buildTimeline(events.slice(0, index + 1)));
          expect({ items: fold.getItems(), groups }).toEqual(full);
        }
      }),
      { numRuns: 60 },
    );
    console.info(`prefixes: ${prefixes} of ${logs} logs`);
  });
});
