/** A chat over a handler with only `GET` history, `POST` and the stream of the `POST`. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChatController } from "../../src/chat/chat-controller.js";
import type { ChatController, ChatControllerOptions } from "../../src/chat/chat-types.js";
import { createManualClock, type ManualClock } from "../../src/testing/manual-clock.js";
import { chatWorld, transcript, type ChatWorld } from "./chat-world.js";

let world: ChatWorld;
let clock: ManualClock;
const open: (() => void)[] = [];
beforeEach(async () => {
  world = await chatWorld();
  clock = createManualClock();
});
afterEach(async () => {
  for (const end of open.splice(0)) end();
  await world.close();
});

const encoder = new TextEncoder();
const frame = (event: string, data: unknown) => encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** Passes every message to the handler except "refuse", and streams without ids, turns or keys. */
function simpleHandler(posts: string[]): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, "http://host.test");
    const headers = new Headers(init?.headers);
    if (init?.method === "POST") {
      const body = JSON.parse(init.body as string) as Record<string, unknown>;
      if (!url.pathname.endsWith("respond")) posts.push(body["message"] as string);
      if (String(body["message"]).includes("refuse")) {
        const refusal = frame("error", { code: "limit_exceeded", message: "No more today." });
        return new Response(refusal, { headers: { "content-type": "text/event-stream" } });
      }
      const { clientEventId: _, delivery: __, ...known } = body;
      const response = await world.fetch(input, { ...init, body: JSON.stringify(known) });
      const plain = response.body?.pipeThrough(withoutIds());
      return new Response(plain ?? null, { status: response.status, headers: { "content-type": "text/event-stream" } });
    }
    headers.set("accept", "application/json");
    const response = await world.fetch("http://host.test/api/chat", { ...init, headers });
    const told = (await response.json()) as Record<string, unknown> & { messages: Record<string, unknown>[] };
    const { sessionId, created, pending, status, conversation } = told;
    const messages = told.messages.map(({ role, text, sequence }) => ({ role, text, sequence }));
    return Response.json({ sessionId, created, pending, status, conversation, messages });
  };
}

function withoutIds(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  return new TransformStream({
    transform(piece, controller) {
      controller.enqueue(encoder.encode(decoder.decode(piece, { stream: true }).replaceAll(/^id: .*\n/gm, "")));
    },
  });
}

function chat(options: Partial<ChatControllerOptions> = {}) {
  const posts: string[] = [];
  const soon = (run: () => void) => {
    queueMicrotask(run);
    return () => {};
  };
  const one = createChatController({
    conversation: "c_1",
    fetch: simpleHandler(posts),
    clock,
    schedule: soon,
    ...options,
  });
  open.push(
    one.subscribe(() => {}),
    one.dispose,
  );
  return Object.assign(one, { posts });
}

/** Lets the service answer and time pass until the condition is true. */
async function comes(holds: () => boolean): Promise<void> {
  for (let n = 0; !holds() && n < 20_000; n += 1) {
    await new Promise(setImmediate);
    if (n % 20 === 19) await clock.advanceAsync(100);
  }
  expect(holds()).toBe(true);
}
const isReady = (one: ChatController) => () => !one.getState().isRestoring && one.getState().connection === "idle";

describe("a handler that streams only the answer to each request", () => {
  it("shows the answer while it is written", async () => {
    const one = chat();
    await comes(isReady(one));
    const texts = new Set<string>();
    one.subscribe(() => texts.add(transcript(one.getState()).at(-1) ?? ""));
    await one.sendMessage("/say One\n/silence 1\n/say Two");
    await comes(() => !one.getState().isRunning);
    expect([...texts]).toContain("assistant: One");
    await comes(() => transcript(one.getState()).at(-1) === "assistant: One\n\nTwo");
    expect(transcript(one.getState())).toHaveLength(2);
    expect(one.posts).toHaveLength(1);
  });

  it("shows a refused message as failed, with the handler's reason, and sends it again on retry", async () => {
    const errors: Error[] = [];
    const one = chat({ onError: (error) => errors.push(error) });
    await comes(isReady(one));
    await one.sendMessage({ text: "please refuse", clientEventId: "one" });
    await comes(() => one.getState().messages[0]?.delivery === "failed");
    expect(one.getState()).toMatchObject({
      isRunning: false,
      error: { code: "limit_exceeded" },
      messages: [{ id: "one", failureText: "No more today." }],
    });
    expect(errors).toHaveLength(1);
    one.retry("one").catch(() => {});
    await comes(() => one.posts.length === 2);
    await comes(() => one.getState().messages[0]?.delivery === "failed");
    one.discard("one");
    await comes(() => one.getState().error === null && one.getState().messages.length === 0);
  });

  it("shows a failed turn of an accepted message as failed, and the message as sent", async () => {
    const one = chat();
    await comes(isReady(one));
    await one.sendMessage("/fail before");
    await comes(() => one.getState().error !== null);
    expect(one.getState().messages[0]).toMatchObject({ role: "user", delivery: "sent" });
    expect(one.posts).toHaveLength(1);
  });

  it("streams what follows a decision", async () => {
    const finished: string[] = [];
    const one = chat({ onFinish: ({ outcome }) => finished.push(outcome) });
    await comes(isReady(one));
    await one.sendMessage("/say Before\n/approve deploy {}\n/say After");
    await comes(() => one.getState().needsInput);
    await one.respond(one.getState().pending[0]?.id ?? "", { kind: "approval", decision: "approve" });
    await comes(() => !one.getState().isRunning);
    await comes(() => transcript(one.getState()).at(-1)?.endsWith("After") === true);
    expect(finished).toEqual(["complete"]);
  });

  it("is asked for its history before a message is sent again whose answer was lost", async () => {
    const posts: string[] = [];
    const handler = simpleHandler(posts);
    let isLost = true;
    const one = chat({
      fetch: async (input, init) => {
        const response = await handler(input, init);
        if (init?.method !== "POST" || !isLost) return response;
        isLost = false;
        await response.body?.cancel();
        throw new TypeError("fetch failed");
      },
    });
    await comes(isReady(one));
    void one.sendMessage("/say One");
    await comes(() => transcript(one.getState()).at(-1) === "assistant: One");
    expect(posts).toHaveLength(1);
    expect(transcript(one.getState())).toHaveLength(2);
  });

  it("is polled for the rest of an answer whose stream breaks", async () => {
    const posts: string[] = [];
    const handler = simpleHandler(posts);
    const one = chat({
      fetch: async (input, init) => {
        const response = await handler(input, init);
        if (init?.method !== "POST" || !response.body) return response;
        const reader = response.body.getReader();
        const first = await reader.read();
        void reader.cancel();
        return new Response(first.value ?? null, { headers: { "content-type": "text/event-stream" } });
      },
    });
    await comes(isReady(one));
    await one.sendMessage("/say One\n/say Two");
    await comes(() => transcript(one.getState()).at(-1)?.endsWith("Two") === true);
    await comes(() => !one.getState().isRunning);
    expect(posts).toHaveLength(1);
  });

  it("looks a message up and sends it again when an intermediary answers it with an empty stream", async () => {
    const posts: string[] = [];
    const handler = simpleHandler(posts);
    let isFirst = true;
    const one = chat({
      fetch: async (input, init) => {
        if (init?.method !== "POST" || !isFirst) return handler(input, init);
        isFirst = false;
        return new Response("", { headers: { "content-type": "text/event-stream" } });
      },
    });
    await comes(isReady(one));
    const sent = one.sendMessage("/say One");
    await comes(() => transcript(one.getState()).at(-1) === "assistant: One");
    await sent;
    expect(posts).toEqual(["/say One"]);
  });
});
