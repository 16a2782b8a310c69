import { describe, expect, it } from "vitest";
import { eventLog } from "../../src/testing/events.js";
import { scriptTurns, type TurnScript } from "../../src/testing/scripted-turn.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { createTimelineFold } from "../../src/timeline/timeline-fold.js";
import type { TimelineItem, ToolCallItem, WorkerItem } from "../../src/timeline/items.js";
import { doors } from "./rows-of-doors.js";

type Call = ToolCallItem | WorkerItem;
const callsOf = (items: readonly TimelineItem[]) =>
  items.filter((item): item is Call => item.kind === "tool-call" || item.kind === "worker");
/** The state of a call for a person: its status, unless the turn cancelled it. */
const stateOf = ({ cancelled, status }: Call) => (cancelled ? "cancelled" : status);

/** A turn with calls of these names, which asks for the approval of the calls at `asked`. */
function asking(names: readonly string[], asked: readonly number[] = names.map((_, index) => index)) {
  const log = eventLog();
  const script = scriptTurns(log);
  const turnId = script.create("go");
  script.start(turnId);
  const ids = names.map((name) => script.callTool(turnId, name, { message: "Ship it" }));
  const idAt = (index: number) => ids[index] ?? "";
  const approve = (index: number) => script.decide(turnId, idAt(index), "approve");
  const request = (indexes: readonly number[]) =>
    script.requireApproval(
      turnId,
      indexes.map((index) => ({ id: idAt(index), name: names[index] })),
    );
  request(asked);
  return { log, script, turnId, idAt, approve, request };
}

const ends: Readonly<Record<string, (script: TurnScript, turnId: string) => void>> = {
  cancelled: (script, turnId) => script.cancel(turnId),
  failed: (script, turnId) => script.fail(turnId, "Down."),
  superseded: (script, turnId) => script.supersede(turnId, "another"),
};

it("has the time since when an approved call runs: the last approval of its turn", () => {
  const { log, approve, request } = asking(["refund", "refund"]);
  approve(0);
  request([1]);
  approve(1);
  const approvedAt = log.events.at(-1)?.occurredAt;
  const calls = callsOf(buildTimeline(log.events));
  expect(calls).toMatchObject([{ runsSince: approvedAt }, { runsSince: approvedAt }]);
});

describe.each(Object.entries(doors))(
  "a call that waits at the end of its turn, through the door %s",
  (_door, rowsOf) => {
    it.each(
      Object.keys(ends).flatMap((end) => ["refund", "tasks__session_create"].map((name) => [name, end] as const)),
    )("is cancelled: %s, %s", (name, end) => {
      const { log, script, turnId } = asking([name]);
      ends[end]?.(script, turnId);
      expect(callsOf(rowsOf(log.events)).map(stateOf)).toEqual(["cancelled"]);
    });

    it("is cancelled although it was approved, as another call was not decided", () => {
      const { log, script, turnId, approve, request } = asking(["refund", "refund"]);
      approve(0);
      request([1]);
      script.cancel(turnId);
      expect(callsOf(rowsOf(log.events)).map(stateOf)).toEqual(["cancelled", "cancelled"]);
    });

    it("is cancelled once, and stays so while a later turn decides about its own call", () => {
      const { log, script, turnId, approve } = asking(["refund", "refund"]);
      approve(0);
      script.cancel(turnId);
      const next = script.create("again");
      script.start(next);
      const id = script.callTool(next, "refund");
      script.requireApproval(next, [{ id, name: "refund" }]);
      script.decide(next, id, "approve");
      script.toolOutput(next, id, "done");
      script.complete(next);
      expect(callsOf(rowsOf(log.events)).map(stateOf)).toEqual(["cancelled", "cancelled", "complete"]);
    });

    it("is cancelled when it needs no approval and had no output before the request", () => {
      const { log, script, turnId } = asking(["search", "refund"], [1]);
      script.cancel(turnId);
      expect(callsOf(rowsOf(log.events)).map(stateOf)).toEqual(["cancelled", "cancelled"]);
    });

    it.each([["found"], [null]])("keeps the output that another call got while the approval waited: %j", (output) => {
      const { log, script, turnId, idAt } = asking(["search", "refund"], [1]);
      script.toolOutput(turnId, idAt(0), output);
      script.cancel(turnId);
      expect(callsOf(rowsOf(log.events)).map(stateOf)).toEqual(["complete", "cancelled"]);
    });

    it("keeps a failure and a rejection", () => {
      const { log, script, turnId, idAt } = asking(["search", "refund", "refund"], [1, 2]);
      script.toolOutput(turnId, idAt(0), "Down.", true);
      script.decide(turnId, idAt(1), "reject");
      script.cancel(turnId);
      expect(callsOf(rowsOf(log.events)).map(stateOf)).toEqual(["failed", "output-denied", "cancelled"]);
    });

    it("is cancelled when a second request interrupts it after its approval", () => {
      const { log, script, turnId, approve } = asking(["refund"]);
      approve(0);
      const second = script.callTool(turnId, "refund");
      script.requireApproval(turnId, [{ id: second, name: "refund" }]);
      script.cancel(turnId);
      expect(callsOf(rowsOf(log.events)).map(stateOf)).toEqual(["cancelled", "cancelled"]);
    });

    it("stays complete when its turn completes", () => {
      const { log, script, turnId } = asking(["search", "refund"], [1]);
      script.complete(turnId);
      expect(callsOf(rowsOf(log.events)).map(stateOf)).toEqual(["complete", "complete"]);
    });
  },
);

describe("the mark of a cancelled call in the session's log", () => {
  it("leaves the status as published, with and without a wait", () => {
    const { log, script, turnId } = asking(["search", "refund", "session_create"], [1, 2]);
    for (const call of callsOf(buildTimeline(log.events))) expect(call).not.toHaveProperty("cancelled");
    script.cancel(turnId);
    for (const call of callsOf(buildTimeline(log.events))) {
      expect(call).toMatchObject({ status: "complete", cancelled: true });
      expect(call).not.toHaveProperty("waits");
    }
  });

  it("is on no call that ran when its turn was cancelled: its status has the end", () => {
    const { log, script, turnId, approve } = asking(["refund"]);
    approve(0);
    script.start(turnId);
    script.cancel(turnId);
    const [call] = callsOf(buildTimeline(log.events));
    expect(call).toMatchObject({ status: "cancelled" });
    expect(call).not.toHaveProperty("cancelled");
  });

  it("is removed by an output or a rejection that arrives after the end, and a late approval runs nothing", () => {
    const late = (then: (made: ReturnType<typeof asking>) => void) => {
      const made = asking(["refund", "refund"]);
      made.approve(1);
      made.script.cancel(made.turnId);
      then(made);
      return callsOf(buildTimeline(made.log.events))[0];
    };
    const done = late(({ script, turnId, idAt }) => script.toolOutput(turnId, idAt(0), "done"));
    expect(done).toMatchObject({ status: "complete", output: "done" });
    expect(done).not.toHaveProperty("cancelled");
    const denied = late(({ script, turnId, idAt }) => script.decide(turnId, idAt(0), "reject"));
    expect(denied).toMatchObject({ status: "output-denied" });
    expect(denied).not.toHaveProperty("cancelled");
    expect(late(({ approve }) => approve(0))).toMatchObject({ status: "complete", cancelled: true });
  });

  it("is set at the end of the call's own turn only", () => {
    const { log, script, turnId, idAt, request } = asking(["refund"]);
    // The request is repeated, as after a restart.
    request([0]);
    log.add("turn.cancelled", {}, { turnId: "another" });
    const [call] = callsOf(buildTimeline(log.events));
    expect(call).toMatchObject({ waits: true });
    expect(call).not.toHaveProperty("cancelled");
    script.decide(turnId, idAt(0), "approve");
    expect(callsOf(buildTimeline(log.events)).map(stateOf)).toEqual(["running"]);
  });

  it("is on the calls of a log without turn ids, of which a fold has dropped some", () => {
    const log = eventLog();
    const script = scriptTurns(log);
    const wait = (id: string) => {
      log.add("agent.toolCall.created", { id, name: "refund" });
      log.add("session.requiresAction", { approvals: [{ id }] });
    };
    wait("old");
    for (const text of ["one", "two"]) {
      const turnId = script.create(text);
      script.start(turnId);
      script.say(turnId, text);
      script.complete(turnId);
    }
    const cut = log.events.findLast(({ type }) => type === "user.message")?.sequence ?? 0;
    wait("new");
    const fold = createTimelineFold();
    fold.push(log.events);
    fold.dropBefore(cut);
    fold.push([log.add("turn.cancelled", {})]);
    expect(callsOf(fold.getItems()).map((call) => [call.callId, stateOf(call)])).toEqual([["new", "cancelled"]]);
  });

  it("is on a call of a log without turn ids, too", () => {
    const log = eventLog();
    log.add("agent.toolCall.created", { id: "c", name: "refund" });
    log.add("session.requiresAction", { approvals: [{ id: "c" }] });
    log.add("turn.cancelled", {});
    expect(callsOf(buildTimeline(log.events)).map(stateOf)).toEqual(["cancelled"]);
  });
});
