import { describe, expect, it } from "vitest";
import { groupTimeline } from "../../src/timeline/group-timeline.js";
import { groupKey, type TimelineGroup } from "../../src/timeline/groups.js";
import type { TimelineItem } from "../../src/timeline/items.js";
import { inAWord, session } from "./session-under-test.js";

/** Groups as nested words. */
function shape(group: TimelineGroup): unknown {
  if (group.kind === "item") return inAWord(group.item);
  const outcome = group.outcome ?? "open";
  return group.kind === "activity"
    ? { activity: outcome, items: group.items.map(inAWord) }
    : { turn: outcome, groups: group.groups.map(shape) };
}

const shapes = (items: readonly TimelineItem[]) => groupTimeline(items).map(shape);

describe("clusters", () => {
  it("contain neighbouring activity, and stay open while the turn runs", () => {
    const s = session();
    const turnId = s.create("go");
    s.start(turnId);
    s.reason(turnId, "hm");
    s.callTool(turnId, "a");
    s.stream(turnId, "so");
    s.callTool(turnId, "b");
    expect(shapes(s.items)).toEqual([
      "user-message go",
      { activity: "open", items: ["phase queue complete", "reasoning hm", "tool a running"] },
      "agent-message so",
      { activity: "open", items: ["tool b running"] },
    ]);
    const [, cluster] = groupTimeline(s.items);
    expect(cluster).toMatchObject({ id: `activity-${s.items[1]?.id}` });
  });

  it("of a turn that ended take no more: the next turn begins its own", () => {
    const s = session();
    for (const turnId of ["t1", "t2"]) {
      s.log.add("agent.reasoning.delta", { text: turnId }, { turnId });
      s.log.add("turn.completed", {}, { turnId });
    }
    expect(shapes(s.items)).toEqual([
      { turn: "complete", groups: [{ activity: "complete", items: ["reasoning t1"] }] },
      { turn: "complete", groups: [{ activity: "complete", items: ["reasoning t2"] }] },
    ]);
  });

  it.each([
    ["turn.completed", { status: "failed" }, "complete", undefined],
    ["turn.failed", { status: "failed" }, "failed", "Lost."],
    ["turn.failed", { status: "running" }, "cancelled", undefined],
    ["turn.failed", { status: "complete" }, "complete", undefined],
    ["turn.cancelled", { status: "running" }, "cancelled", undefined],
  ])("end at %s with a tool %j as %s", (type, { status }, outcome, failureText) => {
    const s = session();
    const id = s.callTool("t", "a");
    if (status !== "running") s.toolOutput("t", id, "x", status === "failed");
    s.log.add(type, { error: "Lost." }, { turnId: "t" });
    const [turn] = groupTimeline(s.items);
    const cluster = turn?.kind === "turn" ? turn.groups[0] : undefined;
    expect(cluster).toMatchObject({ kind: "activity", outcome });
    expect(cluster?.kind === "activity" && cluster.failureText).toBe(failureText);
  });

  it("end with their own turn's end only; one of no turn ends the last", () => {
    const s = session();
    s.callTool("t1", "a");
    s.log.add("turn.completed", {}, { turnId: "t2" });
    expect(shapes(s.items)).toEqual([{ activity: "open", items: ["tool a running"] }]);
    s.log.add("turn.completed", {});
    expect(shapes(s.items)).toEqual([
      { turn: "complete", groups: [{ activity: "complete", items: ["tool a complete"] }] },
    ]);
  });
});

describe("turn groups", () => {
  it("contain all activity of the turn; its answer follows them", () => {
    const s = session();
    const turnId = s.create("go");
    s.start(turnId);
    s.say(turnId, "Let me look.");
    s.toolOutput(turnId, s.callTool(turnId, "search"), "found");
    s.say(turnId, "Here it is.");
    s.complete(turnId);
    expect(shapes(s.items)).toEqual([
      "user-message go",
      {
        turn: "complete",
        groups: [
          { activity: "complete", items: ["phase queue complete"] },
          "agent-message Let me look.",
          { activity: "complete", items: ["tool search complete"] },
        ],
      },
      "agent-message Here it is.",
    ]);
    const started = s.log.events.find((event) => event.type === "turn.started");
    const ended = s.log.events.find((event) => event.type === "turn.completed");
    expect(groupTimeline(s.items)[1]).toMatchObject({
      id: `turn-${turnId}`,
      startedAt: started?.occurredAt,
      endedAt: ended?.occurredAt,
    });
  });

  it("are not made when there is nothing to wrap", () => {
    const s = session();
    s.log.add("user.message", { text: "go" });
    s.log.add("agent.message.completed", { text: "Hi" }, { turnId: "t" });
    s.log.add("turn.completed", {}, { turnId: "t" });
    expect(shapes(s.items)).toEqual(["user-message go", "agent-message Hi"]);
  });

  it("have the reason of a failure, and the notice follows them", () => {
    const s = session();
    const turnId = s.create("go");
    s.start(turnId);
    s.fail(turnId, "Lost.");
    expect(groupTimeline(s.items).at(-1)).toMatchObject({ kind: "turn", outcome: "failed", failureText: "Lost." });
    s.log.add("turn.started", {}, { turnId: "t2" });
    s.log.add("turn.failed", { error: "Gone." }, { turnId: "t2" });
    expect(shapes(s.items).at(-1)).toBe("notice failed");
  });

  it("reach back to an answer of a person, not over it", () => {
    const s = session();
    const turnId = s.create("go");
    s.start(turnId);
    s.reason(turnId, "hm");
    const requestId = s.ask(turnId, [{ id: "q", kind: "text", prompt: "?" }]);
    s.answer(turnId, requestId, { outcome: "skipped" });
    s.resume(turnId);
    s.callTool(turnId, "a");
    s.complete(turnId);
    expect(shapes(s.items)).toEqual([
      "user-message go",
      { activity: "complete", items: ["phase queue complete", "reasoning hm"] },
      "status requires_action",
      "human-input",
      { turn: "complete", groups: [{ activity: "complete", items: ["tool a complete"] }] },
    ]);
  });

  it("stop at what another turn did", () => {
    const s = session();
    s.say("t1", "mine");
    s.callTool("t2", "a");
    s.log.add("turn.completed", {}, { turnId: "t2" });
    expect(shapes(s.items)).toEqual([
      "agent-message mine",
      { turn: "complete", groups: [{ activity: "complete", items: ["tool a complete"] }] },
    ]);
  });

  it("stop at media that a machine delivered", () => {
    const s = session();
    s.log.add("goal.set", { text: "g" });
    s.log.add("system.update.delivered", { members: [{ kind: "media_generation_result" }] }, { turnId: "t" });
    s.callTool("t", "a");
    s.log.add("turn.completed", {}, { turnId: "t" });
    expect(shapes(s.items).map((group) => typeof group)).toEqual(["string", "string", "object"]);
  });

  it("count the compaction in front of them", () => {
    const s = session();
    s.log.add("session.context.compacted", {}, { turnId: "t" });
    s.callTool("t", "a");
    s.log.add("turn.completed", {}, { turnId: "t" });
    expect(groupTimeline(s.items)[1]).toMatchObject({ kind: "turn", contextCompactionCount: 1 });
  });

  it("keep a message that has not settled inside", () => {
    const end = {
      kind: "turn-end",
      id: "e",
      occurredAt: "",
      turnId: "t",
      outcome: "complete",
      failureText: null,
    } as const;
    const message = { kind: "agent-message", id: "m", occurredAt: "", turnId: "t", text: "x" } as const;
    expect(shapes([{ ...message, streaming: true }, end])).toEqual([{ turn: "complete", groups: ["agent-message x"] }]);
    expect(shapes([{ ...message, streaming: false }, end])).toEqual(["agent-message x"]);
  });

  it("go by keys that no two groups share", () => {
    const s = session();
    for (const text of ["one", "two"]) {
      const turnId = s.send(text, { clientEventId: `key-${text}` });
      s.start(turnId);
      s.say(turnId, "answer");
      s.complete(turnId);
    }
    const keys = groupTimeline(s.items).map(groupKey);
    expect(keys).toHaveLength(6);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys[0]).toBe("key-one");
  });
});
