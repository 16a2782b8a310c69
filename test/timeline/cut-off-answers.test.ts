import { describe, expect, it } from "vitest";
import { eventLog } from "../../src/testing/events.js";
import { scriptTurns, type TurnScript } from "../../src/testing/scripted-turn.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { createTimelineFold } from "../../src/timeline/timeline-fold.js";
import type { TimelineItem } from "../../src/timeline/items.js";
import { doors } from "./rows-of-doors.js";

const cutOff = (items: readonly TimelineItem[]) =>
  items.flatMap((item) => (item.kind === "agent-message" ? [`${item.text}: ${item.cutOff === true}`] : []));

function begun() {
  const log = eventLog();
  const script = scriptTurns(log);
  const turnId = script.create("go");
  script.start(turnId);
  return { log, script, turnId };
}

const ends: readonly (readonly [string, (script: TurnScript, turnId: string) => void])[] = [
  ["was stopped", (script, turnId) => script.cancel(turnId)],
  ["failed", (script, turnId) => script.fail(turnId, "Down.")],
  ["was steered", (script, turnId) => script.supersede(turnId, "another")],
];

describe.each(Object.entries(doors))("the last message of a turn, through the door %s", (_door, rowsOf) => {
  it.each(ends)("is cut off when the turn %s", (_name, end) => {
    const { log, script, turnId } = begun();
    script.stream(turnId, "The first part.");
    script.callTool(turnId, "search");
    script.stream(turnId, "It is **very");
    end(script, turnId);
    expect(cutOff(rowsOf(log.events))).toEqual(["The first part.: false", "It is **very: true"]);
  });

  it("is whole when the turn completed", () => {
    const { log, script, turnId } = begun();
    script.say(turnId, "It is **very good**.");
    script.complete(turnId);
    expect(cutOff(rowsOf(log.events))).toEqual(["It is **very good**.: false"]);
  });

  it("is cut off in its own turn alone", () => {
    const { log, script, turnId } = begun();
    script.say(turnId, "One");
    script.complete(turnId);
    const second = script.create("more");
    script.start(second);
    script.cancel(second);
    expect(cutOff(rowsOf(log.events))).toEqual(["One: false"]);
  });
});

describe("a reasoning of a session", () => {
  it("is cut off when its turn stops while it grows, and is whole once a message follows", () => {
    const { log, script, turnId } = begun();
    script.reason(turnId, "Compare");
    script.stream(turnId, "Both");
    script.reason(turnId, "Then `sum");
    script.cancel(turnId);
    const reasonings = buildTimeline(log.events).filter((item) => item.kind === "reasoning");
    expect(reasonings.map((item) => item.cutOff)).toEqual([undefined, true]);
  });
});

describe("an end without a turn id", () => {
  it("cuts off the message that streams, and none before it", () => {
    const log = eventLog();
    log.add("agent.message.completed", { text: "Old" });
    log.add("agent.message.delta", { text: "New **wor" });
    log.add("turn.failed", { error: "Down." });
    expect(cutOff(buildTimeline(log.events))).toEqual(["Old: false", "New **wor: true"]);
  });

  it("leaves a complete message alone", () => {
    const log = eventLog();
    log.add("agent.message.completed", { text: "Old" });
    log.add("turn.failed", { error: "Down." });
    expect(cutOff(buildTimeline(log.events))).toEqual(["Old: false"]);
  });
});

it("is the same however the log is cut", () => {
  const { log, script, turnId } = begun();
  script.stream(turnId, "It is ", "**very");
  script.cancel(turnId);
  const whole = buildTimeline(log.events);
  for (let cut = 0; cut <= log.events.length; cut += 1) {
    const fold = createTimelineFold();
    fold.push(log.events.slice(0, cut));
    fold.push(log.events.slice(cut));
    expect(fold.getItems()).toEqual(whole);
  }
});
