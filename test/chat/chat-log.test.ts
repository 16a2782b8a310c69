import { describe, expect, it } from "vitest";
import { emptyLog, foldChunk, foldFailure, foldStopped, type ChatLog } from "../../src/chat/chat-log.js";
import { foldHistory, followCursor } from "../../src/chat/chat-history.js";
import type { ChatHistory } from "../../src/wire/protocol/chat-bodies.js";
import type { ChatChunk, ChatPending } from "../../src/wire/protocol/chat-chunk.js";
import { showLog } from "./show-log.js";

const now = "2026-01-01T00:00:00.000Z";
const follow = (chunks: readonly ChatChunk[], log: ChatLog = emptyLog) =>
  chunks.reduce((folded, chunk) => foldChunk(folded, chunk, now), log);
const message = (turnId: string, text: string): ChatChunk => ({
  type: "message",
  role: "user",
  id: `m-${turnId}`,
  turnId,
  text,
  clientEventId: `c-${turnId}`,
});
const turn = (turnId: string, state: "queued" | "started" | "ended"): ChatChunk => ({ type: "turn", turnId, state });
const text = (words: string): ChatChunk => ({ type: "text", text: words });
const done = (turnId: string, status: "completed" | "cancelled" = "completed"): ChatChunk => ({
  type: "done",
  reply: { text: "", sessionId: "s", workspaceId: "w", turnId, status, pending: null },
});
const wholeTurn = (turnId: string, question: string, answer: string) => [
  message(turnId, question),
  turn(turnId, "queued"),
  turn(turnId, "started"),
  text(answer),
  done(turnId),
  turn(turnId, "ended"),
];
const history: ChatHistory = {
  conversation: "c",
  sessionId: "s",
  created: true,
  status: "running",
  messages: [
    { role: "user", text: "Hi", sequence: 2, id: "m-t1", turnId: "t1", clientEventId: "c-t1" },
    { role: "assistant", text: "Hello", sequence: 5, id: "e5", turnId: "t1" },
    { role: "user", text: "More", sequence: 7, id: "m-t2", turnId: "t2", clientEventId: "c-t2" },
  ],
  pending: [],
  lastSequence: 12,
  turn: { turnId: "t2", sequence: 9 },
  queued: [],
};
const words = (log: ChatLog) =>
  showLog(log).messages.map(({ role, parts, state }) => [
    role,
    parts.map((part) => part.type === "text" && part.text).join("|"),
    state,
  ]);

describe("foldChunk", () => {
  it("orders a conversation by the start of its turns", () => {
    const log = follow([...wholeTurn("t1", "Hi", "Hello"), ...wholeTurn("t2", "More", "Sure")]);
    expect(words(log)).toEqual([
      ["user", "Hi", undefined],
      ["assistant", "Hello", "complete"],
      ["user", "More", undefined],
      ["assistant", "Sure", "complete"],
    ]);
    expect(log).toMatchObject({ created: true, sessionId: "s", workspaceId: "w", sessionStatus: "idle" });
  });

  it("shows a message that waits where its turn starts, not where it was sent", () => {
    const running = follow([message("t1", "Hi"), turn("t1", "queued"), turn("t1", "started"), text("Hel")]);
    const queued = follow([message("t2", "More"), turn("t2", "queued"), text("lo")], running);
    expect(words(queued).map(([role]) => role)).toEqual(["user", "assistant"]);
    expect(queued.waiting.map(({ id }) => id)).toEqual(["c-t2"]);
    const next = follow([done("t1"), turn("t1", "ended"), turn("t2", "started"), text("Sure")], queued);
    expect(words(next).map(([, said]) => said)).toEqual(["Hi", "Hello", "More", "Sure"]);
  });

  it("moves a message that waits, and ignores a move of or before one that does not", () => {
    const sent = ["t1", "t2", "t3", "t4"].flatMap((id) => [message(id, id), turn(id, "queued")]);
    const log = follow([...sent, turn("t1", "started")]);
    const order = (...moves: (readonly [string, string | null])[]) => {
      const chunks = moves.map(([turnId, beforeTurnId]) => ({ ...turn(turnId, "queued"), beforeTurnId }) as ChatChunk);
      const next = follow(chunks, log);
      expect(next).toMatchObject({ sessionStatus: "running", running: log.running });
      return next.waiting.map(({ turnId }) => turnId);
    };
    expect(order(["t4", "t2"])).toEqual(["t4", "t2", "t3"]);
    expect(order(["t4", "t2"], ["t4", "t2"])).toEqual(["t4", "t2", "t3"]);
    expect(order(["t2", null])).toEqual(["t3", "t4", "t2"]);
    expect(order(["t1", "t2"], ["t2", "t1"], ["t9", null])).toEqual(["t2", "t3", "t4"]);
  });

  it("leaves no trace of a turn that ended before it began", () => {
    const log = follow([
      ...wholeTurn("t1", "Hi", "Hello"),
      message("t2", "No"),
      turn("t2", "queued"),
      turn("t2", "ended"),
    ]);
    expect(words(log)).toHaveLength(2);
    expect(log.sessionStatus).toBe("idle");
  });

  it("marks the message of a turn that completed without any output, once", () => {
    const silent = [message("t1", "Hi"), turn("t1", "queued"), turn("t1", "started"), done("t1"), turn("t1", "ended")];
    const log = follow([...silent, message("t2", "More"), turn("t2", "queued")]);
    expect(log.messages).toMatchObject([{ role: "user", turnId: "t1", unansweredAt: now }]);
    expect(log.ended).toEqual({ turnId: "t1", outcome: "complete" });
    const again = follow(silent, log);
    expect(again.messages).toEqual(log.messages);
    expect(again.running).toBeNull();
    expect(follow(wholeTurn("t1", "Hi", "Hello")).messages[0]).not.toHaveProperty("unansweredAt");
  });

  it("is idempotent", () => {
    const chunks = wholeTurn("t1", "Hi", "Hello");
    const once = follow(chunks);
    expect(words(follow([message("t1", "Hi"), turn("t1", "started"), text("Hello"), done("t1")], once))).toEqual(
      words(once),
    );
  });

  it("ends a turn whose end it missed when the next one starts", () => {
    const cut = [message("t1", "Hi"), turn("t1", "started"), text("Hel"), message("t2", "More"), turn("t2", "started")];
    expect(words(follow(cut))[1]).toEqual(["assistant", "Hel", "cancelled"]);
  });

  it("keeps the identity of messages that a chunk does not touch", () => {
    const before = follow([...wholeTurn("t1", "Hi", "Hello"), message("t2", "More"), turn("t2", "started"), text("a")]);
    const after = follow([text("b")], before);
    expect(after.messages).toBe(before.messages);
  });

  it("reports a failed turn with its reason, once", () => {
    const running = follow([message("t1", "Hi"), turn("t1", "started"), text("Hel")]);
    const failed = foldFailure(running, "t1", "The model is down.", now);
    expect(failed.messages.at(-1)).toMatchObject({ state: "failed", failureText: "The model is down.", endedAt: now });
    expect(foldFailure(failed, "t1", "Again.", now)).toBe(failed);
    expect(follow([text("late"), turn("t1", "ended")], failed)).toBe(failed);
  });

  it("is not revived after a stop by words that were under way", () => {
    const running = follow([message("t1", "Hi"), turn("t1", "started"), text("Hel")]);
    const stopped = foldStopped(running, "t1");
    const state = (log: ChatLog) => showLog(log);
    expect(state(stopped)).toMatchObject({ status: "ready", isRunning: false, runningTurnId: null });
    const late = follow([text("lo")], stopped);
    expect(state(late)).toMatchObject({ status: "ready", isRunning: false });
    expect(words(follow([done("t1", "cancelled"), turn("t1", "ended")], late))[1]).toEqual([
      "assistant",
      "Hello",
      "cancelled",
    ]);
  });

  it("keeps a stopped message until the stream reports whether its turn had begun", () => {
    const stopped = foldStopped(follow([message("t1", "Hi")]), "t1");
    expect(stopped.waiting).toHaveLength(1);
    expect(follow([turn("t1", "ended")], stopped).waiting).toEqual([]);
    const begun = follow([turn("t1", "started"), done("t1", "cancelled"), turn("t1", "ended")], stopped);
    expect(begun.messages).toMatchObject([{ role: "user" }, { role: "assistant", state: "cancelled" }]);
  });

  it("asks for input while a decision waits, and continues when the log settles it", () => {
    const pending = { kind: "approval", requestId: "r1", name: "deploy", payload: { id: "r1" } } as const;
    const waiting = follow([message("t1", "Hi"), turn("t1", "started"), text("May I?"), { type: "pending", pending }]);
    const state = (log: ChatLog) => showLog(log);
    expect(state(waiting)).toMatchObject({
      status: "ready",
      needsInput: true,
      isRunning: true,
      sessionStatus: "requires_action",
    });
    const settled = follow([{ type: "settled", requestId: "r1", outcome: "approve" }], waiting);
    expect(state(settled)).toMatchObject({ status: "submitted", needsInput: false });
    const resumed = follow([text(" Thanks.")], settled);
    expect(state(resumed)).toMatchObject({
      status: "streaming",
      pending: [{ state: { name: "settled", here: false } }],
    });
  });
});

describe("foldHistory", () => {
  it("names the session of decisions that it brings, and of those that follow it", () => {
    const pending = { kind: "approval", requestId: "r1", name: "deploy", payload: { id: "r1" } } as const;
    const restored = foldHistory(emptyLog, { ...history, pending: [pending] }, now);
    const more: ChatChunk = { type: "pending", pending: { ...pending, requestId: "r2" } };
    expect(showLog(follow([turn("t2", "started"), more], restored)).pending).toMatchObject([
      { id: "r1", sessionId: "s" },
      { id: "r2", sessionId: "s" },
    ]);
  });

  it("dates the running turn by its start, where the handler sends it", () => {
    const startedAt = "2025-12-31T23:58:00.000Z";
    const begin = (told: ChatHistory) => follow([turn("t2", "started")], foldHistory(emptyLog, told, now)).running;
    expect(begin({ ...history, turn: { turnId: "t2", sequence: 9, startedAt } })?.createdAt).toBe(startedAt);
    expect(begin(history)?.createdAt).toBe(now);
  });

  it("leaves the running turn's answer to the stream, which begins where the turn did", () => {
    const log = foldHistory(emptyLog, history, now);
    expect(followCursor(history)).toBe("8");
    const late = follow([turn("t2", "started"), text("Su"), text("re")], log);
    expect(words(late).map(([, said]) => said)).toEqual(["Hi", "Hello", "More", "Sure"]);
  });

  it("does not give the running turn the words of the turn before it", () => {
    const log = foldHistory(emptyLog, history, now);
    const replayed = follow([text("lo"), done("t1"), turn("t1", "ended"), turn("t2", "started"), text("Sure")], log);
    expect(words(replayed).map(([, said]) => said)).toEqual(["Hi", "Hello", "More", "Sure"]);
  });

  it("follows from the page's end when nothing runs, and from the start when there is no page", () => {
    expect(followCursor({ ...history, turn: null })).toBe("12");
    expect(followCursor({ ...history, turn: null, lastSequence: undefined })).toBe("0");
  });

  it("has an approved call as approved after a reload, where the approvals have ids of their own", () => {
    const approval = (id: string): ChatPending => ({
      kind: "approval",
      requestId: `r-${id}`,
      name: "refund",
      payload: { id: `r-${id}`, name: "refund", callId: id },
    });
    const page = { ...history, status: "requires_action", pending: [approval("b")] };
    const replayed: ChatChunk[] = [
      turn("t2", "started"),
      { type: "tool", name: "refund", status: "started", callId: "a" },
      { type: "tool", name: "refund", status: "started", callId: "b" },
      { type: "pending", pending: approval("a") },
      { type: "pending", pending: approval("b") },
      { type: "settled", requestId: "r-a", outcome: "approve" },
      { type: "pending", pending: approval("b") },
    ];
    const log = follow(replayed, foldHistory(emptyLog, page, now));
    expect(log.running?.turn.parts).toMatchObject([{ state: "approved" }, { state: "waiting" }]);
  });

  it("waits on while the stream repeats a turn that waits for a person", () => {
    const approval = (id: string): ChatPending => ({
      kind: "approval",
      requestId: id,
      name: "refund",
      payload: { id },
    });
    const page = { ...history, status: "requires_action", pending: [approval("b")] };
    const replayed: ChatChunk[] = [
      turn("t2", "started"),
      text("First"),
      { type: "pending", pending: approval("a") },
      { type: "settled", requestId: "a", outcome: "approve" },
      turn("t2", "started"),
      text("Next"),
      { type: "pending", pending: approval("b") },
    ];
    const shown = replayed.map((_, at) => follow(replayed.slice(0, at + 1), foldHistory(emptyLog, page, now)));
    expect(new Set(shown.map(({ sessionStatus }) => sessionStatus))).toEqual(new Set(["requires_action"]));
    const decided = follow(
      [{ type: "settled", requestId: "b", outcome: "approve" }, turn("t2", "started")],
      shown.at(-1),
    );
    expect(decided.sessionStatus).toBe("running");
  });

  it("queues waiting messages in order, with the first beside its answer when nothing runs", () => {
    const queued = [
      { turnId: "t3", text: "A" },
      { turnId: "t4", text: "B" },
    ];
    const busy = foldHistory(emptyLog, { ...history, queued }, now);
    const show = (log: ChatLog) => showLog(log);
    expect(show(busy).queue.map(({ turnId }) => turnId)).toEqual(["t3", "t4"]);
    const idle = show(foldHistory(emptyLog, { ...history, turn: null, queued }, now));
    expect(idle.queue.map(({ turnId }) => turnId)).toEqual(["t4"]);
    expect(idle.messages.at(-1)?.parts).toEqual([{ type: "text", text: "A" }]);
    expect(idle.status).toBe("submitted");
  });

  it("marks the message of a turn without output, and reports that turn as ended", () => {
    const messages = [{ ...history.messages[0]!, createdAt: now, unansweredAt: "2026-01-01T00:00:01.000Z" }];
    const running = follow([message("t1", "Hi"), turn("t1", "started")]);
    const log = foldHistory(running, { ...history, messages, turn: null }, now);
    expect(log.messages).toMatchObject([{ id: "c-t1", unansweredAt: "2026-01-01T00:00:01.000Z" }]);
    expect(log.ended).toEqual({ turnId: "t1", outcome: "complete" });
  });

  it("joins the pieces of an older handler into one answer", () => {
    const messages = [
      { role: "assistant", text: "One", sequence: 3, turnId: "t1" },
      { role: "assistant", text: "Two", sequence: 5, turnId: "t1" },
    ] as const;
    const log = foldHistory(emptyLog, { ...history, messages, turn: null }, now);
    expect(words(log)).toEqual([["assistant", "One\n\nTwo", "complete"]]);
  });
});

describe("files of a person's message", () => {
  const resources = [{ kind: "file", fileId: "f1", filename: "plan.txt" }] as const;
  const filesOf = (messages: readonly { readonly resources?: unknown }[]) => messages.map((entry) => entry.resources);

  it("stay with it from the queue to the end of its turn", () => {
    const waiting = follow([{ ...message("t1", "Look"), resources } as ChatChunk]);
    expect(filesOf(waiting.waiting)).toEqual([resources]);
    const ended = follow(wholeTurn("t1", "Look", "Seen").slice(1), waiting);
    expect(filesOf(ended.messages)).toEqual([resources, undefined]);
  });

  it("are restored with the history and its queue", () => {
    const log = foldHistory(
      emptyLog,
      {
        ...history,
        messages: [{ role: "user", text: "Look", sequence: 2, id: "m1", turnId: "t1", resources }],
        queued: [{ turnId: "t2", text: "And this", resources }],
      },
      now,
    );
    expect([filesOf(log.messages), filesOf(log.waiting)]).toEqual([[resources], [resources]]);
  });
});
