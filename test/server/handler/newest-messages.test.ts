import { describe, expect, it } from "vitest";
import { newestMessages } from "../../../src/server/handler/newest-messages.js";
import type { SessionEvent } from "../../../src/wire/protocol/session-event.js";

/** A log of turns with so many deltas each, in pages of fifty, the newest first; it counts how often its payloads are read. */
function createLog(turns: number, deltas: number) {
  const events: SessionEvent[] = [];
  let reads = 0;
  let pagesRead = 0;
  const add = (type: string, turnId: string | null, payload: object) => {
    const sequence = events.length + 1;
    const event = { id: `e${sequence}`, workspaceId: "w", sessionId: "s", sequence, type, turnId, clientEventId: null };
    events.push({
      ...event,
      occurredAt: "2026-01-01T00:00:00.000Z",
      get payload() {
        reads += 1;
        return payload;
      },
    } as SessionEvent);
    return event.id;
  };
  for (let turn = 0; turn < turns; turn++) {
    const turnId = `t${turn}`;
    const triggerEventId = add("user.message", null, { text: `question ${turn}` });
    add("turn.queued", turnId, { turnId, triggerEventId, source: "user" });
    add("turn.started", turnId, { turnId });
    for (let delta = 0; delta < deltas; delta++) add("agent.message.delta", turnId, { text: `${delta} ` });
    add("turn.completed", turnId, { turnId });
  }
  return {
    events,
    reads: () => reads,
    pagesRead: () => pagesRead,
    async *pages() {
      for (let end = events.length; end > 0; end -= 50) {
        pagesRead += 1;
        yield events.slice(Math.max(0, end - 50), end);
      }
    },
  };
}

describe("the newest messages", () => {
  it.each([
    ["one answer of forty pages", createLog(1, 2000)],
    ["forty answers of one page", createLog(40, 46)],
  ])("of %s are folded once, not again for each page", async (_name, log) => {
    const { messages, hasOlder } = await newestMessages(log.pages(), 200);
    expect(hasOlder).toBe(false);
    expect(messages).toHaveLength(log.events.filter(({ type }) => type === "user.message").length * 2);
    expect(log.reads()).toBeLessThan(10 * log.events.length);
  });

  it("are read from no more pages than they need", async () => {
    const log = createLog(40, 46);
    const { messages, hasOlder, events } = await newestMessages(log.pages(), 10);
    expect(messages.map(({ text }) => text.slice(0, 11))[0]).toBe("question 35");
    expect([messages.length, hasOlder, log.pagesRead(), events.length]).toEqual([10, true, 6, 300]);
  });

  it("of a log without an event are none", async () => {
    expect(await newestMessages(createLog(0, 0).pages(), 10)).toEqual({ events: [], messages: [], hasOlder: false });
  });
});
