import { describe, expect, it } from "vitest";
import { dayBefore, endingAfter, viewKey } from "../../src/components/message-timeline/neighbours.js";
import { groupTimeline } from "../../src/timeline/group-timeline.js";
import type { TimelineItem } from "../../src/timeline/items.js";
import { agentMessage, toolCall, turnEnd, userMessage } from "./row-items.js";

const noon = (day: number, hour = 12, minute = 0) => new Date(2026, 4, day, hour, minute).toISOString();
const [at] = groupTimeline([userMessage("a", { occurredAt: noon(11) })]);
const on = (occurredAt: string) => groupTimeline([userMessage("b", { occurredAt })])[0]!;

describe("dayBefore", () => {
  it.each([
    ["the same hour", noon(11, 12, 30), undefined],
    ["the same day", noon(11, 23, 59), undefined],
    ["the next day, a minute after midnight", noon(12, 0, 1), noon(12, 0, 1)],
    ["the day before, as a clock may go wrong", noon(10), noon(10)],
    ["no time", new Date(0).toISOString(), undefined],
    ["what is no time", "", undefined],
  ])("after a group at noon, of %s", (_, time, expected) => {
    expect(dayBefore(at, on(time))).toBe(expected);
  });

  it("begins a day with the first group, whose line hides itself today", () => {
    expect(dayBefore(undefined, on(noon(11)))).toBe(noon(11));
  });
});

describe("endingAfter", () => {
  const of = (outcome: "complete" | "failed" | "cancelled", answer = true) =>
    groupTimeline([
      userMessage("a"),
      toolCall("b"),
      turnEnd(outcome),
      ...(answer ? [agentMessage("c")] : []),
      userMessage("d"),
    ]);
  const told = (groups: ReturnType<typeof groupTimeline>) =>
    groups.map((group, index) => endingAfter(groups[index - 1], group, groups[index + 1])?.kind ?? null);

  it("follows the answer of a failed or stopped turn", () => {
    expect(told(of("failed"))).toEqual([null, null, "turn", null]);
    expect(told(of("cancelled"))).toEqual([null, null, "turn", null]);
  });

  it("follows the turn without an answer", () => {
    expect(told(of("failed", false))).toEqual([null, "turn", null]);
  });

  it("follows a complete turn that only waited, as that is no step", () => {
    const wait = {
      ...toolCall("b"),
      kind: "startup-phase",
      phase: "queue",
      durationMs: 9_000,
    } as unknown as TimelineItem;
    expect(told(groupTimeline([userMessage("a"), wait, turnEnd("complete")]))).toEqual([null, "turn"]);
    expect(told(groupTimeline([userMessage("a"), wait, toolCall("c"), turnEnd("complete")]))).toEqual([null, null]);
  });

  it("follows a complete turn that left nothing behind a person's message", () => {
    const begin = { ...toolCall("b"), kind: "startup-phase", phase: "queue", durationMs: 3 } as unknown as TimelineItem;
    expect(told(groupTimeline([userMessage("a"), begin, turnEnd("complete")]))).toEqual([null, "turn"]);
    expect(told(groupTimeline([userMessage("a"), begin, turnEnd("complete"), agentMessage("c")]))).toEqual([
      null,
      null,
      null,
    ]);
    expect(told(groupTimeline([begin, turnEnd("complete")]))).toEqual([null]);
    expect(told(groupTimeline([userMessage("a", { turnId: "u" }), begin, turnEnd("complete")]))).toEqual([null, null]);
  });

  it("is empty after success, or when the answer belongs to another turn", () => {
    expect(told(of("complete"))).toEqual([null, null, null, null]);
    const groups = groupTimeline([toolCall("b"), turnEnd("failed"), agentMessage("c", { turnId: "u" })]);
    expect(told(groups)).toEqual(["turn", null]);
  });
});

describe("viewKey", () => {
  it("is the same for steps that run and for the turn that they become", () => {
    const running = groupTimeline([userMessage("a"), toolCall("b")]);
    const settled = groupTimeline([userMessage("a"), toolCall("b"), turnEnd("complete")]);
    expect(settled.map(viewKey)).toEqual(running.map(viewKey));
  });
});
