import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventLog } from "../../src/testing/events.js";
import { scriptTurns } from "../../src/testing/scripted-turn.js";
import { isGrowing, newestVersion, onlyGrew } from "../../src/timeline/growth.js";
import type { TimelineGroup } from "../../src/timeline/groups.js";
import { createTimelineFold } from "../../src/timeline/timeline-fold.js";
import { arbitraryLog } from "../support/arbitrary-log.js";

/** The groups of a reader that keeps them and requests the newest version of growing rows alone. */
function shown(kept: readonly TimelineGroup[], now: readonly TimelineGroup[]): readonly TimelineGroup[] {
  const newest = (item: Parameters<typeof newestVersion>[1]) => (isGrowing(item) ? newestVersion(now, item) : item);
  return kept.map((group) => {
    if (group.kind === "item") return { ...group, item: newest(group.item) };
    return group.kind === "activity" ? { ...group, items: group.items.map(newest) } : group;
  });
}

describe("rows that grow by themselves", () => {
  it("show what the fold has after every event, although their groups are kept while they only grow", () => {
    let grew = 0;
    fc.assert(
      fc.property(arbitraryLog(), (events) => {
        const fold = createTimelineFold();
        let kept = fold.getGroups().live;
        for (const event of events) {
          fold.push([event]);
          const { live } = fold.getGroups();
          if (onlyGrew(kept, live)) grew += Number(kept !== live);
          else kept = live;
          expect(shown(kept, live)).toEqual(live);
        }
      }),
      { numRuns: 200, seed: 14 },
    );
    expect(grew).toBeGreaterThan(50);
  });

  it("are distinguished from a new row, a settled one and one of another text", () => {
    const log = eventLog();
    const script = scriptTurns(log);
    const turnId = script.send("Hi");
    script.start(turnId);
    for (const piece of ["one", " two", " three"]) script.stream(turnId, piece);
    const fold = createTimelineFold();
    fold.push(log.events);
    const before = fold.getGroups().live;
    const next = (write: () => void) => {
      const from = log.events.length;
      write();
      fold.push(log.events.slice(from));
      return fold.getGroups().live;
    };
    const longer = next(() => script.stream(turnId, " four"));
    expect(onlyGrew(before, longer)).toBe(true);
    expect(
      onlyGrew(
        longer,
        next(() => script.callTool(turnId, "search")),
      ),
    ).toBe(false);
    const other = before.map((group) =>
      group.kind === "item" && group.item.kind === "agent-message" ? { ...group, item: { ...group.item } } : group,
    );
    expect(onlyGrew(before, other)).toBe(false);
  });
});
