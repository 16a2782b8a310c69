import { expect, it } from "vitest";
import { cursorAt, cursorBehind, parseCursor, sequenceOfCursor } from "../../../src/wire/protocol/event-cursor.js";

const event = { id: "1a2b3c4d-0000-4000-8000-000000000000", sequence: 96, type: "x", payload: {} } as never;

it("writes the start of the event's id behind its sequence, and parses both", () => {
  expect(cursorBehind(event)).toBe("96.1a2b3c4d");
  expect(parseCursor("96.1a2b3c4d")).toEqual({ sequence: 96, eventId: "1a2b3c4d" });
  expect(parseCursor("96")).toEqual({ sequence: 96, eventId: null });
  expect([sequenceOfCursor("96.1a2b3c4d"), sequenceOfCursor(7), sequenceOfCursor(undefined)]).toEqual([96, 7, 0]);
});

it("names no event behind a merged run, nor with an id of another form", () => {
  expect(cursorBehind({ ...(event as object), payload: { coalescedUntil: 99 } } as never)).toBe("99");
  expect(cursorAt(3, "a/b/c/d/e")).toBe("3");
  expect(cursorAt(3, "short")).toBe("3");
});

it.each(["", "x", "-1", "1.5", "1e3", "96.", "96.1a2b3c4d5", "96.1a2b 3c4", "9".repeat(17)])("parses no %j", (text) => {
  expect(parseCursor(text)).toBeNull();
});
