import { expect, it } from "vitest";
import type { ChatRequests } from "../../src/chat/chat-requests.js";
import { parseChatHistory } from "../../src/wire/protocol/chat-bodies.js";
import { writeFrame } from "../../src/wire/sse/write-frame.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { followDoor } from "./follow-door.js";

const history = { sessionId: "s", created: true, status: "idle", messages: [], pending: [], lastSequence: 0 };
const unused = () => Promise.reject(new Error("Not part of this test."));

/** A connection to a log of words; each stream sends the words after its cursor. */
function start(words: readonly string[]) {
  const told: string[] = [];
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
  const cursors: string[] = [];
  const requests: ChatRequests = {
    canFollow: () => true,
    history: () => Promise.resolve(parseChatHistory(history)),
    follow: (cursor) => {
      cursors.push(cursor);
      return Promise.resolve(new ReadableStream({ start: (controller) => void bodies.push(controller) }));
    },
    send: unused,
    respond: unused,
    stop: unused,
    identify: unused,
  };
  const connection = followDoor({
    requests,
    clock: createManualClock(),
    onContent: (content) =>
      told.push(content.kind === "chunk" && content.chunk.type === "text" ? content.chunk.text : ""),
    onError(error) {
      throw error;
    },
  });
  /** Sends the words after the newest stream's cursor. */
  const bring = () => {
    const after = Number(cursors.at(-1));
    words.slice(after).forEach((text, index) => {
      const frame = writeFrame({ id: String(after + index + 1), data: JSON.stringify({ type: "text", text }) });
      bodies.at(-1)?.enqueue(new TextEncoder().encode(frame));
    });
  };
  return { connection, told, bring, cursors };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

it("delivers each word once, wherever it is closed and reopened while a word is in flight", async () => {
  const words = ["one", "two", "three"];
  for (let steps = 0; steps < 60; steps += 1) {
    const { connection, told, bring, cursors } = start(words);
    connection.start();
    await settle();
    bring();
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    connection.stop();
    connection.start();
    await settle();
    expect(cursors, `after ${steps} steps`).toHaveLength(2);
    bring();
    await settle();
    expect(told, `after ${steps} steps`).toEqual(words);
    connection.stop();
  }
});
