import { describe, expect, it } from "vitest";
import { parseChatHistory } from "../../../src/wire/protocol/chat-bodies.js";
import { ChatError, toChatError } from "../../../src/wire/protocol/chat-error.js";
import { assertConversationId, isConversationId } from "../../../src/wire/protocol/conversation-id.js";

const old = { conversation: "c", sessionId: "s", created: true, messages: [], pending: [], status: "idle" };

describe("a chat history", () => {
  it("of an older handler is enough", () => {
    expect(parseChatHistory({ ...old, messages: [{ role: "user", text: "Hi", sequence: 3 }] })).toEqual({
      ...old,
      messages: [{ role: "user", text: "Hi", sequence: 3 }],
    });
  });

  it("before the first message has nothing in it", () => {
    const empty = { conversation: null, sessionId: "", created: false, messages: [], pending: [], status: null };
    expect(parseChatHistory(empty)).toEqual(empty);
  });

  it("of this version has all fields, and drops unknown ones", () => {
    const message = {
      id: "e",
      role: "assistant",
      text: "Hi",
      sequence: 4,
      turnId: "t",
      createdAt: "2026-01-01T00:00:00.000Z",
      outcome: "failed",
      failureText: "Lost.",
      parts: [
        { type: "text", text: "Hi" },
        { type: "tool", name: "search", status: "cancelled", callId: "c", output: 1 },
      ],
    };
    const history = {
      ...old,
      workspaceId: "w",
      lastSequence: 9,
      turn: { turnId: "u", sequence: 5 },
      queued: [{ turnId: "v", text: "next", clientEventId: "k", actor: { id: "ana" } }],
      hasOlder: true,
      messages: [message],
      pending: [{ kind: "human_input", requestId: "r", name: null, payload: {} }],
    };
    expect(parseChatHistory({ ...history, field: "of tomorrow" })).toEqual(history);
  });

  it("leaves out parts of tomorrow and keeps the others", () => {
    const parts = [{ type: "hologram" }, { type: "text", text: "Hi" }, null];
    const read = parseChatHistory({ ...old, messages: [{ role: "assistant", text: "Hi", sequence: 1, parts }] });
    expect(read.messages[0]?.parts).toEqual([{ type: "text", text: "Hi" }]);
  });

  it.each([
    [null, "body"],
    [{ ...old, sessionId: 5 }, "sessionId"],
    [{ ...old, messages: [{ role: "robot", text: "", sequence: 1 }] }, "messages.0.role"],
    [{ ...old, pending: [{ kind: "approval" }] }, "pending.0.requestId"],
  ])("that is %j is refused at %s", (value, field) => {
    expect(() => parseChatHistory(value)).toThrow(`"${field}"`);
    expect(() => parseChatHistory(value)).toThrow(expect.objectContaining({ code: "history_malformed" }));
  });
});

describe("a chat error", () => {
  it("is read from the frame that carries it", () => {
    const error = toChatError({ code: "turn_failed", message: "Lost.", retryable: true });
    expect(error).toBeInstanceOf(ChatError);
    expect(error).toMatchObject({ code: "turn_failed", message: "Lost.", retryable: true });
  });

  it.each([null, "boom", {}, { code: 5, message: [] }])("replaces %j", (value) => {
    expect(toChatError(value)).toMatchObject({ code: "chat_error", retryable: false });
  });
});

describe("a conversation id", () => {
  it.each(["c", "!", "~", "a/b?c=\"d\"'e'", "x".repeat(256)])("may be %s", (id) => {
    expect(isConversationId(id)).toBe(true);
    expect(() => assertConversationId(id)).not.toThrow();
  });

  it.each(["", " ", "a b", "é", "👋", "a\n", "\u007f", "x".repeat(257), "x".repeat(10_000)])("is never %j", (id) => {
    expect(isConversationId(id)).toBe(false);
    expect(() => assertConversationId(id)).toThrow(
      expect.objectContaining({ code: "conversation_invalid", status: 400, retryable: false }),
    );
  });
});
