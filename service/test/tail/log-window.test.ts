import type { SessionEvent } from "@service/sdk/protocol";
import { beforeEach, describe, expect, it } from "vitest";
import { createLogWindow, mostCharacters, mostFrames, type LogWindow } from "../../src/tail/log-window.js";

const event = (sequence: number, id = `event-${sequence}`, text = ""): SessionEvent => ({
  id,
  sequence,
  sessionId: "s",
  workspaceId: "w",
  type: "note",
  payload: { text },
  occurredAt: "2026-01-01T00:00:00.000Z",
  turnId: null,
  clientEventId: null,
});
const events = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => event(from + n));
const place = (sequence: number, id: string | null = `event-${sequence}`) => ({ sequence, id });
const start = place(0, null);

let window: LogWindow;
beforeEach(() => {
  window = createLogWindow();
});
const sequences = (sequence: number, id?: string | null, limit = 1_000) =>
  window.behind(place(sequence, id), limit)?.map((frame) => frame.sequence) ?? null;

describe("a window of a log", () => {
  it("returns what follows a place that it has, at most a page", () => {
    window.add(start, events(1, 9));
    expect(sequences(0, null)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(sequences(6)).toEqual([7, 8, 9]);
    expect(sequences(6, null, 2)).toEqual([7, 8]);
    expect(sequences(9)).toEqual([]);
    expect(sequences(9, "event-9".slice(0, 5))).toEqual([]);
  });

  it("returns nothing for a place outside of it, or of another log", () => {
    expect(sequences(0, null)).toBeNull();
    window.add(place(4), events(5, 6));
    expect([sequences(3), sequences(7), sequences(5, "other")]).toEqual([null, null, null]);
  });

  it("adds each event once and in order, however its pages overlap", () => {
    expect(window.add(start, events(1, 3))).toBe("added");
    expect(window.add(place(1), events(2, 5))).toBe("added");
    expect(window.add(place(1), events(2, 4))).toBe("known");
    expect(sequences(0, null)).toEqual([1, 2, 3, 4, 5]);
  });

  it("reports missing events and adds nothing behind them", () => {
    window.add(start, events(1, 3));
    expect(window.add(place(4), events(5, 5))).toBe("gap");
    expect(window.end?.sequence).toBe(3);
  });

  it.each([
    ["under a number that it has", place(2), [event(3, "other")]],
    ["behind an event that it has otherwise", place(3, "other"), [event(4)]],
  ])("reports an event of another log %s", (_, after, added) => {
    window.add(start, events(1, 3));
    expect(window.add(after, added)).toBe("other");
    expect(window.end?.sequence).toBe(3);
  });

  it("keeps a bounded number of events and of characters, and the place before the first", () => {
    window.add(start, events(1, mostFrames + 7));
    expect(sequences(7)).toHaveLength(mostFrames);
    expect(sequences(6)).toBeNull();
    const end = mostFrames + 7;
    window.add(place(end), [event(end + 1, "large", "x".repeat(mostCharacters))]);
    expect([sequences(end), sequences(end + 1, "large")]).toEqual([null, []]);
  });

  it("learns the name of the event at which it began", () => {
    window.add(place(4, null), events(5, 5));
    window.add(place(4), []);
    expect(sequences(4, "other")).toBeNull();
  });
});
