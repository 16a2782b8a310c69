import { describe, expect, it } from "vitest";
import { session } from "./session-under-test.js";

function running() {
  const s = session();
  const turnId = s.create("go");
  s.start(turnId);
  return { s, turnId, rows: () => s.rows.slice(2), items: () => s.items.slice(2) };
}

describe("deltas", () => {
  it("extend the last row of their kind and turn", () => {
    const { s, turnId, items } = running();
    s.stream(turnId, "Hel", "lo 👋");
    expect(items()).toMatchObject([{ kind: "agent-message", text: "Hello 👋", streaming: true, turnId }]);
  });

  it("begin a new row after anything else was pushed", () => {
    const { s, turnId, rows, items } = running();
    s.stream(turnId, "a");
    s.reason(turnId, "hm");
    s.stream(turnId, "b");
    expect(rows()).toEqual(["agent-message a", "reasoning hm", "agent-message b"]);
    expect(items().map((item) => "streaming" in item && item.streaming)).toEqual([false, false, true]);
  });

  it("begin a new row for another turn", () => {
    const { s, turnId, rows } = running();
    s.stream(turnId, "a");
    s.stream("other", "b");
    expect(rows()).toEqual(["agent-message a", "agent-message b"]);
  });

  it("read reasoning in its legacy form", () => {
    const { s, turnId, rows } = running();
    s.log.add("agent.reasoning.delta", { item: { rawItem: { content: [{ text: "a" }, { text: "b" }] } } }, { turnId });
    expect(rows()).toEqual(["reasoning ab"]);
  });
});

describe("a completed message", () => {
  it("settles the streamed text, and ignores a repeat", () => {
    const { s, turnId, items } = running();
    s.say(turnId, "Hel", "lo");
    const settled = s.log.events.at(-1);
    expect(items()).toMatchObject([{ text: "Hello", streaming: false, occurredAt: settled?.occurredAt }]);
    s.log.add("agent.message.completed", { text: "Hello" }, { turnId });
    expect(items()).toHaveLength(1);
  });

  it("takes the longer text", () => {
    const { s, turnId, rows } = running();
    s.stream(turnId, "Hel");
    s.log.add("agent.message.completed", { text: "Hello" }, { turnId });
    s.log.add("agent.message.completed", { text: "Hel" }, { turnId });
    expect(rows()).toEqual(["agent-message Hello"]);
  });

  it("moves to the end when other rows followed", () => {
    const { s, turnId, rows } = running();
    s.stream(turnId, "Let me ");
    s.callTool(turnId, "search");
    s.log.add("agent.message.completed", { text: "Let me look." }, { turnId });
    expect(rows()).toEqual(["tool search running", "agent-message Let me look."]);
  });

  it("is a new row for other text, and no row without text", () => {
    const { s, turnId, rows } = running();
    s.say(turnId, "One.");
    s.callTool(turnId, "search");
    s.log.add("agent.message.completed", { text: "Two." }, { turnId });
    s.log.add("agent.message.completed", { text: "" }, { turnId: "other" });
    expect(rows()).toEqual(["agent-message One.", "tool search running", "agent-message Two."]);
  });

  it("keeps the text of its deltas when it was cut for its size", () => {
    const { s, turnId, rows } = running();
    s.stream(turnId, "a long, ", "long text");
    s.callTool(turnId, "search");
    s.log.add("agent.message.completed", { preview: "a lo…", truncation: { truncated: true } }, { turnId });
    expect(rows()).toEqual(["tool search running", "agent-message a long, long text"]);
  });
});

describe("what people answer", () => {
  const questions = [
    { id: "q1", kind: "text", prompt: "Why?", label: "Reason" },
    { id: "q2", kind: "multi_select", prompt: "Which?", options: [{ id: "a", label: "Apples" }] },
    { id: "q3", kind: "text", prompt: "Anything else?" },
  ];

  it("shows a notice and replaces it by the answers in words", () => {
    const { s, turnId, rows, items } = running();
    const requestId = s.ask(turnId, questions, { allowSkip: true });
    expect(rows()).toEqual(["notice input", "status requires_action"]);
    s.answer(
      turnId,
      requestId,
      {
        outcome: "answered",
        answers: [
          { questionId: "q1", values: ["因为"] },
          { questionId: "q2", values: ["a", "gone"], other: "Pears" },
        ],
      },
      { actor: { id: "ana", name: "Ana" } },
    );
    expect(rows()).toEqual(["status requires_action", "human-input"]);
    expect(items().at(-1)).toMatchObject({
      turnId,
      requestId,
      questions,
      actor: { name: "Ana" },
      answers: [
        { questionId: "q1", label: "Reason", prompt: "Why?", values: ["因为"] },
        { questionId: "q2", label: null, prompt: "Which?", values: ["Apples", "gone", "Pears"] },
        { questionId: "q3", label: null, prompt: "Anything else?", values: [] },
      ],
    });
  });

  it.each(["skipped", "expired", "cancelled"] as const)(
    "shows that a request was %s, and what was asked",
    (outcome) => {
      const { s, turnId, items } = running();
      s.answer(turnId, s.ask(turnId, questions), { outcome });
      const asked = ["Why?", "Which?", "Anything else?"].map((prompt) => ({ prompt, values: [] }));
      expect(items().at(-1)).toMatchObject({ kind: "human-input", response: { outcome }, answers: asked });
    },
  );

  it("shows the raw answer where the questions are unknown", () => {
    const { s, turnId, items } = running();
    s.answer(turnId, "unseen", { outcome: "answered", answers: [{ questionId: "q", values: ["x"] }] });
    expect(items()).toMatchObject([
      { questions: [], answers: [{ questionId: "q", label: null, prompt: "", values: ["x"] }] },
    ]);
  });

  it("hides the call that asked, and its output", () => {
    const { s, turnId, rows } = running();
    const other = s.callTool(turnId, "search");
    const toolCallId = s.callTool(turnId, "ask_person");
    const requestId = s.ask(turnId, questions, { toolCallId });
    s.answer(turnId, requestId, { outcome: "skipped" });
    s.toolOutput(turnId, toolCallId, "skipped");
    expect(rows()).toEqual(["tool search running", "status requires_action", "human-input"]);
    s.toolOutput(turnId, other, "found");
    expect(rows()[0]).toBe("tool search complete");
  });
});
