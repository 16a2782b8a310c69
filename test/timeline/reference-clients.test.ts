import { describe, expect, it } from "vitest";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { cleanPiece, withoutCitations } from "../../src/timeline/citations.js";
import { creditText } from "../../src/timeline/failure-text.js";
import { eventLog } from "../../src/testing/events.js";
import { at, session } from "./session-under-test.js";

/** Events of the reference system's logs that ours do not have. */

function running() {
  const s = session();
  const turnId = s.create("go");
  s.start(turnId);
  const add = (type: string, payload: object) => s.log.add(type, payload, { turnId });
  return { s, turnId, add, last: () => s.items.at(-1) };
}

/** `receipt` as the text of a tool protocol's result. */
const inText = (receipt: object) => ({ content: [{ type: "text", text: JSON.stringify(receipt) }] });

describe("a call that starts a session", () => {
  const spawn = (output: unknown, more: object = {}) => {
    const { add, last } = running();
    add("agent.toolCall.created", { id: "c", name: "host__session_create", arguments: { initialMessage: "Look" } });
    add("agent.toolCall.output", { id: "c", output, ...more });
    return last();
  };
  const receipt = {
    receiptVersion: "mcp-mutation-receipt.v1",
    operation: "session_create",
    rootSessionId: "root",
    nextAction: { tool: "session_get", arguments: { sessionId: "other" } },
  };

  it.each([
    [{ ...receipt, resource: { type: "session", id: "child" }, id: "x" }],
    [{ ...receipt, id: "child" }],
    [{ ...receipt, resource: { type: "turn", id: "t" }, id: "child" }],
  ])("takes the child's id from the receipt %j", (given) => {
    expect(spawn(inText(given))).toMatchObject({ kind: "worker", status: "complete", workerSessionId: "child" });
  });

  it("looks further where the receipt names no session", () => {
    expect(spawn(inText(receipt))).toMatchObject({ workerSessionId: "other" });
  });

  it.each([
    [inText({ error: { code: "capacity", message: "No capacity left." } }), "capacity", "No capacity left."],
    [{ structuredContent: { error: { message: "No capacity left." } } }, null, "No capacity left."],
    [{ error: { code: "capacity" } }, "capacity", ""],
    [{ error: "No capacity left." }, null, "No capacity left."],
    [{ content: [{ type: "text", text: "No capacity left." }] }, null, "No capacity left."],
    [{ error: 7, content: [] }, null, ""],
    [{ error: " " }, null, ""],
    [null, null, ""],
  ])("shows the reason of its failure in words: %j", (output, code, message) => {
    expect(spawn(output, { failed: true })).toMatchObject({ status: "failed", failure: { code, message } });
  });
});

describe("a call in the form of a provider", () => {
  const created = (payload: object) => {
    const { add, last } = running();
    add("agent.toolCall.created", { id: "c", name: "web_search_call", ...payload });
    return last();
  };
  const action = { type: "search", query: "weather" };

  it("is complete with its query when the provider has run it", () => {
    const raw = { type: "hosted_tool_call", status: "completed", providerData: { action } };
    expect(created({ raw })).toMatchObject({ status: "complete", arguments: action });
    expect(created({ raw: { ...raw, status: "failed" } })).toMatchObject({ status: "failed" });
    expect(created({ raw: { ...raw, status: "in_progress" } })).toMatchObject({ status: "running" });
  });

  it("becomes complete when it is announced again as completed, and stays so", () => {
    const { add, last } = running();
    const announce = (status: string) =>
      add("agent.toolCall.created", { id: "c", name: "web_search_call", raw: { status, providerData: { action } } });
    announce("in_progress");
    expect(last()).toMatchObject({ status: "running" });
    announce("completed");
    announce("in_progress");
    expect(last()).toMatchObject({ status: "complete", arguments: action });
  });

  it.each(["function_call", "apply_patch_call", "computer_call"])("of type %s runs until its output", (type) => {
    expect(created({ raw: { type, status: "completed" } })).toMatchObject({ status: "running" });
  });

  it("keeps the path and the change of a patch, and arguments of its own", () => {
    const operation = { type: "update_file", path: "a.ts", diff: "@@\n-a\n+b" };
    expect(created({ raw: { type: "apply_patch_call", operation } })).toMatchObject({ arguments: operation });
    expect(created({ raw: { type: "computer_call", action } })).toMatchObject({ arguments: action });
    expect(created({ arguments: { q: 1 }, raw: { operation } })).toMatchObject({ arguments: { q: 1 } });
    expect(created({ arguments: "", raw: { type: "x" } })).toMatchObject({ arguments: "" });
  });
});

describe("citation marks", () => {
  const mark = "\uE200cite\uE202turn1search3\uE202turn2view0\uE201";
  const text = `One.${mark} Two${mark}.`;

  it("are not shown in a whole message", () => {
    const { add, last } = running();
    add("agent.message.completed", { text });
    expect(last()).toMatchObject({ text: "One. Two." });
    expect(withoutCitations("\uE200cite\uE202turn1")).toBe("");
    expect(withoutCitations("a\uE203b")).toBe("ab");
  });

  it("are not shown while a message streams, wherever its pieces are cut", () => {
    for (let first = 0; first <= text.length; first += 1) {
      for (let second = first; second <= text.length; second += 7) {
        const { s, add, last } = running();
        for (const piece of [text.slice(0, first), text.slice(first, second), text.slice(second)]) {
          add("agent.message.delta", { text: piece });
          expect(JSON.stringify(s.items)).not.toMatch(/[\uE200-\uE20F]|turn\dsearch/);
        }
        expect(last()).toMatchObject({ text: "One. Two." });
        add("agent.message.completed", { text });
        expect(s.items.filter(({ kind }) => kind === "agent-message")).toMatchObject([{ text: "One. Two." }]);
      }
    }
  });

  it("that a call interrupts take nothing of the next message with them", () => {
    const { s, add } = running();
    add("agent.message.delta", { text: "One.\uE200cite" });
    add("agent.toolCall.created", { id: "c", name: "search" });
    add("agent.message.delta", { text: "Two." });
    expect(s.items.filter(({ kind }) => kind === "agent-message")).toMatchObject([{ text: "One." }, { text: "Two." }]);
  });

  it("withhold only briefly a text that merely begins like one", () => {
    const { text: shown, held } = cleanPiece("", `\uE200${"a".repeat(600)}`);
    expect([shown, held]).toEqual(["a".repeat(600), ""]);
  });
});

describe("rows that keep the log's text", () => {
  it("is the message of a failed sandbox operation", () => {
    const { add, last } = running();
    add("sandbox.operation.started", { name: "exec", command: "make" });
    add("sandbox.operation.failed", { name: "exec", message: "No space left on device." });
    expect(last()).toMatchObject({ kind: "sandbox", status: "failed", failureText: "No space left on device." });
  });

  it("is the tools of a user's message", () => {
    const log = eventLog();
    log.add("user.message", { text: "go", tools: [{ kind: "mcp", id: "crm" }] });
    expect(buildTimeline(log.events)).toMatchObject([{ kind: "user-message", tools: [{ kind: "mcp", id: "crm" }] }]);
  });

  it("infers the start of a startup phase from its end", () => {
    const { s, add, last } = running();
    const { occurredAt } = add("turn.startup.phase.completed", { phase: "sandbox", durationMs: 2_000 });
    const startedAt = new Date(Date.parse(occurredAt) - 2_000).toISOString();
    expect(last()).toMatchObject({ kind: "startup-phase", occurredAt: startedAt, startedAt, completedAt: occurredAt });
    expect(s.items[0]?.occurredAt).toBe(at(0 + Number(s.items[0]?.occurredAt.slice(17, 19))));
  });

  it("is the text of a goal in its older form", () => {
    const log = eventLog();
    log.add("goal.set", { goal: { text: "Ship it" }, actor: "api" });
    expect(buildTimeline(log.events)).toMatchObject([{ kind: "goal", action: "set", text: "Ship it" }]);
  });
});

describe("a turn that fails", () => {
  it("is shown without a turn id, beside turns that have one", () => {
    const { s } = running();
    s.log.add("turn.failed", { error: "The worker is gone." });
    expect(s.items.slice(-2)).toMatchObject([
      { kind: "turn-end", outcome: "failed" },
      { kind: "notice", tone: "failed", text: "The worker is gone." },
    ]);
  });

  it("is shown without a turn id behind rows without one", () => {
    const log = eventLog();
    log.add("agent.toolCall.created", { id: "c", name: "search" });
    log.add("turn.failed", { error: "The worker is gone." });
    expect(buildTimeline(log.events)).toMatchObject([
      { kind: "tool-call", status: "cancelled" },
      { kind: "turn-end" },
      { kind: "notice", text: "The worker is gone." },
    ]);
  });

  it.each([
    ["turn.failed", { error: "402 from upstream", code: "credits_exhausted" }],
    ["turn.failed", { code: "payment_required" }],
    ["turn.completed", { segmentLimit: "credit_exhausted" }],
    ["turn.completed", { segmentLimit: "budget_exhausted" }],
  ])("of exhausted credit reports it: %s %j", (type, payload) => {
    const { add, last } = running();
    add("agent.toolCall.created", { id: "c", name: "search" });
    add(type, payload);
    expect(last()).toMatchObject({ kind: "notice", tone: "failed", text: creditText });
  });
});

describe("a tool that waits for an approval", () => {
  const asking = () => {
    const made = running();
    made.add("agent.toolCall.created", { id: "c", name: "deploy" });
    made.add("agent.toolCall.created", { id: "d", name: "session_create" });
    made.add("session.requiresAction", { approvals: [{ id: "c" }, { id: "d" }, { id: "unseen" }, {}] });
    return { ...made, tool: () => made.s.items.find((item) => item.kind === "tool-call") };
  };

  it("is marked as waiting until all decisions of its turn", () => {
    const { add, tool } = asking();
    expect(tool()).toMatchObject({ status: "complete", waits: true });
    for (const approvalId of ["c", "d", "unseen"]) {
      expect(tool()).toHaveProperty("waits", true);
      add("user.approvalDecision", { approvalId, decision: "approve" });
    }
    expect(tool()).not.toHaveProperty("waits");
  });

  it.each([
    ["its output", (made: ReturnType<typeof asking>) => made.add("agent.toolCall.output", { id: "c", output: 1 })],
    ["the end of its turn", (made: ReturnType<typeof asking>) => made.add("turn.cancelled", {})],
    [
      "another announcement",
      (made: ReturnType<typeof asking>) => made.add("session.requiresAction", { approvals: [] }),
    ],
  ])("waits no longer after %s", (_what, end) => {
    const made = asking();
    end(made);
    expect(made.tool()).not.toHaveProperty("waits");
  });
});
