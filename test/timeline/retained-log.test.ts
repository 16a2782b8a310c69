import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastSequenceOf, type SessionEvent } from "../../src/wire/protocol/session-event.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { createRetainedLog, retain, retained as held } from "../../src/timeline/retained-log.js";
import { createTimelineFold } from "../../src/timeline/timeline-fold.js";
import { arbitraryLog } from "../support/arbitrary-log.js";
import { session } from "./session-under-test.js";

function retained(events: readonly SessionEvent[]): SessionEvent[] {
  const log = createRetainedLog();
  for (const event of events) retain(log, event);
  return [...held(log)];
}

function refolded(events: readonly SessionEvent[]) {
  const fold = createTimelineFold();
  fold.push(events);
  fold.replace(fold.getEvents());
  return fold.getItems();
}

describe("the events kept for a refold", () => {
  it("fold to the same rows and end at the same sequence", () => {
    fc.assert(
      fc.property(arbitraryLog(), (events) => {
        const kept = retained(events);
        expect(buildTimeline(kept)).toEqual(buildTimeline(events));
        expect(kept.map(lastSequenceOf).at(-1)).toBe(events.at(-1)?.sequence);
      }),
      { numRuns: 100 },
    );
  });

  it("fold to the same rows after complete or truncated messages", () => {
    const s = session();
    const turnId = s.send("go");
    s.start(turnId);
    s.stream(turnId, "a long ", "answer");
    s.log.add("agent.message.completed", { text: "a long", truncation: { bytes: 5 } }, { turnId });
    s.callTool(turnId, "search");
    s.stream(turnId, "more ", "words");
    s.log.add("agent.message.completed", { text: "more words, and the end" }, { turnId });
    expect(refolded(s.log.events)).toEqual(buildTimeline(s.log.events));
    const property = fc.property(arbitraryLog(), (events) => {
      expect(refolded(events)).toEqual(buildTimeline(events));
    });
    fc.assert(property, { numRuns: 100 });
  });

  it("keep the output of a command beside a row of the same length", () => {
    const s = session();
    s.log.add("sandbox.operation.started", { name: "bash", command: "ls" }, { turnId: "t" });
    for (const text of ["ab", "cd"]) s.log.add("agent.reasoning.delta", { text }, { turnId: "t" });
    for (const chunk of ["vw", "xy"])
      s.log.add("sandbox.command.output.delta", { name: "bash", chunk }, { turnId: "t" });
    expect(refolded(s.log.events)).toEqual(buildTimeline(s.log.events));
  });

  it("keep a citation mark apart from the words before it", () => {
    const s = session();
    s.stream("t", "Sea", "rch");
    s.log.add("agent.model.usage", {}, { turnId: "t" });
    s.stream("t", "\uE200cite\uE201", " found it");
    expect(refolded(s.log.events)).toEqual(buildTimeline(s.log.events));
  });

  it("are one for an answer of a thousand pieces", () => {
    const s = session();
    s.stream("t", ...Array.from({ length: 1000 }, () => "word "));
    s.stream("u", "another turn's");
    s.log.add("sandbox.command.output.delta", { chunk: "a", name: "x" }, { turnId: "u" });
    s.log.add("sandbox.command.output.delta", { chunk: "b", name: "y" }, { turnId: "u" });
    s.log.add("agent.message.delta", { text: 5 }, { turnId: "u" });
    s.stream("u", "not merged with what does not fit");
    expect(retained(s.log.events).map(({ sequence }) => sequence)).toEqual([1, 1001, 1002, 1003, 1004, 1005]);
  });
});
