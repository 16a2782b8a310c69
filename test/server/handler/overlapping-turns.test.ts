import { describe, expect, it } from "vitest";
import { historyMessages } from "../../../src/server/handler/history-messages.js";
import { newestMessages } from "../../../src/server/handler/newest-messages.js";
import { eventLog } from "../../../src/testing/events.js";
import { scriptTurns } from "../../../src/testing/scripted-turn.js";
import type { ChatHistoryMessage } from "../../../src/wire/protocol/chat-bodies.js";
import { lastSequenceOf, type SessionEvent } from "../../../src/wire/protocol/session-event.js";
import { seededRandom } from "../../session/wild-bytes.js";
import { runs } from "../../support/runs.js";

const seeds = Array.from({ length: runs(20, 200) }, (_, seed) => seed + 1);

/** A log whose queue is hardly ever empty: messages are sent, moved, withdrawn and steered while turns run. */
function crowdedLog(random: () => number, turns: number): readonly SessionEvent[] {
  const log = eventLog();
  const script = scriptTurns(log);
  const upTo = (most: number) => Math.floor(random() * most);
  let queue = [script.create("message 0")];
  let sent = 1;
  const send = (delivery: "send" | "steer" = "send") => script.send(`message ${(sent += 1)}`, { delivery });
  for (let turn = 0; turn < turns; turn += 1) {
    if (queue.length === 0) queue.push(send());
    // The queue may be in another order than it was sent in.
    const [running = ""] = queue.splice(random() < 0.2 ? upTo(queue.length) : 0, 1);
    script.start(running);
    const sendSome = () => {
      for (let n = upTo(queue.length > 30 ? 2 : 4); n > 0; n -= 1) queue.push(send());
    };
    sendSome();
    const how = random();
    if (how > 0.1) script.say(running, "An", " answer");
    if (how > 0.8) script.toolOutput(running, script.callTool(running, "search"), "found");
    sendSome();
    if (how > 0.9) {
      const next = send("steer");
      script.supersede(running, next);
      queue = [next, ...queue];
    } else if (how > 0.8) script.fail(running);
    else script.complete(running);
    if (how < 0.2 && queue.length > 2) script.cancel(queue.pop() ?? "", "withdrawn");
  }
  return log.events;
}

async function* pagesOf(events: readonly SessionEvent[], before: number, size: number) {
  const below = events.filter((event) => lastSequenceOf(event) < before);
  for (let end = below.length; end > 0; end -= size) yield below.slice(Math.max(0, end - size), end);
}

/** All pages of a history, as a reader gets them: the oldest first. */
async function pageBack(events: readonly SessionEvent[], limit: number, size: number) {
  const pages: (readonly ChatHistoryMessage[])[] = [];
  let before = Number.POSITIVE_INFINITY;
  for (;;) {
    const page = await newestMessages(pagesOf(events, before, size), limit);
    pages.unshift(page.messages);
    if (!page.hasOlder) return pages;
    const first = page.messages[0]?.sequence ?? 0;
    expect(first).toBeLessThan(before);
    before = first;
  }
}

describe("pages of turns that overlap by waiting", () => {
  it.each(seeds)("are bounded, adjacent and complete (seed %i)", async (seed) => {
    const random = seededRandom(seed);
    const events = crowdedLog(random, 60);
    const limit = 2 + Math.floor(random() * 20);
    const pages = await pageBack(events, limit, 3 + Math.floor(random() * 80));
    const whole = historyMessages(events).placed.map(({ message }) => message);
    expect(pages.flat()).toEqual(whole);
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(limit);
    // A message and its answer are in one page.
    const placed = pages.flatMap((page, index) => page.map(({ turnId }) => [turnId, index] as const));
    expect(new Set(placed.map(String)).size).toBe(new Set(placed.map(([turnId]) => turnId)).size);
    const sequences = pages.flat().map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  });

  it("are bounded for a queue that never ran empty, however long the log", async () => {
    const log = eventLog();
    const script = scriptTurns(log);
    let running = script.create("message 0");
    for (let turn = 1; turn <= 700; turn += 1) {
      script.start(running);
      const next = script.send(`message ${turn}`);
      script.say(running, "Yes");
      script.complete(running);
      running = next;
    }
    const pages = await pageBack(log.events, 200, 500);
    expect(pages.map(({ length }) => length)).toEqual([200, 200, 200, 200, 200, 200, 200]);
  });
});
