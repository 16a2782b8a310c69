import { describe, expect, it } from "vitest";
import { unsafeFrom, type OutboxEntry } from "../../../src/conversation/outbox/outbox-entry.js";

const sentAt = Date.parse("2026-01-01T00:00:00.000Z");
const entry = (state: OutboxEntry["state"], facts: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientEventId: "a",
  text: "Hello",
  delivery: "send",
  state,
  turnId: null,
  createdAt: new Date(sentAt).toISOString(),
  ...facts,
});

describe("the time from which closing a page loses a message", () => {
  it.each([
    ["none without a message", [], Infinity],
    ["none for a message that the service has", [entry("accepted")], Infinity],
    ["two seconds after it was sent for a first try", [entry("sending")], sentAt + 2_000],
    ["at once for a message that waits for its next try", [entry("sending", { nextAttemptAt: sentAt + 9 })], 0],
    ["at once for a failed message", [entry("failed")], 0],
    ["at once for a message with an unknown outcome", [entry("unknown")], 0],
    ["at once for a stored message without a readable time", [entry("sending", { createdAt: "soon" })], 0],
    ["the earliest of several", [entry("accepted"), entry("sending"), entry("failed")], 0],
  ])("is %s", (_, entries, time) => {
    expect(unsafeFrom(entries)).toBe(time);
  });
});
