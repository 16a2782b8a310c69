import { describe, expect, it } from "vitest";
import { mostTextBytes, roomOf } from "../../src/conversation/drafts/message-room.js";
import { assertPayloadFits } from "../../service/src/sessions/send-message.js";

/** The composer refuses a text before the service does. */

const pieces = {
  letters: "a",
  umlauts: "ö",
  "characters of three bytes": "漢",
  emoji: "🏔️",
  lines: "line\n",
  quotes: '"\\',
  "control characters": "\u0001",
};

describe("roomOf", () => {
  it.each(Object.entries(pieces))("is exhausted before the service refuses a message of %s", (_, piece) => {
    const count = Math.floor(mostTextBytes / (JSON.stringify(piece).length - 2)) + 1;
    let text = piece.repeat(count);
    while (roomOf(text, Infinity) < 0) text = text.slice(0, text.length + roomOf(text, Infinity));
    expect(() => assertPayloadFits({ text, files: "f".repeat(4_000) })).not.toThrow();
    expect(new TextEncoder().encode(JSON.stringify(text)).length).toBeGreaterThan(mostTextBytes - 100);
    expect(roomOf(text, Infinity)).toBeLessThan(20);
  });

  it("is at most what the host allows", () => {
    expect(roomOf("12345678", 20)).toBe(12);
    expect(roomOf("a".repeat(50_000), 40_000)).toBe(-10_000);
  });

  it("has no limit for a short text of a host without one", () => {
    expect(roomOf("a", Infinity)).toBe(Infinity);
  });
});
