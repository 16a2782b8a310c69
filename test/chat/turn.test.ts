import { describe, expect, it } from "vitest";
import {
  approveCall,
  denyCall,
  emptyTurn,
  endTurn,
  reduceTurn,
  runApproved,
  stopTurn,
  type Turn,
} from "../../src/chat/turn.js";
import type { ChatChunk, ChatPending, ChatReply } from "../../src/wire/protocol/chat-chunk.js";

const fold = (...chunks: ChatChunk[]) => chunks.reduce(reduceTurn, emptyTurn);
const text = (words: string): ChatChunk => ({ type: "text", text: words });
const tool = (status: "started" | "completed" | "failed", callId?: string, name = "search"): ChatChunk => ({
  type: "tool",
  name,
  status,
  callId,
});
const pending: ChatPending = { kind: "approval", requestId: "r1", name: "deploy", payload: {} };
const done = (status: ChatReply["status"], waits: ChatPending | null = null): ChatChunk => ({
  type: "done",
  reply: { text: "", sessionId: "s", workspaceId: "w", turnId: "t", status, pending: waits },
});

const statesOf = ({ parts }: Turn) => parts.map((part) => part.type === "tool" && part.state);

describe("reduceTurn", () => {
  it("joins text until a tool interrupts it, and drops the empty line in the tool's place", () => {
    expect(fold(text("Hel"), text("lo"), tool("started", "a"), text("\n\nthere")).parts).toEqual([
      { type: "text", text: "Hello" },
      { type: "tool", name: "search", state: "running", callId: "a" },
      { type: "text", text: "there" },
    ]);
  });

  it("settles the call a result names, also while another runs", () => {
    const { parts } = fold(tool("started", "a"), tool("started", "b"), tool("failed", "a"));
    expect(parts.map((part) => part.type === "tool" && part.state)).toEqual(["failed", "running"]);
  });

  it("merges a call that is announced twice, and does not run it again", () => {
    const { parts } = fold(tool("started", "a"), tool("completed", "a"), tool("started", "a"));
    expect(parts).toEqual([{ type: "tool", name: "search", state: "complete", callId: "a" }]);
  });

  it("keeps two calls of one name apart when the server sends no ids", () => {
    const { parts } = fold(tool("started"), tool("completed"), tool("started"));
    expect(parts.map((part) => part.type === "tool" && part.state)).toEqual(["complete", "running"]);
  });

  it("shows a result whose start it never saw", () => {
    expect(fold(tool("completed", "a")).parts).toHaveLength(1);
  });

  it("keeps the identity of the parts a chunk did not touch", () => {
    const before = fold(tool("started", "a"), text("x"));
    expect(reduceTurn(before, text("y")).parts[0]).toBe(before.parts[0]);
  });

  it("keeps the identity of the calls that did not wait when the turn ends", () => {
    const before = fold(tool("started", "a"), tool("completed", "a"), tool("started", "r1"), {
      type: "pending",
      pending,
    });
    const parts = endTurn(before, "complete");
    expect(before.parts[1]).toHaveProperty("state", "waiting");
    expect(parts[1]).toHaveProperty("state", "complete");
    expect(parts[0]).toBe(before.parts[0]);
  });

  it("waits for a person and streams on after the answer", () => {
    const waiting = fold(text("May I?"), { type: "pending", pending }, done("pending", pending));
    expect(waiting.phase).toBe("waiting");
    expect(reduceTurn(waiting, text("Thanks")).phase).toBe("streaming");
  });

  it("ends what still ran with the turn", () => {
    const running = fold(tool("started", "a"));
    expect(endTurn(running, "cancelled")).toMatchObject([{ state: "cancelled" }]);
    expect(endTurn(running, "failed")).toMatchObject([{ state: "cancelled" }]);
    expect(endTurn(running, "complete")).toMatchObject([{ state: "complete" }]);
  });

  it("is not revived by what a stopped turn still wrote, and keeps those words", () => {
    const stopped = stopTurn(fold(text("one "), tool("started", "a")));
    const asked = { ...pending, kind: "human_input" } as const;
    const late = [text("two"), { type: "pending", pending: asked } as const].reduce(reduceTurn, stopped);
    expect(late.phase).toBe("stopped");
    expect(late.parts).toEqual([
      { type: "text", text: "one " },
      { type: "tool", name: "search", state: "cancelled", callId: "a" },
      { type: "text", text: "two" },
    ]);
    expect(endTurn(late, "complete")).toEqual(late.parts);
  });

  it("settles a call as the log does, whether the stop arrives before or after the decision", () => {
    const asks: ChatChunk = { type: "pending", pending };
    const before = [tool("started", "b"), asks].reduce(reduceTurn, stopTurn(fold(tool("started", "a"))));
    const after = stopTurn(fold(tool("started", "a"), tool("started", "b"), asks));
    const ends = [before, after].map((turn) => endTurn(turn, "cancelled"));
    expect(ends[0]).toEqual(ends[1]);
    expect(before.phase).toBe("stopped");
  });

  it.each([
    ["a stop in this window", (turn: Turn) => stopTurn(turn).parts],
    ["a cancelled turn", (turn: Turn) => endTurn(turn, "cancelled")],
    ["a failed turn", (turn: Turn) => endTurn(turn, "failed")],
    ["a completed turn", (turn: Turn) => endTurn(turn, "complete")],
  ])("cancels the calls without a result that an approval kept waiting: %s", (how, end) => {
    const asks: ChatChunk = { type: "pending", pending: { ...pending, requestId: "b" } };
    const turn = fold(tool("started", "a"), tool("started", "b"), tool("started", "c"), asks);
    // An older handler sends no output with a result.
    const parts = end(approveCall(reduceTurn(turn, tool("completed", "a")), "b"));
    const state = how === "a completed turn" ? "complete" : "cancelled";
    expect(parts).toEqual([
      { type: "tool", name: "search", state: "complete", callId: "a" },
      { type: "tool", name: "search", state, callId: "b" },
      { type: "tool", name: "search", state, callId: "c" },
    ]);
  });

  it("has a call waiting, then approved while another one waits, then running, and complete at its result alone", () => {
    const asks = (requestId: string): ChatChunk => ({ type: "pending", pending: { ...pending, requestId } });
    const asked = fold(tool("started", "a"), tool("started", "b"), asks("a"), asks("b"));
    const approved = approveCall(asked, "a");
    const running = runApproved(approveCall(approved, "b"));
    const ran = reduceTurn(running, tool("completed", "a"));
    expect([asked, reduceTurn(asked, tool("started", "a")), approved, running, ran].map(statesOf)).toEqual([
      ["waiting", "waiting"],
      ["waiting", "waiting"],
      ["approved", "waiting"],
      ["running", "running"],
      ["complete", "running"],
    ]);
    expect(denyCall(asked, "b", {}).parts[1]).toHaveProperty("state", "output-denied");
  });

  it("cancels a call beside the approved one although that one ran", () => {
    const asks: ChatChunk = { type: "pending", pending: { ...pending, requestId: "b" } };
    const asked = fold(tool("started", "a"), tool("started", "b"), asks);
    const ran = reduceTurn(runApproved(approveCall(asked, "b")), tool("completed", "b"));
    expect(statesOf(ran)).toEqual(["complete", "complete"]);
    expect(statesOf({ ...ran, parts: endTurn(ran, "failed") })).toEqual(["cancelled", "complete"]);
  });
});
