import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSessionEvent, readEvent } from "../../src/wire/protocol/session-event.js";
import { eventLog } from "../../src/testing/events.js";
import { scriptedTurn } from "../../src/testing/scripted-turn.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { arbitraryLog, compactLog } from "../support/arbitrary-log.js";

describe("a log under construction", () => {
  it("fills in ids, contiguous sequences and times", () => {
    const log = eventLog({ step: 10, startAt: 0 });
    log.add("session.created");
    log.wait(1000);
    log.add("agent.message.delta", { text: "a" }, { turnId: "t", clientEventId: "k" });
    expect(log.events).toMatchObject([
      { sequence: 1, type: "session.created", payload: {}, occurredAt: "1970-01-01T00:00:00.000Z", turnId: null },
      { sequence: 2, turnId: "t", clientEventId: "k", occurredAt: "1970-01-01T00:00:01.010Z" },
    ]);
    expect(new Set(log.events.map(({ id }) => id)).size).toBe(2);
  });

  it("takes a whole turn in one call", () => {
    const log = eventLog();
    const turnId = scriptedTurn(log, { prompt: "Hi", answer: ["He", "llo"], tools: [{ name: "search", output: 1 }] });
    const kinds = buildTimeline(log.events).map(({ kind }) => kind);
    expect(kinds).toEqual(["user-message", "startup-phase", "tool-call", "agent-message", "turn-end"]);
    expect(buildTimeline(log.events).at(3)).toMatchObject({ text: "Hello", turnId });
  });
});

describe("a generated log", () => {
  it("is contiguous, well-formed and survives the wire; its compact form covers the same sequences", () => {
    fc.assert(
      fc.property(arbitraryLog(), (events) => {
        expect(events.length).toBeGreaterThanOrEqual(5);
        expect(events.length).toBeLessThanOrEqual(200);
        expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
        expect(JSON.parse(JSON.stringify(events)).map(parseSessionEvent)).toEqual(events);
        // One kind of event is drawn with a field that does not fit, so that folds meet it.
        const faults = events.flatMap((event) => (readEvent(event)?.faults ?? []).map((at) => `${event.type} ${at}`));
        expect(faults.filter((fault) => fault !== "memory.corrected memoryId")).toEqual([]);
        const covered = compactLog(events).flatMap(({ sequence, payload }) => {
          const until = (payload as { coalescedUntil?: number }).coalescedUntil ?? sequence;
          return Array.from({ length: until - sequence + 1 }, (_, index) => sequence + index);
        });
        expect(covered).toEqual(events.map(({ sequence }) => sequence));
      }),
      { numRuns: 100 },
    );
  });
});
