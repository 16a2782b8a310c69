import { describe, expect, it } from "vitest";
import {
  decisionAccepted,
  emptyDecisions,
  findDecision,
  foldDecisionPending,
  foldDecisionResumed,
  foldDecisionSettled,
  foldDecisionSnapshot,
  foldDecisionTurnEnded,
  submitDecision,
  type DecisionBook,
} from "../../../src/conversation/decisions/decision-book.js";
import type { DecisionResponse } from "../../../src/conversation/decisions/decision.js";
import type { ChatPending } from "../../../src/wire/protocol/chat-chunk.js";

const approval = (requestId: string): ChatPending => ({
  kind: "approval",
  requestId,
  name: "pay",
  payload: { rawItem: { arguments: { sum: 1 } } },
});
const asked: ChatPending = {
  kind: "human_input",
  requestId: "r",
  name: null,
  payload: { id: "r", questions: [{ id: "q", kind: "text", prompt: "Why?" }], allowSkip: true, expiresAt: null },
};
const approve: DecisionResponse = { kind: "approval", decision: "approve" };
const ana = { id: "ana", name: "Ana" };

const states = (book: DecisionBook) => book.decisions.map(({ id, state }) => `${id} ${state.name}`);

describe("pending decisions of a chat", () => {
  it("is read from the raw approval and from the request", () => {
    const book = foldDecisionSnapshot(emptyDecisions, [approval("a"), asked]);
    expect(book.decisions).toMatchObject([
      { kind: "approval", id: "a", turnId: null, name: "pay", arguments: { sum: 1 }, state: { name: "pending" } },
      { kind: "question", id: "r", request: { allowSkip: true, questions: [{ prompt: "Why?" }] } },
    ]);
  });

  it("leaves out questions that cannot be read, and keeps approvals with nothing in them", () => {
    const book = foldDecisionSnapshot(emptyDecisions, [
      { ...asked, payload: 5 },
      { ...approval("a"), payload: null },
    ]);
    expect(book.decisions).toMatchObject([{ id: "a", name: "pay" }]);
  });

  it("are added by chunks; a repeated one does not change", () => {
    let book = foldDecisionPending(emptyDecisions, approval("a"), { turnId: "t" });
    book = submitDecision(book, "a", approve, "key");
    expect(foldDecisionPending(book, approval("a"), { turnId: "t" })).toBe(book);
    expect(states(foldDecisionPending(book, asked, { turnId: "t" }))).toEqual(["a submitting", "r pending"]);
  });

  it("is replaced by a snapshot, which supersedes what it leaves out", () => {
    const book = foldDecisionSnapshot(emptyDecisions, [approval("a"), asked]);
    expect(states(foldDecisionSnapshot(book, [asked]))).toEqual(["a superseded", "r pending"]);
    expect(foldDecisionSnapshot(book, [approval("a"), asked])).toBe(book);
  });

  it("settles an accepted answer that a snapshot no longer lists", () => {
    let book = foldDecisionSnapshot(emptyDecisions, [approval("a"), approval("b")]);
    book = decisionAccepted(submitDecision(book, "a", approve, "key-a"), "a");
    book = submitDecision(book, "b", approve, "key-b");
    book = foldDecisionSnapshot(book, []);
    expect(findDecision(book, "a")?.state).toEqual({ name: "settled", outcome: "approve", here: true });
    expect(findDecision(book, "b")?.state.name).toBe("submitting");
  });
});

describe("what settles it in a chat", () => {
  it("is the settled chunk, with who it was", () => {
    const book = foldDecisionSnapshot(emptyDecisions, [approval("a")]);
    const settled = foldDecisionSettled(book, { requestId: "a", outcome: "reject", actor: ana });
    expect(findDecision(settled, "a")?.state).toEqual({ name: "settled", outcome: "reject", by: ana, here: false });
    expect(states(foldDecisionResumed(settled, "t"))).toEqual(["a settled"]);
  });

  it("is removed when another turn starts, where the history named its turn", () => {
    const book = foldDecisionSnapshot(emptyDecisions, [approval("a")], { turnId: "t" });
    const settled = foldDecisionSettled(book, { requestId: "a", outcome: "reject", actor: ana });
    expect(states(foldDecisionTurnEnded(settled, "t"))).toEqual(["a settled"]);
    expect(states(foldDecisionResumed(settled, "u"))).toEqual([]);
  });

  it("is the continued turn, for an accepted answer", () => {
    let book = foldDecisionPending(emptyDecisions, approval("a"), { turnId: "t" });
    book = decisionAccepted(submitDecision(book, "a", approve, "key"), "a");
    expect(states(foldDecisionResumed(book, "other"))).toEqual(["a accepted"]);
    expect(states(foldDecisionResumed(book, "t"))).toEqual([]);
  });

  it("is the turn's end, for everything of that turn", () => {
    const book = foldDecisionPending(foldDecisionPending(emptyDecisions, approval("a"), { turnId: "t" }), asked, {
      turnId: "u",
    });
    expect(states(foldDecisionTurnEnded(book, "t"))).toEqual(["a superseded", "r pending"]);
  });
});
