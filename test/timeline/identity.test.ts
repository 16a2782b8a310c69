import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventLog } from "../../src/testing/events.js";
import { scriptedTurn, scriptTurns } from "../../src/testing/scripted-turn.js";
import { groupKey, type TimelineGroup } from "../../src/timeline/groups.js";
import { createTimelineFold } from "../../src/timeline/timeline-fold.js";
import { arbitraryLog } from "../support/arbitrary-log.js";

function longLog(turns: number) {
  const log = eventLog();
  for (let turn = 0; turn < turns; turn += 1) {
    scriptedTurn(log, { prompt: `prompt ${turn}`, tools: [{ name: "search" }, { name: "read" }] });
  }
  return log;
}

/** How many of `after` were not there before. */
const fresh = (before: readonly unknown[], after: readonly unknown[]) => {
  const known = new Set(before);
  return after.filter((value) => !known.has(value)).length;
};

describe("what a delta changes", () => {
  it("is one item and one group, and nothing settled", () => {
    const log = longLog(30);
    const script = scriptTurns(log);
    const turnId = script.send("more");
    script.start(turnId);
    script.callTool(turnId, "search");
    script.stream(turnId, "a");
    const fold = createTimelineFold();
    fold.push(log.events);
    const items = fold.getItems();
    const groups = fold.getGroups();
    expect(groups.settled.length).toBeGreaterThan(80);

    script.stream(turnId, "b");
    fold.push(log.events.slice(-1));
    expect(fresh(items, fold.getItems())).toBe(1);
    expect(fold.getGroups().settled).toBe(groups.settled);
    expect(fresh(groups.live, fold.getGroups().live)).toBe(1);
    expect(fold.getGroups().live).toHaveLength(groups.live.length);
  });

  it("replaces only the row that a refold would change", () => {
    const { events } = longLog(2);
    const fold = createTimelineFold();
    fold.push(events);
    const before = fold.getItems();
    const change = (text: unknown, resources: unknown) =>
      events.map((event) => (event === events[1] ? { ...event, payload: { text, resources } } : event));
    for (const [text, resources] of [
      ["another", []],
      ["another", [1]],
      ["another", [{ kind: "x" }]],
      ["another", [{ kind: "y" }]],
      ["another", [{ sort: "y" }]],
    ]) {
      const items = fold.getItems();
      fold.replace(change(text, resources));
      expect(fresh(items, fold.getItems())).toBe(1);
      fold.replace(change(text, resources));
    }
    expect(fresh(before, fold.getItems())).toBe(1);
  });

  it("has no effect when it is repeated", () => {
    const log = eventLog();
    const script = scriptTurns(log);
    const turnId = script.send("more");
    script.start(turnId);
    script.stream(turnId, "a");
    const fold = createTimelineFold();
    fold.push(log.events);
    const items = fold.getItems();
    fold.push(log.events.slice(-1));
    fold.push(log.events);
    expect(fold.getItems()).toBe(items);
  });

  it("returns the same arrays when it changes nothing", () => {
    const log = longLog(2);
    const fold = createTimelineFold();
    fold.push(log.events);
    const items = fold.getItems();
    const groups = fold.getGroups();
    log.add("agent.model.usage", { tokens: 1 });
    log.add("type.of.tomorrow", {});
    fold.push(log.events.slice(-2));
    expect(fold.getItems()).toBe(items);
    expect(fold.getGroups()).toBe(groups);
  });
});

describe("settled groups", () => {
  it("are all there is once the last turn has ended", () => {
    const fold = createTimelineFold();
    fold.push(longLog(3).events);
    expect(fold.getGroups().live).toEqual([]);
    expect(fold.getGroups().settled).toHaveLength(9);
  });

  it("leave to the live ones only what the running turn can change", () => {
    const log = longLog(20);
    const script = scriptTurns(log);
    const turnId = script.send("more");
    script.start(turnId);
    for (let index = 0; index < 5; index += 1) script.say(turnId, `part ${index}`);
    const fold = createTimelineFold();
    fold.push(log.events);
    expect(fold.getGroups().live.map(groupKey)).toHaveLength(7);
  });

  it("leave out a compaction of no turn until it has ended", () => {
    const log = longLog(1);
    const fold = createTimelineFold();
    log.add("session.context.compaction.started", { trigger: "auto" });
    fold.push(log.events);
    const before = fold.getGroups();
    expect(before.live).toHaveLength(1);
    log.add("session.context.compacted", { trigger: "auto" });
    fold.push(log.events.slice(-1));
    const { settled, live } = fold.getGroups();
    expect(settled.slice(0, -1)).toEqual(before.settled);
    expect(live).toEqual([]);
  });

  it("keep their identity when an older page arrives", () => {
    const log = longLog(6);
    const half = log.events.findIndex((event) => event.type === "turn.completed") + 2;
    const fold = createTimelineFold();
    fold.push(log.events.slice(half));
    const before = fold.getGroups().settled;
    fold.prepend(log.events.slice(0, half));
    const after = fold.getGroups().settled;
    expect(after).toHaveLength(before.length + 3);
    expect(after.slice(3).every((group, index) => group === before[index])).toBe(true);
  });

  it("become live again for a late event of their turn, and keep the rest", () => {
    const log = longLog(3);
    const fold = createTimelineFold();
    fold.push(log.events);
    const before = fold.getGroups().settled;
    const tool = fold.getItems().find((item) => item.kind === "tool-call");
    log.add("agent.toolCall.output", { id: tool?.callId, output: "late" }, { turnId: tool?.turnId ?? null });
    fold.push(log.events.slice(-1));
    const { settled, live } = fold.getGroups();
    expect(fresh(before, [...settled, ...live])).toBe(1);
  });

  it("never change by an event that is not of an ended turn, in any valid log", () => {
    const count = { logs: 0, kept: 0 };
    fc.assert(
      fc.property(arbitraryLog(), (events) => {
        count.logs += 1;
        const fold = createTimelineFold();
        let before: readonly TimelineGroup[] = [];
        for (const event of events) {
          fold.push([event]);
          const { settled } = fold.getGroups();
          expect(before.every((group, index) => settled[index] === group)).toBe(true);
          count.kept += before.length;
          before = settled;
        }
      }),
      { numRuns: 100 },
    );
    console.info(`settled groups kept: ${count.kept} in ${count.logs} logs`);
    expect(count.kept).toBeGreaterThan(count.logs);
  });
});
