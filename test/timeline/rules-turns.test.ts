import { describe, expect, it } from "vitest";
import { neutralFailureText } from "../../src/timeline/failure-text.js";
import { at, session } from "./session-under-test.js";

describe("the place of a message", () => {
  it("is just before its turn's start, however long it waited", () => {
    const s = session();
    const first = s.create("one");
    s.start(first);
    s.stream(first, "a");
    const second = s.send("two", { clientEventId: "k2" });
    s.stream(first, "b");
    expect(s.rows).toEqual(["user-message one", "phase queue complete", "agent-message ab"]);
    s.complete(first);
    s.start(second);
    expect(s.rows).toEqual([
      "user-message one",
      "phase queue complete",
      "agent-message ab",
      "end complete",
      "user-message two",
      "phase queue complete",
    ]);
    expect(s.items[4]).toMatchObject({ turnId: second, reconciliationKey: "k2" });
  });

  it("is before the first sign of work when the start is missing", () => {
    const s = session();
    const turnId = s.create("one");
    s.log.add("agent.model.request", { phase: "started" }, { turnId });
    expect(s.rows).toEqual(["user-message one"]);
    s.say(turnId, "answer");
    expect(s.rows).toEqual(["user-message one", "agent-message answer"]);
  });

  it("moves to the start of its turn when activity preceded it", () => {
    const s = session();
    const turnId = s.create("one");
    s.log.add("turn.startup.phase.started", { phase: "sandbox" }, { turnId });
    expect(s.rows).toEqual(["user-message one", "phase sandbox running"]);
    s.start(turnId);
    expect(s.rows).toEqual(["phase sandbox running", "user-message one", "phase queue complete"]);
  });

  it("is nowhere while the turn waits, and when it was cancelled before it started", () => {
    const s = session();
    const turnId = s.create("one");
    expect(s.items).toEqual([]);
    s.cancel(turnId);
    expect(s.items).toEqual([]);
  });

  it("is where it was sent when no turn was queued for it", () => {
    const s = session();
    const event = s.log.add("user.message", { text: "old", resources: [{ kind: "file" }] });
    expect(s.items).toEqual([
      {
        kind: "user-message",
        id: event.id,
        occurredAt: at(0),
        reconciliationKey: event.id,
        turnId: null,
        text: "old",
        resources: [{ kind: "file" }],
      },
    ]);
  });

  it("does not end the answer that streams while it is sent", () => {
    const s = session();
    const first = s.create("one");
    s.start(first);
    s.stream(first, "a");
    s.send("two");
    expect(s.items.at(-1)).toMatchObject({ kind: "agent-message", streaming: true });
  });

  it("is drawn once when its turn starts again after a recovery", () => {
    const s = session();
    const turnId = s.create("one");
    s.start(turnId);
    s.log.add("turn.recovery.requested", { reason: "worker_lost" }, { turnId });
    s.start(turnId);
    expect(s.rows).toEqual(["user-message one", "phase queue complete"]);
  });
});

describe("the queue phase", () => {
  it("lasts from queueing to the first start", () => {
    const s = session();
    const turnId = s.create("one");
    s.start(turnId);
    const started = s.log.events.at(-1);
    expect(s.items[1]).toEqual({
      kind: "startup-phase",
      id: `${started?.id}-queue`,
      occurredAt: started?.occurredAt,
      turnId,
      phase: "queue",
      status: "complete",
      startedAt: at(3),
      completedAt: at(5),
      durationMs: 2000,
      outcome: null,
    });
  });
});

describe("how a turn ends", () => {
  it("cancels running rows when it fails, and shows the reason", () => {
    const s = session();
    const turnId = s.create("one");
    s.start(turnId);
    s.callTool(turnId, "search");
    s.stream(turnId, "part");
    s.fail(turnId, "The model is gone.");
    expect(s.rows.slice(2)).toEqual(["tool search cancelled", "agent-message part", "end failed"]);
    expect(s.items.at(-1)).toMatchObject({ turnId, failureText: "The model is gone." });
    expect(s.items.at(-1)?.id).toMatch(/-turn-end$/);
    expect(s.items.at(-2)).toMatchObject({ streaming: false });
  });

  it.each([
    ["turn.failed", { error: "Lost." }, { kind: "notice", tone: "failed", text: "Lost." }],
    ["turn.cancelled", {}, { kind: "notice", tone: "cancelled", text: "" }],
    ["turn.superseded", { reason: "steer" }, { kind: "notice", tone: "cancelled", text: "" }],
  ])("adds a notice after %s when no activity row shows it", (type, payload, notice) => {
    const s = session();
    s.log.add("turn.started", {}, { turnId: "t" });
    s.log.add(type, payload, { turnId: "t" });
    expect(s.items.at(-1)).toMatchObject(notice);
  });

  it.each([
    ["turn.failed", { error: "Lost." }, { kind: "notice", tone: "failed", text: "Lost." }],
    ["turn.cancelled", {}, { kind: "notice", tone: "cancelled", text: "" }],
    ["turn.superseded", { reason: "steer" }, { kind: "notice", tone: "cancelled", text: "" }],
  ])("adds a notice after %s when its activity rows are before an answered question", (type, payload, notice) => {
    const s = session();
    const turnId = s.create("one");
    s.start(turnId);
    s.callTool(turnId, "search");
    s.log.add("session.humanInput.requested", { request: { id: "r", questions: [] } }, { turnId });
    s.log.add("user.humanInputResponse", { requestId: "r", response: { outcome: "skipped" } }, { turnId });
    s.log.add(type, payload, { turnId });
    expect(s.items.at(-1)).toMatchObject({ ...notice, turnId });
  });

  it("adds no notice when an activity row follows the answered question", () => {
    const s = session();
    const turnId = s.create("one");
    s.start(turnId);
    s.log.add("session.humanInput.requested", { request: { id: "r", questions: [] } }, { turnId });
    s.log.add("user.humanInputResponse", { requestId: "r", response: { outcome: "skipped" } }, { turnId });
    s.callTool(turnId, "search");
    s.fail(turnId, "The model is gone.");
    expect(s.items.at(-1)).toMatchObject({ kind: "turn-end", failureText: "The model is gone." });
  });

  it("reads a spent budget as failed, with a notice", () => {
    const s = session();
    const turnId = s.create("one");
    s.start(turnId);
    s.log.add("turn.completed", { segmentLimit: "budget_exhausted", detail: "That was a lot." }, { turnId });
    expect(s.rows.slice(2)).toEqual(["end failed", "notice failed"]);
    expect(s.items.at(-1)).toMatchObject({ text: "That was a lot." });
  });

  it("leaves no end after maintenance", () => {
    const s = session();
    s.log.add("turn.started", {}, { turnId: "t" });
    s.log.add("agent.message.delta", { text: "x" }, { turnId: "t" });
    s.log.add("turn.completed", { maintenance: "context_compaction" }, { turnId: "t" });
    expect(s.items).toMatchObject([{ kind: "agent-message", streaming: false }]);
  });

  it("ends as cancelled when it is steered away, and its text stays", () => {
    const s = session();
    const turnId = s.create("one");
    s.start(turnId);
    s.stream(turnId, "half an ans");
    s.supersede(turnId, s.send("other", { delivery: "steer" }));
    expect(s.rows.slice(2)).toEqual(["agent-message half an ans", "end cancelled"]);
  });

  it("ends once, whatever follows", () => {
    const s = session();
    const turnId = s.create("one");
    s.start(turnId);
    s.cancel(turnId);
    s.complete(turnId);
    expect(s.rows.filter((row) => row.startsWith("end"))).toEqual(["end cancelled"]);
  });

  it.each([
    [{ error: "  ", message: "Old form." }, "Old form."],
    [{}, null],
    [{ error: 7 }, null],
    [{ error: "Invalid API key provided: sk-123" }, neutralFailureText],
    [{ error: "You exceeded your current quota" }, neutralFailureText],
    [{ error: "Your credit balance is too low" }, neutralFailureText],
  ])("reads the failure %j as %s", (payload, text) => {
    const s = session();
    const turnId = s.create("one");
    s.start(turnId);
    s.log.add("turn.failed", payload, { turnId });
    expect(s.items.at(-1)).toMatchObject({ kind: "turn-end", failureText: text });
  });
});

describe("what the session announces", () => {
  it("divides at requires_action, failed and cancelled only, not twice in a row", () => {
    const s = session();
    for (const status of ["running", "requires_action", "requires_action", "running", "idle", "unheard_of", "failed"]) {
      s.status(status);
    }
    expect(s.rows).toEqual(["status requires_action", "status failed"]);
  });

  it("does not repeat a divider for a status that was only announced again", () => {
    const s = session();
    s.requireApproval("t", [{ id: "a" }]);
    s.requireApproval("t", [{ id: "a" }]);
    expect(s.rows).toEqual(["notice waiting", "status requires_action", "notice waiting"]);
  });

  it("does not repeat a divider with nothing in between", () => {
    const s = session();
    for (const status of ["requires_action", "running", "requires_action"]) s.status(status);
    expect(s.rows).toEqual(["status requires_action"]);
  });

  it("divides again after work was done", () => {
    const s = session();
    const turnId = s.create("one");
    s.start(turnId);
    s.status("requires_action");
    s.resume(turnId);
    s.say(turnId, "x");
    s.status("requires_action");
    expect(s.rows.filter((row) => row.startsWith("status"))).toHaveLength(2);
  });

  it("waits at a required action: running rows of that turn complete", () => {
    const s = session();
    const turnId = s.create("one");
    s.start(turnId);
    s.callTool(turnId, "deploy");
    s.log.add("agent.toolCall.created", { id: "other", name: "other" }, { turnId: "another-turn" });
    s.requireApproval(turnId, [{ id: "a", name: "deploy" }]);
    expect(s.rows.slice(2)).toEqual([
      "tool deploy complete",
      "tool other running",
      "notice waiting",
      "status requires_action",
    ]);
  });
});
