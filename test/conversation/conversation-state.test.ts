import { describe, expect, it } from "vitest";
import { firstState, reduce, type ConversationState } from "../../src/conversation/conversation-state.js";
import { emptyDecisions } from "../../src/conversation/decisions/decision-book.js";

const log = {
  created: true,
  book: emptyDecisions,
  isTurnRunning: false,
  isWaiting: false,
  sessionId: null,
  isPaused: false,
  stoppable: null,
};
const refused = new Error("Refused.");
const late = new Error("Too late.");

describe("an error whose cause is over when it is reported", () => {
  const lost: ConversationState = { ...firstState(log, true), trouble: { about: "connection", error: refused } };

  it("leaves a current error of another cause in place, and is reported to listeners", () => {
    const { state, effects } = reduce(lost, { trouble: { about: "stop", error: late } });
    expect(state.trouble).toEqual({ about: "connection", error: refused });
    expect(effects).toEqual([{ kind: "failed", error: late }]);
  });

  it("leaves none that is over as well", () => {
    const link = { name: "live", since: 1, nextAttemptAt: null } as const;
    expect(reduce(lost, { link, trouble: { about: "stop", error: late } }).state.trouble).toBeNull();
  });

  it("is replaced by an error whose cause lasts", () => {
    const busy = { ...lost, log: { ...log, isTurnRunning: true } };
    expect(reduce(busy, { trouble: { about: "stop", error: late } }).state.trouble).toEqual({
      about: "stop",
      error: late,
    });
  });
});
