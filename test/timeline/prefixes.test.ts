import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventTypes } from "../../src/wire/protocol/event-types.js";
import type { SessionEvent } from "../../src/wire/protocol/session-event.js";
import { eventLog } from "../../src/testing/events.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { groupTimeline } from "../../src/timeline/group-timeline.js";
import { groupKey } from "../../src/timeline/groups.js";
import { createTimelineFold, type TimelineGroups } from "../../src/timeline/timeline-fold.js";
import { arbitraryLog, compactLog } from "../support/arbitrary-log.js";
import { runs } from "../support/runs.js";

const all = ({ settled, live }: TimelineGroups) => [...settled, ...live];

/** The result for the whole log at once, without the fold's state between events. */
function whole(events: readonly SessionEvent[]) {
  const items = buildTimeline(events);
  return { items, groups: groupTimeline(items) };
}

function foldedOneByOne(events: readonly SessionEvent[], see: (fold: unknown, index: number) => void): void {
  const fold = createTimelineFold();
  for (const [index, event] of events.entries()) {
    fold.push([event]);
    // Groups first: items that were looked at before must make no difference.
    const groups = all(fold.getGroups());
    see({ items: fold.getItems(), groups }, index);
  }
}

/** Logs as no service would write them: any type, any turn, any payload, in any order. */
const brokenLog = fc
  .array(
    fc.record({
      type: fc.constantFrom(...eventTypes, "type.of.tomorrow", "user.message", "turn.started", "turn.completed"),
      turnId: fc.constantFrom(null, "t1", "t2", "t3"),
      payload: fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.record(
          {
            turnId: fc.constantFrom("t1", "t2"),
            triggerEventId: fc.constantFrom("id-1", "id-2", "id-3", "id-4"),
            id: fc.constantFrom("c1", "c2"),
            name: fc.constantFrom("search", "memory_save", "session_create", "sandbox.provision"),
            text: fc.constantFrom("a", "ab", "b"),
            status: fc.constantFrom("running", "failed", "requires_action"),
            phase: fc.constantFrom("queue", "tools"),
            requestId: fc.constantFrom("r1", "r2"),
            response: fc.constant({ outcome: "skipped" }),
            request: fc.constantFrom({ id: "r1", questions: [], toolCallId: "c1" }, { id: "r2", questions: [] }),
            maintenance: fc.constant("context_compaction"),
          },
          { requiredKeys: [] },
        ),
      ),
    }),
    { maxLength: 60, size: "max" },
  )
  .map((drafts) => {
    const log = eventLog();
    for (const [index, { type, turnId, payload }] of drafts.entries()) {
      log.add(type, payload, { turnId, id: `id-${index}` });
    }
    return log.events;
  });

describe("the incremental fold", () => {
  it.each([
    ["valid logs", arbitraryLog({ maxEvents: 120 }), 60],
    ["broken logs", brokenLog, 400],
  ] as const)("equals the whole fold at every prefix of %s, items and groups", (name, logs, numRuns) => {
    const count = { logs: 0, prefixes: 0 };
    fc.assert(
      fc.property(logs, (events) => {
        count.logs += 1;
        foldedOneByOne(events, (seen, index) => {
          count.prefixes += 1;
          expect(seen).toEqual(whole(events.slice(0, index + 1)));
        });
      }),
      { numRuns },
    );
    console.info(`prefixes of ${name}: ${count.prefixes} of ${count.logs} logs`);
  });

  it.each<readonly (readonly [type: string, turnId: string | null, payload?: object])[]>([
    [
      ["goal.updated", null],
      ["user.message", null],
      ["turn.queued", null, { triggerEventId: "id-1" }],
      ["turn.cancelled", "t1"],
    ],
    [
      ["turn.startup.phase.started", "t3", { phase: "queue" }],
      ["agent.message.delta", "t1"],
      ["turn.failed", "t3"],
      ["agent.message.completed", "t1"],
    ],
    [
      ["rig.setup.failed", "t2"],
      ["agent.message.delta", null],
      ["turn.completed", "t2", { maintenance: "context_compaction" }],
      ["memory.corrected", null],
      ["agent.message.completed", null],
    ],
    [
      ["goal.set", null],
      ["session.humanInput.requested", "t3", { request: { id: "r1", questions: [] } }],
      ["turn.superseded", null],
      ["user.humanInputResponse", null, { requestId: "r1", response: { outcome: "skipped" } }],
    ],
    [
      ["sandbox.operation.started", "t1"],
      ["user.message", "t2"],
      ["turn.failed", "t1"],
      ["turn.queued", null, { triggerEventId: "id-1" }],
    ],
    [
      ["agent.reasoning.delta", "t1"],
      ["goal.set", null],
      ["user.message", "t3"],
      ["turn.failed", "t1"],
      ["turn.queued", null, { triggerEventId: "id-2" }],
    ],
    [
      ["memory.saved", "t3"],
      ["user.message", "t2"],
      ["rig.setup.skipped", null],
      ["turn.completed", "t3", { maintenance: "context_compaction" }],
      ["agent.message.delta", null],
      ["turn.queued", null, { triggerEventId: "id-1" }],
    ],
  ])("equals the whole fold when a row that kept a settled group from growing is removed", (...entries) => {
    const log = eventLog();
    for (const [index, [type, turnId, payload]] of entries.entries())
      log.add(type, payload ?? {}, { turnId, id: `id-${index}` });
    foldedOneByOne(log.events, (seen, index) => expect(seen).toEqual(whole(log.events.slice(0, index + 1))));
  });

  it("gives the same for compact and raw logs, whatever the cuts and repeats between pushes", () => {
    fc.assert(
      fc.property(arbitraryLog(), fc.array(fc.nat(), { maxLength: 8 }), (events, draws) => {
        const expected = whole(events);
        expect(whole(compactLog(events))).toEqual(expected);
        const cuts = draws.map((draw) => draw % (events.length + 1)).toSorted((a, b) => a - b);
        const fold = createTimelineFold();
        let from = 0;
        for (const cut of [...cuts, events.length]) {
          // A page begins a little before the last one ended, and is compact like any replay.
          fold.push(events.slice(Math.max(0, from - 2), from));
          fold.push(compactLog(events.slice(from, cut)));
          fold.getGroups();
          from = cut;
        }
        expect({ items: fold.getItems(), groups: all(fold.getGroups()) }).toEqual(expected);
      }),
      { numRuns: runs(60, 600) },
    );
  });

  it("gives the same when older pages arrive afterwards, and keeps equal rows", () => {
    fc.assert(
      fc.property(arbitraryLog(), fc.nat(), fc.nat(), (events, a, b) => {
        const [first, second] = [a % events.length, b % events.length].toSorted((x, y) => x - y) as [number, number];
        const fold = createTimelineFold();
        fold.push(events.slice(second));
        for (const page of [events.slice(first, second), events.slice(0, first)]) {
          const before = new Map(fold.getItems().map((item) => [item.id, item]));
          fold.getGroups();
          fold.prepend(page);
          const remade = fold.getItems().filter((item) => {
            const old = before.get(item.id);
            return old && old !== item && JSON.stringify(old) === JSON.stringify(item);
          });
          expect(remade).toEqual([]);
        }
        expect({ items: fold.getItems(), groups: all(fold.getGroups()) }).toEqual(whole(events));
      }),
      { numRuns: runs(60, 600) },
    );
  });

  it("takes events in any order in the whole fold", () => {
    fc.assert(
      fc.property(
        arbitraryLog({ maxEvents: 60 }).chain((events) =>
          fc.tuple(fc.constant(events), fc.shuffledSubarray([...events], { minLength: events.length })),
        ),
        ([events, shuffled]) => {
          expect(buildTimeline([...shuffled, ...shuffled])).toEqual(buildTimeline(events));
        },
      ),
      { numRuns: 40 },
    );
  });

  it("gives every group of a valid log a key of its own", () => {
    fc.assert(
      fc.property(arbitraryLog(), (events) => {
        const keys = whole(events).groups.map(groupKey);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: 100 },
    );
  });
});

describe("malformed payloads", () => {
  it("never throw, and are reported once with their sequence and fields", () => {
    fc.assert(
      fc.property(fc.constantFrom(...eventTypes), fc.jsonValue(), (type, payload) => {
        const log = eventLog();
        log.add(type, payload, { turnId: "t" });
        const faults: unknown[] = [];
        const fold = createTimelineFold({ onFault: (fault) => faults.push(fault) });
        fold.push(log.events);
        fold.push(log.events);
        fold.getGroups();
        expect(faults.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(200, 2_000) },
    );
  });

  it.each([
    ["agent.message.delta", 7, ["payload"], null],
    ["agent.message.delta", { text: null }, ["text"], null],
    ["agent.reasoning.delta", { text: 7 }, ["text"], null],
    ["agent.reasoning.delta", {}, null, null],
    ["agent.toolCall.created", { id: 5 }, ["id", "name"], { kind: "tool-call", name: "tool", callId: null }],
    ["sandbox.operation.started", null, ["payload"], { kind: "sandbox", name: "sandbox" }],
    ["user.message", "text", ["payload"], { kind: "user-message", text: "", resources: [] }],
  ])("of %s that are %j fall back", (type, payload, fields, item) => {
    const log = eventLog();
    const { sequence } = log.add(type, payload, { turnId: "t" });
    const faults: unknown[] = [];
    const fold = createTimelineFold({ onFault: (fault) => faults.push(fault) });
    fold.push(log.events);
    expect(fold.getItems()).toMatchObject(item === null ? [] : [item]);
    expect(faults).toEqual(fields === null ? [] : [{ sequence, type, fields }]);
  });
});
