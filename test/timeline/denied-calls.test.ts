import { describe, expect, it } from "vitest";
import { eventLog } from "../../src/testing/events.js";
import { scriptTurns } from "../../src/testing/scripted-turn.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import type { TimelineItem, ToolCallItem } from "../../src/timeline/items.js";
import { doors, followed } from "./rows-of-doors.js";

const ana = { id: "ana", name: "Ana" };

/** Outputs that agents write for a rejected call: none, a failure, or words that look like a result. */
const outputs: readonly (readonly [string, ((fail: boolean) => unknown) | undefined])[] = [
  ["no output", undefined],
  ["a marked failure", () => ({ isError: true, rejected: true, message: "Too much." })],
  ["plain words", () => "Tool execution was not approved."],
];
const names = ["refund", "tasks__session_create"];

function rejectedTurn(name: string, output: (typeof outputs)[number][1], actor = true, approvalOf?: string) {
  const log = eventLog();
  const script = scriptTurns(log);
  const turnId = script.create("go");
  script.start(turnId);
  const id = script.callTool(turnId, name, { message: "Ship it" });
  const approval = approvalOf === undefined ? { id, name } : { id: approvalOf, callId: id, name };
  script.requireApproval(turnId, [approval]);
  script.decide(turnId, approvalOf ?? id, "reject", { message: "Too much.", ...(actor && { actor: ana }) });
  if (output) script.toolOutput(turnId, id, output(true), name === "refund");
  return { log, script, turnId };
}

const callOf = (items: readonly TimelineItem[]) =>
  items.find((item) => item.kind === "tool-call" || item.kind === "worker");

describe.each(Object.entries(doors))("a rejected call through the door %s", (_door, rowsOf) => {
  it.each(names.flatMap((name) => outputs.map(([words, output]) => [name, words, output] as const)))(
    "reads as denied by its person when %s is followed by %s",
    (name, _words, output) => {
      const { log, script, turnId } = rejectedTurn(name, output);
      script.say(turnId, "I did not do it.");
      script.complete(turnId);
      expect(callOf(rowsOf(log.events))).toMatchObject({ status: "output-denied", denial: { actor: ana } });
    },
  );

  it("stays denied when the turn fails or stops after it", () => {
    for (const end of ["fail", "cancel"] as const) {
      const { log, script, turnId } = rejectedTurn("refund", outputs[1]?.[1]);
      script[end](turnId);
      expect(callOf(rowsOf(log.events))).toMatchObject({ status: "output-denied" });
    }
  });

  it("is found by the call that its approval names under another id", () => {
    const { log, script, turnId } = rejectedTurn("refund", outputs[1]?.[1], true, "approval-1");
    script.complete(turnId);
    expect(callOf(rowsOf(log.events))).toMatchObject({ status: "output-denied" });
  });

  it("names no person where the log names none", () => {
    const { log, script, turnId } = rejectedTurn("refund", outputs[1]?.[1], false);
    script.complete(turnId);
    const call = callOf(rowsOf(log.events));
    expect(call).toMatchObject({ status: "output-denied" });
    expect(call).not.toHaveProperty("denial.actor");
  });

  it("leaves a call that failed by itself a failure, also when its output claims a rejection", () => {
    const log = eventLog();
    const script = scriptTurns(log);
    const turnId = script.create("go");
    script.start(turnId);
    const id = script.callTool(turnId, "refund");
    script.requireApproval(turnId, [{ id, name: "refund" }]);
    script.decide(turnId, id, "approve");
    script.toolOutput(turnId, id, { isError: true, rejected: true }, true);
    script.complete(turnId);
    expect(callOf(rowsOf(log.events))).toMatchObject({ status: "failed" });
  });
});

describe.each([
  ["session", buildTimeline],
  ["chat, followed", followed],
] as const)("an approved call through the door %s", (_door, rowsOf) => {
  function waiting(name: string) {
    const log = eventLog();
    const script = scriptTurns(log);
    const turnId = script.create("go");
    script.start(turnId);
    const id = script.callTool(turnId, name, { message: "Ship it" });
    script.requireApproval(turnId, [{ id, name }]);
    return { script, turnId, id, status: () => (callOf(rowsOf(log.events)) as { readonly status: string }).status };
  }

  it.each(names)("runs from its approval to its output: %s", (name) => {
    const { script, turnId, id, status } = waiting(name);
    const seen = [status()];
    script.decide(turnId, id, "approve");
    seen.push(status());
    script.start(turnId);
    seen.push(status());
    script.stream(turnId, "Working on it.");
    seen.push(status());
    script.toolOutput(turnId, id, "done");
    seen.push(status());
    expect(seen).toEqual(["complete", "running", "running", "running", "complete"]);
  });

  it.each(["approve", "reject"] as const)("runs once another one is decided, too: %s", (decision) => {
    const log = eventLog();
    const script = scriptTurns(log);
    const turnId = script.create("go");
    script.start(turnId);
    const ids = [1, 2].map(() => script.callTool(turnId, "refund"));
    script.requireApproval(
      turnId,
      ids.map((id) => ({ id, name: "refund" })),
    );
    const [first = "", second = ""] = ids;
    const stateOf = ({ waits, approved, status }: ToolCallItem) =>
      waits ? (approved ? "approved" : "waiting") : approved ? "approved, yet it does not wait" : status;
    const states = () => rowsOf(log.events).flatMap((item) => (item.kind === "tool-call" ? stateOf(item) : []));
    expect(states()).toEqual(["waiting", "waiting"]);
    script.decide(turnId, first, "approve");
    expect(states()).toEqual(["approved", "waiting"]);
    script.requireApproval(turnId, [{ id: second, name: "refund" }]);
    expect(states()).toEqual(["approved", "waiting"]);
    script.decide(turnId, second, decision);
    expect(states()).toEqual(["running", decision === "approve" ? "running" : "output-denied"]);
    for (const id of ids) script.toolOutput(turnId, id, "done");
    expect(states()).toEqual(["complete", decision === "approve" ? "complete" : "output-denied"]);
  });

  it("stops waiting for another one when its turn ends", () => {
    const log = eventLog();
    const script = scriptTurns(log);
    const turnId = script.create("go");
    script.start(turnId);
    const ids = names.map((name) => script.callTool(turnId, name));
    script.requireApproval(
      turnId,
      ids.map((id) => ({ id })),
    );
    script.decide(turnId, ids[0] ?? "", "approve");
    script.cancel(turnId);
    for (const item of rowsOf(log.events)) {
      expect(item).not.toHaveProperty("waits");
      expect(item).not.toHaveProperty("approved");
    }
  });

  it.each([
    ["complete", "complete"],
    ["cancel", "cancelled"],
  ] as const)("ends with its turn: %s", (end, status) => {
    const call = waiting("refund");
    call.script.decide(call.turnId, call.id, "approve");
    call.script.start(call.turnId);
    call.script[end](call.turnId);
    expect(call.status()).toBe(status);
  });
});

describe("a rejection in the session's log", () => {
  it("marks its call at once, before the agent writes anything", () => {
    const { log } = rejectedTurn("refund", undefined);
    expect(callOf(buildTimeline(log.events))).toMatchObject({
      status: "output-denied",
      denial: { actor: ana, reason: "Too much." },
    });
    expect(callOf(followed(log.events))).toMatchObject({ status: "output-denied", denial: { actor: ana } });
  });

  it("marks a call that is announced after it, and no call of another turn", () => {
    const log = eventLog();
    const script = scriptTurns(log);
    for (const decided of [true, false]) {
      const turnId = script.create("go");
      script.start(turnId);
      if (decided) script.decide(turnId, "call_0", "reject");
      log.add("agent.toolCall.created", { id: "call_0", name: "refund" }, { turnId });
      script.toolOutput(turnId, "call_0", "said");
      script.complete(turnId);
    }
    const calls = buildTimeline(log.events).filter((item) => item.kind === "tool-call");
    expect(calls.map(({ status }) => status)).toEqual(["output-denied", "complete"]);
  });
});
