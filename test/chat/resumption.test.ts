import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChatController } from "../../src/chat/chat-controller.js";
import { emptyLog, foldChunk, foldFailure, type ChatLog } from "../../src/chat/chat-log.js";
import type { ChatRequests } from "../../src/chat/chat-requests.js";
import type { ChatHistory } from "../../src/wire/protocol/chat-bodies.js";
import { readFrames, type Frame } from "../../src/wire/sse/read-frames.js";
import { chatWorld, until, type ChatWorld } from "./chat-world.js";
import { followDoor } from "./follow-door.js";
import { hurriedClock } from "./hurried-clock.js";

/** A conversation with something of everything, and the followed stream after each of its cursors, as bytes. */
interface Recorded {
  readonly after: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  readonly last: string;
}

const now = "2026-01-01T00:00:00.000Z";
let world: ChatWorld;
let recorded: Recorded;
beforeAll(async () => {
  world = await chatWorld();
  await converse(world);
  recorded = await record(world);
});
afterAll(() => world.close());

async function converse({ fetch }: ChatWorld): Promise<void> {
  const one = createChatController({ conversation: "c_1", fetch });
  const unsubscribe = one.subscribe(() => {});
  await until(one, ({ isRestoring }) => !isRestoring);
  await one.sendMessage('/say Grüße 🙂\n/tools 2\n/approve deploy {"to":"höhle"}\n/say Ende');
  const { pending } = await until(one, ({ needsInput }) => needsInput);
  await one.sendMessage("/say Part\n/fail middle broken");
  await one.respond(pending[0]?.id ?? "", { kind: "approval", decision: "approve" });
  await until(one, ({ isRunning, status, queue }) => !isRunning && status === "error" && queue.length === 0);
  await one.sendMessage("/say Last");
  await until(one, ({ isRunning, messages }) => !isRunning && messages.length === 6);
  unsubscribe();
  one.dispose();
}

async function record({ fetch }: ChatWorld): Promise<Recorded> {
  const headers = { "x-service-conversation": "c_1", accept: "text/event-stream" };
  const read = async (cursor: string, isLast: (frame: Frame) => boolean): Promise<Frame[]> => {
    const { body } = await fetch("/api/chat?follow=1", { headers: { ...headers, "last-event-id": cursor } });
    const frames: Frame[] = [];
    for await (const frame of readFrames(body ?? new ReadableStream())) {
      frames.push(frame);
      if (isLast(frame)) break;
    }
    return frames;
  };
  let ended = 0;
  const whole = await read("0", ({ data }) => data.includes('"ended"') && ++ended === 3);
  const last = whole.at(-1)?.id ?? "";
  const cursors = new Set(["0", ...whole.flatMap(({ id }) => (id === undefined ? [] : [id]))]);
  const after = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const cursor of cursors) {
    const frames = await read(cursor, ({ id, data }) => id === last && data.includes('"ended"'));
    after.set(cursor, new TextEncoder().encode(frames.map(written).join("")));
  }
  return { after, last };
}

function written({ id, event, data }: Frame): string {
  return `${id === undefined ? "" : `id: ${id}\n`}${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`;
}

/** Reads the recorded conversation. Each connection but the last breaks after the given number of bytes. */
function readThrough(cuts: readonly number[]): Promise<ChatLog> {
  const left = [...cuts];
  const requests = {
    canFollow: () => true,
    history: () =>
      Promise.resolve({ created: false, sessionId: "", messages: [], pending: [] } as unknown as ChatHistory),
    follow: (cursor: string) => Promise.resolve(broken(recorded.after.get(cursor), left.shift())),
  } as unknown as ChatRequests;
  return new Promise((resolve) => {
    let log = emptyLog;
    const connection = followDoor({
      requests,
      clock: hurriedClock,
      onError: (error) => resolve({ ...emptyLog, sessionStatus: `gave up: ${error.message}` }),
      onContent(content) {
        const isChunk = content.kind === "chunk";
        log = isChunk
          ? foldChunk(log, content.chunk, now)
          : foldFailure(log, content.turnId, content.error.message, now);
        const ended = isChunk && content.chunk.type === "turn" && content.chunk.state === "ended";
        if (!ended || log.messages.length < 6) return;
        connection.stop();
        resolve(log);
      },
    });
    connection.start();
  });
}

function broken(bytes: Uint8Array<ArrayBuffer> | undefined, at: number | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (bytes === undefined) return controller.error(new Error("There is no such cursor."));
      controller.enqueue(at === undefined ? bytes : bytes.slice(0, at));
    },
    pull(controller) {
      if (at !== undefined) controller.error(new TypeError("terminated"));
    },
  });
}

describe("a followed conversation", () => {
  it("is the same wherever its stream is cut, at every byte", async () => {
    const uncut = await readThrough([]);
    expect(uncut.messages.map(({ state }) => state)).toEqual([
      undefined,
      "complete",
      undefined,
      "failed",
      undefined,
      "complete",
    ]);
    const length = recorded.after.get("0")?.length ?? 0;
    const cuts = Array.from({ length }, (_, at) => at);
    // Many at once, as most of the time is waiting for the next try.
    for (let from = 0; from < length; from += 100) {
      const some = cuts.slice(from, from + 100);
      const logs = await Promise.all(some.map((at) => readThrough([at])));
      for (const [index, log] of logs.entries()) expect(log, `cut at byte ${from + index}`).toEqual(uncut);
    }
    console.info(`resumed after each of ${length} bytes, over ${recorded.after.size} cursors`);
  });

  it("is the same when it is cut again and again, the next time a little later", async () => {
    const uncut = await readThrough([]);
    for (const step of [60, 97, 150, 211, 400]) {
      const cuts = Array.from({ length: 40 }, (_, n) => step + n * 3);
      expect(await readThrough(cuts), `cut every ${step} bytes`).toEqual(uncut);
    }
  });

  it("is the same after a restore that follows on", async () => {
    const uncut = await readThrough([]);
    const two = createChatController({ conversation: "c_1", fetch: world.fetch });
    const shown = await until(two, ({ isRestoring }) => !isRestoring);
    const told = (messages: ChatLog["messages"]) =>
      messages.map(({ role, state, turnId, id, parts, failureText }) => ({
        role,
        state,
        turnId,
        id,
        failureText,
        parts: parts.map((part) => (part.type === "tool" ? [part.name, part.state, part.callId, part.input] : part)),
      }));
    expect(told(shown.messages)).toEqual(told(uncut.messages));
    two.dispose();
  });
});
