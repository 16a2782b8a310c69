import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseChatChunk, type ChatChunk } from "../../../src/wire/protocol/chat-chunk.js";

const pending = { kind: "approval", requestId: "a", name: "pay", payload: { rawItem: {} } } as const;
const reply = {
  text: "Hi",
  sessionId: "s",
  workspaceId: "w",
  turnId: "t",
  status: "completed",
  pending: null,
} as const;

const chunks: { readonly [T in ChatChunk["type"]]: Extract<ChatChunk, { type: T }> } = {
  text: { type: "text", text: "👩‍👩‍👧‍👦" },
  tool: { type: "tool", name: "search", status: "started", callId: "c", input: { q: 1 } },
  pending: { type: "pending", pending },
  done: { type: "done", reply },
  message: {
    type: "message",
    role: "user",
    id: "e",
    turnId: "t",
    text: "Hi",
    clientEventId: "k",
    actor: { id: "ana" },
  },
  turn: { type: "turn", turnId: "t", state: "started" },
  settled: { type: "settled", requestId: "a", outcome: "approve", actor: { id: "ana", name: "Ana" } },
};

describe("a chat chunk", () => {
  it.each(Object.entries(chunks))("%s is read as it was written", (_type, chunk) => {
    expect(parseChatChunk(JSON.parse(JSON.stringify(chunk)))).toEqual(chunk);
  });

  it("loses fields of tomorrow, and may leave optional ones out", () => {
    expect(parseChatChunk({ type: "tool", name: "x", status: "failed", callId: null, shade: 1 })).toEqual({
      type: "tool",
      name: "x",
      status: "failed",
    });
    const sparse = { ...reply, turnId: undefined, events: [1], pending: undefined };
    expect(parseChatChunk({ type: "done", reply: sparse })).toEqual({
      type: "done",
      reply: { ...reply, turnId: null },
    });
  });

  it.each([
    [null],
    ["text"],
    [{ type: "chunk.of.tomorrow" }],
    [{ type: "toString" }],
    [{ text: "no type" }],
    [{ type: "text" }],
    [{ type: "tool", name: "x", status: "exploded" }],
    [{ type: "done", reply: { ...reply, status: "unheard-of" } }],
    [{ type: "pending", pending: { kind: "other", requestId: "a" } }],
  ])("is null for %j", (value) => {
    expect(parseChatChunk(value)).toBeNull();
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(chunks)), fc.dictionary(fc.string(), fc.anything()), (type, rest) => {
        const read = parseChatChunk({ ...rest, type });
        expect(read === null || read.type === type).toBe(true);
      }),
    );
  });
});
