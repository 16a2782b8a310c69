import { describe, expect, it } from "vitest";
import { attend, calm, forgetSessions, type AttentionBook } from "../../src/session/attention.js";

const nowhere = () => false;
const facts = (status: string, title = "One") => [{ sessionId: "s1", status, title }];
/** The book after a session was in these states one after the other, unseen. */
const after = (...statuses: readonly string[]) =>
  statuses.reduce<AttentionBook>((book, status) => attend(book, facts(status), nowhere), calm);
const reasons = ({ entries }: AttentionBook) => entries.map(({ reason }) => reason);

describe("attend", () => {
  it.each([
    [["requires_action"], ["decision"]],
    [["running", "idle"], ["finished"]],
    [["running", "failed"], ["failed"]],
    [["requires_action", "idle"], ["finished"]],
    [["idle"], []],
    [["running"], []],
    [["running", "idle", "running"], []],
    [["running", "idle", "idle"], ["finished"]],
    [["requires_action", "running"], []],
  ])("makes of %j: %j", (statuses, expected) => {
    expect(reasons(after(...statuses))).toEqual(expected);
  });

  it("ignores a visible session, and seen events stay seen", () => {
    const seen = attend(after("running"), facts("idle"), () => true);
    expect(reasons(seen)).toEqual([]);
    expect(reasons(attend(seen, facts("idle"), nowhere))).toEqual([]);
  });

  it("reports a seen but open decision again", () => {
    const seen = attend(after("requires_action"), facts("requires_action"), () => true);
    expect(reasons(attend(seen, facts("requires_action"), nowhere))).toEqual(["decision"]);
  });

  it("keeps its identity without a change, so that nothing is drawn or reported again", () => {
    const book = after("running", "idle");
    expect(attend(book, facts("idle"), nowhere)).toBe(book);
    expect(attend(calm, [], nowhere)).toBe(calm);
  });

  it("remembers the state of sessions that run or wait, and of no others", () => {
    expect([...after("running").statuses.keys()]).toEqual(["s1"]);
    expect(after("running", "idle").statuses.size).toBe(0);
    const many = Array.from({ length: 600 }, (_, n) => ({ sessionId: `s${n}`, status: "running", title: null }));
    expect(attend(calm, many, nowhere).statuses.size).toBe(500);
  });
});

describe("forgetSessions", () => {
  it("removes the entry and the state of a session that is gone", () => {
    expect(forgetSessions(after("requires_action"), new Set(["s1"]))).toEqual(calm);
    const book = after("running", "idle");
    expect(forgetSessions(book, new Set(["s1"]))).toEqual(calm);
    expect(forgetSessions(book, new Set(["other"]))).toBe(book);
  });
});
