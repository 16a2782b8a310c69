import { describe, expect, it } from "vitest";
import { ageOf, groupsOf } from "../../src/components/session-list/session-ages.js";
import type { SessionRow } from "../../src/session/session-rows.js";

const now = new Date(2026, 4, 12, 9, 30).getTime();
const rowAt = (sessionId: string, updatedAt: string, isPinned = false) =>
  ({ sessionId, updatedAt, isPinned }) as unknown as SessionRow;
const daysAgo = (days: number, hour = 9) => new Date(2026, 4, 12 - days, hour).toISOString();

describe("the heading of a session", () => {
  it.each([
    [daysAgo(0, 0), "today"],
    [daysAgo(1, 23), "yesterday"],
    [daysAgo(2), "week"],
    [daysAgo(7, 0), "week"],
    [daysAgo(8), "month"],
    [daysAgo(30), "month"],
    [daysAgo(31), "older"],
    // A clock that is ahead of the reader's.
    [daysAgo(-1), "today"],
    ["no time", "older"],
  ])("of %s is %s", (updatedAt, age) => {
    expect(ageOf(rowAt("s", updatedAt), now)).toBe(age);
  });

  it("is pinned whenever it changed", () => {
    expect(ageOf(rowAt("s", daysAgo(99), true), now)).toBe("pinned");
  });

  it("appears once, above all sessions of that age", () => {
    const rows = [rowAt("a", daysAgo(0)), rowAt("b", daysAgo(0)), rowAt("c", daysAgo(3)), rowAt("d", daysAgo(0))];
    expect(told(groupsOf(rows, now, new Map()))).toEqual(["today a b d", "week c"]);
  });

  it("has the session above that changed last, whenever each was created", () => {
    const rows = [rowAt("a", daysAgo(3)), rowAt("b", daysAgo(0, 8)), rowAt("c", "no time"), rowAt("d", daysAgo(0, 9))];
    expect(told(groupsOf(rows, now, new Map()))).toEqual(["today d b", "week a", "older c"]);
  });

  it("leaves pinned sessions in the order of their pins", () => {
    const rows = [rowAt("a", daysAgo(9), true), rowAt("b", daysAgo(0), true), rowAt("c", daysAgo(0))];
    expect(told(groupsOf(rows, now, new Map()))).toEqual(["pinned a b", "today c"]);
  });

  it("keeps the order of rows, with new ones above", () => {
    const rows = [rowAt("a", daysAgo(0, 7)), rowAt("b", daysAgo(0, 9)), rowAt("c", daysAgo(0, 8))];
    expect(told(groupsOf(rows, now, new Map(), ["a", "b"]))).toEqual(["today c a b"]);
  });

  it("stays while the person edits the session", () => {
    const rows = [rowAt("a", daysAgo(0)), rowAt("b", daysAgo(0))];
    expect(told(groupsOf(rows, now, new Map([["b", "week" as const]])))).toEqual(["today a", "week b"]);
  });

  it("is unknown before the reader's time is", () => {
    expect(told(groupsOf([rowAt("a", daysAgo(0))], null, new Map()))).toEqual(["null a"]);
    expect(groupsOf([], null, new Map())).toEqual([]);
    const rows = [rowAt("a", daysAgo(3)), rowAt("b", daysAgo(0))];
    expect(told(groupsOf(rows, null, new Map()))).toEqual(["null b a"]);
  });
});

function told(groups: ReturnType<typeof groupsOf>): readonly string[] {
  return groups.map(({ age, sessions }) => [String(age), ...sessions.map(({ sessionId }) => sessionId)].join(" "));
}
