import { describe, expect, it } from "vitest";
import { session } from "./session-under-test.js";

function running() {
  const s = session();
  const turnId = s.create("go");
  s.start(turnId);
  return { s, turnId, rows: () => s.rows.slice(2), items: () => s.items.slice(2) };
}

describe("a tool's output", () => {
  it("belongs to the call it names, in whatever order calls finish", () => {
    const { s, turnId, items } = running();
    const first = s.callTool(turnId, "a", { q: 1 });
    const second = s.callTool(turnId, "b");
    s.toolOutput(turnId, second, { rows: 2 });
    s.toolOutput(turnId, first, "no", true);
    expect(items()).toMatchObject([
      { kind: "tool-call", callId: first, name: "a", arguments: { q: 1 }, output: "no", status: "failed" },
      { kind: "tool-call", callId: second, name: "b", output: { rows: 2 }, status: "complete" },
    ]);
  });

  it("without a call id belongs to the newest running call, or to none", () => {
    const { s, turnId, rows } = running();
    s.callTool(turnId, "a");
    s.callTool(turnId, "b");
    s.log.add("agent.toolCall.output", { id: null, output: "x" }, { turnId });
    expect(rows()).toEqual(["tool a running", "tool b complete"]);
    s.log.add("agent.toolCall.output", { id: "unseen", output: "x" }, { turnId });
    s.log.add("agent.toolCall.output", { id: "unseen", output: "x" }, { turnId });
    expect(rows()).toEqual(["tool a complete", "tool b complete"]);
  });

  it.each([{ error: true }, { failed: true }, { output: { isError: true } }])("is a failure with %j", (payload) => {
    const { s, turnId, rows } = running();
    const id = s.callTool(turnId, "a");
    s.log.add("agent.toolCall.output", { id, ...payload }, { turnId });
    expect(rows()).toEqual(["tool a failed"]);
  });

  it("shows the preview when it was cut for its size", () => {
    const { s, turnId, items } = running();
    const id = s.callTool(turnId, "a");
    s.log.add("agent.toolCall.output", { id, preview: "begins…", truncation: { truncated: true } }, { turnId });
    expect(items()).toMatchObject([{ output: "begins…", truncation: { truncated: true } }]);
  });
});

describe("a tool call", () => {
  it("that is announced again is merged", () => {
    const { s, turnId, items } = running();
    const id = s.callTool(turnId, "web", { q: "a" });
    s.log.add("agent.toolCall.created", { id, arguments: { q: "b" }, raw: { type: "hosted" } }, { turnId });
    expect(items()).toMatchObject([{ name: "web", arguments: { q: "b" }, raw: { type: "hosted" } }]);
    expect(items()).toHaveLength(1);
  });

  it("may carry the id of an earlier turn's call", () => {
    const { s, turnId, rows } = running();
    s.log.add("agent.toolCall.created", { id: "call_0", name: "a" }, { turnId });
    s.log.add("agent.toolCall.created", { id: "call_0", name: "b" }, { turnId: "other" });
    s.log.add("agent.toolCall.output", { id: "call_0", output: 1 }, { turnId: "other" });
    expect(rows()).toEqual(["tool a running", "tool b complete"]);
  });

  it.each(["memory_save", "notes__memory_correct"])("of %s is shown by its memory row", (name) => {
    const { s, turnId, rows } = running();
    s.callTool(turnId, "search");
    s.toolOutput(turnId, s.callTool(turnId, name), "saved");
    s.log.add("memory.saved", { memoryId: "m", kind: "fact", preview: "Likes tea" }, { turnId });
    expect(rows()).toEqual(["tool search running", "memory"]);
  });

  it("shows although an earlier turn hid one of the same id", () => {
    const s = session();
    for (const [turnId, name] of [
      ["one", "memory_save"],
      ["two", "search"],
    ] as const) {
      s.start(turnId);
      s.log.add("agent.toolCall.created", { id: "call-1", name }, { turnId });
      s.log.add("agent.toolCall.output", { id: "call-1", output: "done" }, { turnId });
      s.complete(turnId);
    }
    expect(s.rows).toEqual(["end complete", "tool search complete", "end complete"]);
  });

  it("that starts a session is a worker", () => {
    const { s, turnId, items } = running();
    const id = s.callTool(turnId, "service__session_create", JSON.stringify({ initialMessage: "Count stars" }));
    s.toolOutput(turnId, id, { content: [{ type: "text", text: '{"session":{"id":"child-1"}}' }] });
    expect(items()).toMatchObject([
      { kind: "worker", action: "spawn", prompt: "Count stars", workerSessionId: "child-1", status: "complete" },
    ]);
  });

  it("that addresses a session is a worker, and shows why it failed", () => {
    const { s, turnId, items } = running();
    const id = s.callTool(turnId, "session_send_message", { sessionId: "child-2", text: "More" });
    s.toolOutput(turnId, id, { isError: true, error: { code: "gone", message: "It ended." } });
    expect(items()).toMatchObject([
      {
        action: "message",
        prompt: "More",
        workerSessionId: "child-2",
        failure: { code: "gone", message: "It ended." },
        status: "failed",
      },
    ]);
  });
});

describe("the sandbox", () => {
  it.each([
    ["sandbox.provision", "sandbox"],
    ["repository-clone", "repository"],
    ["file-resource-download", "files"],
  ])("shows %s as the startup phase %s", (name, phase) => {
    const { s, turnId, items } = running();
    s.log.add("sandbox.operation.started", { name }, { turnId });
    s.log.add("sandbox.operation.completed", { name, durationMs: 70, origin: "restored" }, { turnId });
    expect(items()).toMatchObject([
      { kind: "startup-phase", phase, status: "complete", durationMs: 70, outcome: "restored" },
    ]);
  });

  it("shows one row for a phase that two sources report", () => {
    const { s, turnId, rows } = running();
    s.log.add("turn.startup.phase.started", { phase: "sandbox" }, { turnId });
    s.log.add("sandbox.operation.started", { name: "sandbox.provision" }, { turnId });
    s.log.add("sandbox.operation.completed", { name: "sandbox.provision" }, { turnId });
    s.log.add("turn.startup.phase.completed", { phase: "sandbox" }, { turnId });
    expect(rows()).toEqual(["phase sandbox complete"]);
  });

  it("shows other operations as rows with their output", () => {
    const { s, turnId, items } = running();
    const start = (name: string) =>
      s.log.add("sandbox.operation.started", { name, command: `run ${name}` }, { turnId });
    start("a");
    start("b");
    s.log.add("sandbox.command.output.delta", { chunk: "1\n", name: "a" }, { turnId });
    s.log.add("sandbox.command.output.delta", { text: "2\n" }, { turnId });
    s.log.add("sandbox.operation.failed", { name: "a", expectedTransition: true }, { turnId });
    s.log.add("sandbox.operation.failed", { name: "b" }, { turnId });
    s.log.add("sandbox.command.output.delta", { chunk: "late" }, { turnId });
    expect(items()).toMatchObject([
      { name: "a", command: "run a", output: "1\n", status: "cancelled" },
      { name: "b", command: "run b", output: "2\n", status: "failed" },
    ]);
  });

  it("shows the rig as a phase, also when it was skipped", () => {
    const { s, turnId, items } = running();
    s.log.add("rig.setup.skipped", { durationMs: 500 }, { turnId });
    const skipped = s.log.events.at(-1);
    expect(items()).toMatchObject([
      { phase: "rig", status: "complete", outcome: "skipped", completedAt: skipped?.occurredAt, durationMs: 500 },
    ]);
  });
});

describe("events outside the conversation", () => {
  it("hides goal changes that the agent's tool row shows", () => {
    const s = session();
    s.log.add("goal.set", { goalId: "g", text: "Ship", actor: "api" });
    s.log.add("goal.updated", { goalId: "g", text: "Ship", actor: "agent" });
    s.log.add("goal.paused", { goalId: "g", actor: "api", reason: "Lunch" });
    s.log.add("goal.held", { goalId: "g", actor: "agent", reason: "x" });
    s.log.add("goal.completed", { goalId: "g", evidence: "x" });
    s.log.add("goal.cleared", { goalId: "g", text: "Ship" });
    expect(s.items).toMatchObject([
      { kind: "goal", action: "set", text: "Ship" },
      { kind: "goal", action: "paused", text: "Lunch" },
      { kind: "goal", action: "cleared", text: "Ship" },
    ]);
  });

  it.each(["paused", "no_progress"])("shows a paused goal without the code word %s", (reason) => {
    const s = session();
    s.log.add("goal.paused", { goalId: "g", actor: "api", reason });
    expect(s.items).toMatchObject([{ kind: "goal", action: "paused", text: "" }]);
  });

  it("hides machine input that only continues a goal", () => {
    const s = session();
    const member = (kind: string) => ({ id: "m", kind, classification: "info", sourceId: null, summary: "s" });
    s.log.add("system.update.delivered", { members: [member("goal_continuation")] });
    s.log.add("system.update.delivered", { members: [member("goal_continuation"), member("agent_message")] });
    expect(s.items).toMatchObject([{ kind: "machine-input-batch", members: [{}, {}] }]);
  });

  it("hides a sign-in that no tool needs", () => {
    const s = session();
    const payload = { serverId: "s", providerDomain: "example.com", reason: "expired" };
    s.log.add("tool.auth_needed", payload);
    s.log.add("tool.auth_needed", { ...payload, toolName: "mail" });
    s.log.add("credential.auth_needed", payload);
    expect(s.items).toMatchObject([
      { kind: "auth-needed", toolName: "mail" },
      { toolName: null, scopes: [] },
    ]);
  });

  it("keeps one row a compaction, which takes the id of what settles it", () => {
    const s = session();
    s.log.add("session.context.compaction.requested", { trigger: "operator" }, { turnId: "t" });
    s.log.add("session.context.compaction.started", { estimatedTokensBefore: 90 }, { turnId: "t" });
    const settled = s.log.add("session.context.compacted", { estimatedTokensAfter: 9 }, { turnId: "t" });
    s.log.add("session.context.compaction.skipped", { reason: "too short" }, { turnId: "t" });
    expect(s.items).toMatchObject([
      { id: settled.id, phase: "compacted", trigger: "operator", estimatedTokensBefore: 90, estimatedTokensAfter: 9 },
      { phase: "skipped", skipReason: "too short" },
    ]);
  });

  it("shows how a worker ended instead of its message", () => {
    const s = session();
    const childSessionId = "0f8fad5b-d9cb-469f-a165-70867728950e";
    s.log.add("user.message", {
      text: "Done",
      childCompletion: { childSessionId, status: "idle", goal: { text: "g" } },
    });
    s.log.add("user.message", { text: "Plain", childCompletion: { childSessionId: "no uuid", status: "idle" } });
    expect(s.items).toMatchObject([
      { kind: "worker-completion", childSessionId, childStatus: "idle", goalText: "g", goalStatus: null },
      { kind: "user-message", text: "Plain" },
    ]);
  });
});
