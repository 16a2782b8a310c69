import { describe, expect, it } from "vitest";
import { emptyLog, foldChunk, type ChatLog } from "../../src/chat/chat-log.js";
import { createSessionViewer } from "../../src/chat/chat-session-view.js";
import { toTimelineItems } from "../../src/chat/to-timeline.js";
import type { ChatMessage } from "../../src/chat/chat-message.js";
import type { ChatChunk } from "../../src/wire/protocol/chat-chunk.js";
import { groupTimeline } from "../../src/timeline/group-timeline.js";
import { showLog } from "./show-log.js";

const now = "2026-01-01T00:00:00.000Z";
const answer = (facts: Partial<ChatMessage>): ChatMessage => ({
  id: "t1",
  role: "assistant",
  turnId: "t1",
  parts: [],
  createdAt: now,
  state: "streaming",
  ...facts,
});
const text = (words: string) => ({ type: "text", text: words }) as const;
const tool = { type: "tool", name: "search", state: "complete", callId: "a", input: { q: 1 } } as const;

describe("toTimelineItems", () => {
  it("shows a person's message with its delivery until it is sent", () => {
    const message = { id: "k", role: "user", turnId: null, parts: [text("Hi")], createdAt: now } as const;
    expect(toTimelineItems([{ ...message, delivery: "failed", failureText: "No network." }])).toMatchObject([
      { kind: "user-message", reconciliationKey: "k", text: "Hi", delivery: { state: "failed", error: "No network." } },
    ]);
    expect(toTimelineItems([{ ...message, delivery: "sent" }])[0]).not.toHaveProperty("delivery");
  });

  it("has a row for each part, the last one streaming, and an end once there is one", () => {
    const parts = [text("A"), tool, text("B")];
    expect(toTimelineItems([answer({ parts })])).toMatchObject([
      { kind: "agent-message", text: "A", streaming: false },
      { kind: "tool-call", callId: "a", name: "search", arguments: { q: 1 }, status: "complete" },
      { kind: "agent-message", text: "B", streaming: true },
    ]);
    const ended = toTimelineItems([answer({ parts, state: "complete", endedAt: now })]);
    expect(ended.at(-1)).toMatchObject({ kind: "turn-end", outcome: "complete", occurredAt: now });
    expect(ended.at(-2)).toMatchObject({ streaming: false });
  });

  it("marks a call that waits for an approval, and is complete in its row", () => {
    const parts = (["waiting", "approved", "complete"] as const).map((state) => ({ ...tool, state }));
    const marks = toTimelineItems([answer({ state: "waiting", parts })]).map((item) =>
      item.kind === "tool-call" ? [item.status, item.waits, item.approved] : [],
    );
    expect(marks).toEqual([
      ["complete", true, undefined],
      ["complete", true, true],
      ["complete", undefined, undefined],
    ]);
  });

  it("does not take the time of a message for the beginning of its running call", () => {
    const parts = [{ ...tool, state: "running" } as const, tool];
    const items = toTimelineItems([answer({ parts })]);
    expect(items.map((item) => (item.kind === "tool-call" ? item.runsSince : "no call"))).toEqual([null, undefined]);
  });

  it("has a row for a failed or stopped turn without tools", () => {
    const failed = toTimelineItems([answer({ state: "failed", failureText: "Down." })]);
    expect(failed).toMatchObject([
      { kind: "startup-phase", phase: "queue", occurredAt: now },
      { kind: "turn-end", failureText: "Down." },
    ]);
    const withoutTime = answer({ state: "failed", failureText: "Down.", createdAt: undefined });
    expect(toTimelineItems([withoutTime])).toMatchObject([
      { kind: "turn-end", failureText: "Down." },
      { kind: "notice", tone: "failed", text: "Down." },
    ]);
    const stopped = toTimelineItems([answer({ state: "cancelled", parts: [tool] })]);
    expect(stopped.map(({ kind }) => kind)).toEqual(["tool-call", "turn-end"]);
  });

  it("has the beginning and the end of a turn without output behind its message", () => {
    const message = { id: "k", role: "user", parts: [text("Hi")], turnId: "t1", createdAt: now } as const;
    const rows = toTimelineItems([{ ...message, unansweredAt: "2026-01-01T00:00:05.000Z" }]);
    expect(rows).toMatchObject([
      { kind: "user-message", text: "Hi" },
      { kind: "startup-phase", phase: "queue", turnId: "t1", occurredAt: now },
      { kind: "turn-end", turnId: "t1", outcome: "complete", occurredAt: "2026-01-01T00:00:05.000Z" },
    ]);
    expect(groupTimeline(rows)).toMatchObject([{ kind: "item" }, { kind: "turn", id: "turn-t1", outcome: "complete" }]);
  });

  it("keeps settled questions, each once", () => {
    const answers = [{ questionId: "q", label: "Name", prompt: "Which one?", values: ["Blue"] }];
    const settled = { type: "settled", requestId: "r1", outcome: "answered", answers } as const;
    const chunks: readonly ChatChunk[] = [
      { type: "turn", turnId: "t1", state: "started" },
      settled,
      settled,
      { type: "settled", requestId: "call-1", outcome: "approve" },
      text("Blue it is."),
    ];
    const { running } = chunks.reduce<ChatLog>((log, chunk) => foldChunk(log, chunk, now), emptyLog);
    expect(toTimelineItems([answer({ parts: running!.turn.parts })])).toMatchObject([
      { kind: "human-input", requestId: "r1", response: { outcome: "answered" }, answers },
      { kind: "agent-message", text: "Blue it is." },
    ]);
  });

  it("keeps the rows of parts that did not change", () => {
    const parts = [text("A"), tool];
    const [before] = toTimelineItems([answer({ parts: [...parts, text("B")] })]);
    const [after] = toTimelineItems([answer({ parts: [...parts, text("Bc")] })]);
    expect(after).toBe(before);
  });

  it("has rows also without times", () => {
    const [row] = toTimelineItems([answer({ parts: [text("A")], createdAt: undefined })]);
    expect(Number.isNaN(Date.parse(row?.occurredAt ?? ""))).toBe(false);
  });
});

describe("a chat seen as its session", () => {
  const show = (log: ChatLog) => showLog(log);
  const turnOf = (turnId: string): ChatChunk[] => [
    { type: "message", role: "user", id: `m-${turnId}`, turnId, text: "Go" },
    { type: "turn", turnId, state: "started" },
    { type: "text", text: "Let me look." },
    { type: "tool", name: "search", status: "started", callId: turnId },
    { type: "tool", name: "search", status: "completed", callId: turnId },
    { type: "text", text: "\n\nFound" },
    { type: "text", text: " it." },
    { type: "done", reply: { text: "", sessionId: "s", workspaceId: "w", turnId, status: "completed", pending: null } },
    { type: "turn", turnId, state: "ended" },
  ];
  const chunks = ["t1", "t2", "t3"].flatMap(turnOf);

  it("has at every chunk the groups that grouping all its rows at once gives", () => {
    const view = createSessionViewer();
    let log = emptyLog;
    const settledArrays = new Set<unknown>();
    for (const chunk of chunks) {
      log = foldChunk(log, chunk, now);
      const state = show(log);
      const { settled, live } = view(state);
      expect([...settled, ...live]).toEqual(groupTimeline(toTimelineItems(state.messages)));
      settledArrays.add(settled);
    }
    expect(view(show(log))).toMatchObject({ settled: { length: 9 }, live: [] });
    // One when there is nothing, one at the end of each turn, and nothing in between.
    expect(settledArrays.size).toBe(4);
  });

  it("keeps every group but the one that a chunk of text touches", () => {
    const view = createSessionViewer();
    const before = chunks.slice(0, 15).reduce((log, chunk) => foldChunk(log, chunk, now), emptyLog);
    const first = view(show(before));
    const second = view(show(foldChunk(before, { type: "text", text: "!" }, now)));
    expect(second.settled).toBe(first.settled);
    const changed = second.live.filter((group, index) => group !== first.live[index]);
    expect(second.live.length).toBeGreaterThan(2);
    expect(changed).toHaveLength(1);
  });

  it("hands out the same view for the same state", () => {
    const view = createSessionViewer();
    const state = show(emptyLog);
    expect(view(state)).toBe(view(state));
  });
});
