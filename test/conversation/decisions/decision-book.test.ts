import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decisionAccepted,
  decisionFailed,
  decisionUnknown,
  emptyDecisions,
  findDecision,
  foldDecisionEvent,
  forgetOver,
  needsDecision,
  timeDecisions,
  submitDecision,
  type DecisionBook,
} from "../../../src/conversation/decisions/decision-book.js";
import type { DecisionResponse } from "../../../src/conversation/decisions/decision.js";
import {
  projectPendingApprovals,
  projectPendingHumanInputRequests,
} from "../../../src/conversation/decisions/pending-projections.js";
import type { HumanInputResponse } from "../../../src/wire/protocol/decisions.js";
import { eventLog } from "../../../src/testing/events.js";
import { scriptTurns } from "../../../src/testing/scripted-turn.js";
import { arbitraryLog, compactLog } from "../../support/arbitrary-log.js";

const approve: DecisionResponse = { kind: "approval", decision: "approve" };
const ana = { id: "ana", name: "Ana" };
const question = { id: "q", kind: "text", prompt: "Why?" };

/** A running turn, and the book of its log, with what this window did in between. */
function session() {
  const log = eventLog();
  const script = scriptTurns(log);
  const turnId = script.create("go");
  script.start(turnId);
  let seen = 0;
  let book = emptyDecisions;
  return {
    log,
    script,
    turnId,
    get book() {
      for (const event of log.events.slice(seen)) book = foldDecisionEvent(book, event);
      seen = log.events.length;
      return book;
    },
    here(change: (book: DecisionBook) => DecisionBook) {
      book = change(this.book);
    },
    get states() {
      return this.book.decisions.map(({ id, state }) => `${id} ${state.name}`);
    },
  };
}

describe("what waits for a person", () => {
  it("names the turn and the session that ask", () => {
    const s = session();
    s.log.add("session.requiresAction", { approvals: [{ id: "a" }] }, { turnId: s.turnId });
    s.log.add("session.humanInput.requested", { request: { id: "q", questions: [question] } }, { turnId: s.turnId });
    const origin = { turnId: s.turnId, sessionId: s.log.events[0]!.sessionId };
    expect(s.book.decisions).toMatchObject([
      { id: "a", ...origin },
      { id: "q", ...origin },
    ]);
  });

  it("is the whole set of approvals that was announced last", () => {
    const s = session();
    s.script.requireApproval(s.turnId, [
      { name: "pay", rawItem: { callId: "a", arguments: '{"sum":1}' } },
      { id: "b", toolName: "mail", arguments: { to: "x" } },
    ]);
    const waits = {
      kind: "approval",
      state: { name: "pending" },
      turnId: s.turnId,
      sessionId: s.log.events[0]?.sessionId,
    };
    expect(s.book.decisions).toEqual([
      { ...waits, id: "a", name: "pay", arguments: '{"sum":1}' },
      { ...waits, id: "b", name: "mail", arguments: { to: "x" } },
    ]);
    s.script.requireApproval(s.turnId, [{ id: "b" }, { id: "c" }]);
    expect(s.states).toEqual(["a superseded", "b pending", "c pending"]);
    s.script.requireApproval(s.turnId, [{ id: "c" }]);
    expect(s.states).toEqual(["b superseded", "c pending"]);
  });

  it("includes each set of questions, beside approvals", () => {
    const s = session();
    const first = s.script.ask(s.turnId, [question]);
    const second = s.script.ask(s.turnId, [question], { allowSkip: true });
    s.script.requireApproval(s.turnId, [{ id: "a" }]);
    expect(s.states).toEqual([`${first} pending`, `${second} pending`, "a pending"]);
    expect(needsDecision(s.book)).toBe(true);
  });

  it("reads as superseded when the turn ends first, until the next turn starts", () => {
    const s = session();
    s.script.requireApproval(s.turnId, [{ id: "a" }]);
    s.script.cancel(s.turnId);
    expect(s.states).toEqual(["a superseded"]);
    expect(needsDecision(s.book)).toBe(false);
    s.script.start(s.script.send("again"));
    expect(s.states).toEqual([]);
  });

  it("stays when another turn ends, and is removed when the ended turn is not named", () => {
    const s = session();
    s.script.requireApproval(s.turnId, [{ id: "a" }]);
    s.script.cancel(s.script.send("withdrawn"));
    expect(s.states).toEqual(["a pending"]);
    s.log.add("turn.failed", { error: "x" });
    expect(s.states).toEqual(["a superseded"]);
  });

  it("survives payloads that are none", () => {
    const s = session();
    s.log.add("session.requiresAction", { approvals: [null, 7, {}] }, { turnId: s.turnId });
    s.log.add("session.humanInput.requested", { request: "?" });
    s.log.add("user.humanInputResponse", null);
    expect(s.states).toEqual(["0 pending"]);
  });
});

describe("an answer given here", () => {
  it("passes from submitting over accepted to settled by the log, and is then removed", () => {
    const s = session();
    s.script.requireApproval(s.turnId, [{ id: "a" }]);
    s.here((book) => submitDecision(book, "a", approve, "key-1"));
    expect(s.states).toEqual(["a submitting"]);
    expect(needsDecision(s.book)).toBe(false);
    s.here((book) => decisionAccepted(book, "a"));
    expect(s.states).toEqual(["a accepted"]);
    s.script.decide(s.turnId, "a", "approve", { clientEventId: "key-1", actor: ana });
    expect(findDecision(s.book, "a")?.state).toEqual({ name: "settled", outcome: "approve", by: ana, here: true });
    s.script.resume(s.turnId);
    expect(s.states).toEqual([]);
    expect(s.book.keys.get("a")).toBeUndefined();
  });

  it("may be settled by the log before the answer to the request is there", () => {
    const s = session();
    s.script.requireApproval(s.turnId, [{ id: "a" }]);
    s.here((book) => submitDecision(book, "a", approve, "key-1"));
    s.script.decide(s.turnId, "a", "approve", { clientEventId: "key-1" });
    s.here((book) => decisionAccepted(book, "a"));
    expect(findDecision(s.book, "a")?.state).toMatchObject({ name: "settled", here: true });
    s.here((book) => decisionFailed(book, "a", new Error("late")));
    expect(s.states).toEqual(["a settled"]);
  });

  it("may fail or be lost, and is given again with the same key", () => {
    const s = session();
    const error = new Error("refused");
    s.script.requireApproval(s.turnId, [{ id: "a" }]);
    s.here((book) => submitDecision(book, "a", approve, "key-1"));
    s.here((book) => decisionFailed(book, "a", error));
    expect(findDecision(s.book, "a")?.state).toEqual({ name: "failed", response: approve, error });
    expect(needsDecision(s.book)).toBe(true);
    expect(s.book.keys.get("a")).toBe("key-1");
    s.here((book) => submitDecision(book, "a", approve, "key-1"));
    s.here((book) => decisionUnknown(book, "a"));
    expect(s.states).toEqual(["a unknown"]);
    s.script.decide(s.turnId, "a", "approve", { clientEventId: "key-1" });
    expect(findDecision(s.book, "a")?.state).toMatchObject({ name: "settled", here: true });
  });

  it("waits as submitting until the log announces it again", () => {
    const s = session();
    s.script.requireApproval(s.turnId, [{ id: "a" }, { id: "b" }]);
    s.here((book) => submitDecision(book, "b", approve, "key-b"));
    s.script.decide(s.turnId, "a", "reject", { actor: ana });
    s.script.resume(s.turnId);
    expect(s.states).toEqual(["a settled", "b submitting"]);
    s.script.requireApproval(s.turnId, [{ id: "b" }]);
    expect(s.states).toEqual(["a settled", "b submitting"]);
  });

  it("stays accepted, whatever a second try of the request hears", () => {
    const s = session();
    s.script.requireApproval(s.turnId, [{ id: "a" }]);
    s.here((book) => decisionAccepted(submitDecision(book, "a", approve, "key-1"), "a"));
    expect(decisionFailed(s.book, "a", new Error("late"))).toBe(s.book);
    expect(decisionUnknown(s.book, "a")).toBe(s.book);
  });

  it("is not given twice while it is on its way", () => {
    const s = session();
    s.script.requireApproval(s.turnId, [{ id: "a" }]);
    s.here((book) => submitDecision(book, "a", approve, "key-1"));
    expect(submitDecision(s.book, "a", approve, "key-2")).toBe(s.book);
    expect(submitDecision(s.book, "unseen", approve, "key-2")).toBe(s.book);
  });
});

describe("an answer given elsewhere", () => {
  it("settles the decision with who gave it, even while one is on its way here", () => {
    const s = session();
    s.script.requireApproval(s.turnId, [{ id: "a" }]);
    s.here((book) => submitDecision(book, "a", approve, "key-1"));
    s.script.decide(s.turnId, "a", "approve", { clientEventId: "their-key", actor: ana });
    expect(findDecision(s.book, "a")?.state).toEqual({ name: "settled", outcome: "approve", by: ana, here: false });
  });

  it("stays to be read, through the end of its turn, until another one starts", () => {
    const s = session();
    s.script.requireApproval(s.turnId, [{ id: "a" }]);
    expect(s.states).toEqual(["a pending"]);
    s.script.decide(s.turnId, "a", "approve", { actor: ana });
    s.script.say(s.turnId, "On it.");
    expect(s.states).toEqual(["a settled"]);
    s.script.requireApproval(s.turnId, [{ id: "b" }]);
    s.script.decide(s.turnId, "b", "reject", { actor: ana });
    s.script.complete(s.turnId);
    expect(s.states).toEqual(["a settled", "b settled"]);
    const next = s.script.create("more");
    expect(s.states).toEqual(["a settled", "b settled"]);
    s.script.start(next);
    expect(s.states).toEqual([]);
  });

  it("is not shown to later listeners", () => {
    const s = session();
    s.script.requireApproval(s.turnId, [{ id: "a" }]);
    s.script.decide(s.turnId, "a", "approve", { actor: ana });
    s.script.requireApproval(s.turnId, [{ id: "b" }]);
    s.here(forgetOver);
    expect(s.states).toEqual(["b pending"]);
    expect(forgetOver(s.book)).toBe(s.book);
  });

  it("is not mistaken for ours without a key when it differs", () => {
    const s = session();
    s.script.requireApproval(s.turnId, [{ id: "a" }]);
    s.here((book) => submitDecision(book, "a", approve, "key-1"));
    s.script.decide(s.turnId, "a", "reject", { actor: ana });
    expect(findDecision(s.book, "a")?.state).toMatchObject({ outcome: "reject", here: false });
  });

  it("counts once: the first one in the log", () => {
    const s = session();
    s.script.requireApproval(s.turnId, [{ id: "a" }]);
    s.script.decide(s.turnId, "a", "approve", { actor: ana });
    s.script.decide(s.turnId, "a", "reject", { actor: { id: "ben" } });
    expect(findDecision(s.book, "a")?.state).toMatchObject({ outcome: "approve", by: ana });
  });

  it.each<[HumanInputResponse, object]>([
    [
      { outcome: "answered", answers: [] },
      { name: "settled", outcome: "answered", here: false },
    ],
    [{ outcome: "skipped" }, { name: "settled", outcome: "skipped", here: false }],
    [{ outcome: "cancelled" }, { name: "settled", outcome: "cancelled", here: false }],
    [{ outcome: "expired" }, { name: "expired" }],
  ])("to a question %j reads as %j", (response, state) => {
    const s = session();
    const requestId = s.script.ask(s.turnId, [question]);
    s.script.answer(s.turnId, requestId, response);
    expect(findDecision(s.book, requestId)?.state).toEqual(state);
  });
});

describe("time", () => {
  const at = Date.UTC(2026, 0, 2);
  const deadlineOf = (book: DecisionBook, id: string) => {
    const asked = findDecision(book, id);
    return asked?.kind === "question" ? asked.deadline : undefined;
  };

  it("is counted down from the arrival of a question, by the reader's clock", () => {
    const s = session();
    const requestId = s.script.ask(s.turnId, [question], { expiresAt: new Date(at).toISOString() });
    const other = s.script.ask(s.turnId, [question]);
    s.here((book) => timeDecisions(book, { here: at + 590_000, there: at - 10_000 }));
    expect(deadlineOf(s.book, requestId)).toBe(at + 600_000);
    expect(deadlineOf(s.book, other)).toBeUndefined();
    expect(timeDecisions(s.book, { here: 0, there: 0 })).toBe(s.book);
  });

  it("closes nothing", () => {
    const s = session();
    s.script.ask(s.turnId, [question], { expiresAt: new Date(5).toISOString() });
    s.here((book) => timeDecisions(book, { here: at, there: at }));
    expect(needsDecision(s.book)).toBe(true);
  });
});

describe("any valid log", () => {
  const fold = (events: Parameters<typeof compactLog>[0]) => events.reduce(foldDecisionEvent, emptyDecisions);

  it("gives the same book compact and raw, and the projections are its pending ones", () => {
    fc.assert(
      fc.property(arbitraryLog(), (events) => {
        const book = fold(events);
        expect(fold(compactLog(events))).toEqual(book);
        const pending = [...projectPendingApprovals(events), ...projectPendingHumanInputRequests(events)];
        const waiting = book.decisions.filter(({ state }) => state.name === "pending");
        expect(new Set(pending.map(({ id }) => id))).toEqual(new Set(waiting.map(({ id }) => id)));
      }),
      { numRuns: 150 },
    );
  });

  it("keeps the book where nothing changed", () => {
    fc.assert(
      fc.property(arbitraryLog(), (events) => {
        let book: DecisionBook = emptyDecisions;
        expect(events.length).toBeGreaterThan(0);
        for (const event of events) {
          const next = foldDecisionEvent(book, event);
          const isSame = JSON.stringify(next.decisions) === JSON.stringify(book.decisions);
          expect(next === book).toBe(isSame);
          book = next;
        }
      }),
      { numRuns: 100 },
    );
  });
});
