import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChatChunk } from "../../../src/wire/protocol/chat-chunk.js";
import { ServiceClient } from "../../../src/api/service-client.js";
import { createBackend, type Backend } from "../../support/backend.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

const open = () => backend.service.chat({ tenant: "acme", user: "ana", conversation: "c" });
const calls = (path: string) => backend.calls.filter((call) => call.path.startsWith(path));

/** The last chunk of a stream. */
async function last(chunks: AsyncIterable<ChatChunk>): Promise<ChatChunk & { type: "done" }> {
  let done: ChatChunk | undefined;
  for await (const chunk of chunks) done = chunk;
  if (done?.type !== "done") throw new Error(`The stream ended with ${JSON.stringify(done)}.`);
  return done;
}

describe("Chat", () => {
  it("sends, and waits for the reply", async () => {
    const chat = await open();
    expect(chat.created).toBe(false);
    expect(await chat.send("/say hi")).toMatchObject({ text: "hi", status: "completed", sessionId: chat.sessionId });
    expect(chat.created).toBe(true);
    expect((await open()).created).toBe(true);
  });

  it("sends again through the same object", async () => {
    const chat = await open();
    await chat.send("/say one");
    expect(await chat.send("/say two")).toMatchObject({ text: "two" });
  });

  it("has all methods of a conversation, and its session", async () => {
    const chat = await open();
    const named = "workspaceId sessionId conversation created send stream steer respond respondStream history snapshot";
    expect(Object.keys(chat).toSorted()).toEqual(named.split(" ").toSorted());
    const workspaceId = await backend.service.workspaceId({ tenant: "acme" });
    expect(chat).toMatchObject({ workspaceId, conversation: "c", created: false });
    expect(calls("/v1/workspaces/").filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("has a session id that the service gives for its names alone, without a session or a request for it", async () => {
    const { service } = backend;
    const named = { tenant: "acme", user: "ana", conversation: "c" };
    await service.workspaceId({ tenant: "acme" });
    const before = backend.calls.length;
    const sessionId = await service.sessionId(named);
    expect(backend.calls.length).toBe(before);
    expect((await open()).sessionId).toBe(sessionId);
    const others = [
      { ...named, user: "ben" },
      { ...named, tenant: "globex" },
      { tenant: "acme", conversation: "c" },
    ];
    const ids = await Promise.all(others.map((other) => service.sessionId(other)));
    expect(new Set([sessionId, ...ids]).size).toBe(4);
    const shared = await service.chat({ tenant: "acme", conversation: "c", actor: { id: "ana" } });
    expect(shared.sessionId).toBe(ids[2]);
    await expect(service.sessionId({ ...named, conversation: "a b" })).rejects.toMatchObject({
      code: "conversation_invalid",
    });
  });

  it("addresses the session that the session API has under its ids", async () => {
    const chat = await open();
    await chat.send("/say hi");
    const { client } = backend.service;
    expect(client).toBeInstanceOf(ServiceClient);
    const { sessionId, workspaceId } = chat;
    expect(await client.getSession({ sessionId, workspaceId })).toMatchObject({ id: sessionId, status: "idle" });
  });

  it("streams chunks up to the last, which contains the reply", async () => {
    const chunks: ChatChunk[] = [];
    for await (const chunk of (await open()).stream("/say hi\n/tool search {}")) chunks.push(chunk);
    expect(chunks.map(({ type }) => type)).toEqual(["text", "tool", "tool", "done"]);
    expect(chunks.at(-1)).toMatchObject({ type: "done", reply: { text: "hi", status: "completed" } });
  });

  it("streams chunks and stops reading when the loop is left", async () => {
    const types: string[] = [];
    for await (const chunk of (await open()).stream("/say a\n/long 100 500")) {
      types.push(chunk.type);
      break;
    }
    expect(types).toEqual(["text"]);
  });

  it("answers what waits, and steers", async () => {
    const chat = await open();
    const { pending } = await chat.send("/approve deploy {}\n/say Deployed.");
    expect((await chat.snapshot()).pending).toHaveLength(1);
    const reply = await chat.respond({ requestId: pending?.requestId ?? "", decision: "approve" });
    expect(reply.text).toContain("Deployed.");
    const texts: string[] = [];
    for await (const chunk of chat.steer("/say instead")) if (chunk.type === "text") texts.push(chunk.text);
    expect(texts).toEqual(["instead"]);
    expect((await chat.snapshot()).status).toBe("idle");
  });

  it("stops at a pending decision: a reply names it, and a stream continues after the answer", async () => {
    const chat = await open();
    const reply = await chat.send("/ask text skip\n/say Noted.");
    expect(reply).toMatchObject({ status: "pending", pending: { kind: "human_input" } });
    const { pending, status } = await chat.snapshot();
    expect([pending, status]).toEqual([[reply.pending], "requires_action"]);
    const chunks: ChatChunk[] = [];
    for await (const chunk of chat.respondStream({ requestId: reply.pending?.requestId ?? "", skip: true })) {
      chunks.push(chunk);
    }
    expect(chunks.at(-1)).toMatchObject({ type: "done", reply: { status: "completed" } });
    expect(JSON.stringify(chunks)).toContain("Noted.");
    expect((await chat.snapshot()).pending).toEqual([]);
  });

  it("steers ahead of what runs, and begins a conversation that has nothing to steer", async () => {
    const chat = await open();
    expect((await last(chat.steer("/say first"))).reply).toMatchObject({ text: "first", status: "completed" });
    const running = last(chat.stream("/long 2000 200"));
    await expect.poll(async () => (await chat.snapshot()).status).toBe("running");
    expect((await last(chat.steer("/say instead"))).reply).toMatchObject({ text: "instead" });
    expect((await running).reply.status).toBe("cancelled");
  });

  it("delivers as its verb does, whatever the input asks", async () => {
    const chat = await open();
    const running = last(chat.stream("/long 2000 200"));
    await expect.poll(async () => (await chat.snapshot()).status).toBe("running");
    const steered = { message: "/say instead", delivery: "send" };
    expect((await last(chat.steer(steered))).reply).toMatchObject({ text: "instead" });
    expect((await running).reply.status).toBe("cancelled");

    const first = last(chat.stream("/long 50 100"));
    await expect.poll(async () => (await chat.snapshot()).status).toBe("running");
    const sent = { message: "/say after it", delivery: "steer" };
    expect((await chat.send(sent)).text).toBe("after it");
    expect((await first).reply.status).toBe("completed");
  });

  it("gives its history in pages, and none of a conversation that has not begun", async () => {
    const chat = await open();
    expect(await chat.history()).toMatchObject({ created: false, messages: [], status: null, conversation: "c" });
    expect(await chat.snapshot()).toEqual({ status: null, pending: [] });
    for (const word of ["one", "two", "three"]) await chat.send(`/say ${word}`);
    const newest = await chat.history({ limit: 2 });
    expect(newest.messages.map(({ text }) => text)).toEqual(["/say three", "three"]);
    expect(newest.hasOlder).toBe(true);
    const before = newest.messages[0]?.sequence ?? 0;
    const older = await chat.history({ before, limit: 2 });
    expect(older.messages.map(({ text }) => text)).toEqual(["/say two", "two"]);
  });

  it("gives the reply of the first when the same key is sent again", async () => {
    const chat = await open();
    const message = { message: "/say once", clientEventId: "k" };
    const [first, second] = [await chat.send(message), await chat.send(message)];
    expect(second.turnId).toBe(first.turnId);
    expect((await chat.history()).messages).toHaveLength(2);
  });

  it("gives up waiting when its signal aborts, and leaves the turn running", async () => {
    const chat = await open();
    const left = new AbortController();
    const sending = chat.send("/long 2000 200", { signal: left.signal });
    const gaveUp = sending.catch((error: unknown) => error);
    await expect.poll(async () => (await chat.snapshot()).status).toBe("running");
    left.abort();
    expect(await gaveUp).toMatchObject({ name: "AbortError" });
    expect((await chat.snapshot()).status).toBe("running");
  });

  it.each(["", " \n", { message: "" }, { message: 3 }, null, undefined, { message: "hi", clientEventId: "" }])(
    "refuses to send %j before anything is written",
    async (input) => {
      const chat = await open();
      const isKey = typeof input === "object" && input?.clientEventId === "";
      const refused = { code: isKey ? "idempotency_key_invalid" : "message_required", status: 400 };
      await expect(chat.send(input as never)).rejects.toMatchObject(refused);
      await expect(last(chat.stream(input as never))).rejects.toMatchObject(refused);
      await expect(last(chat.steer(input as never))).rejects.toMatchObject(refused);
      expect((await open()).created).toBe(false);
    },
  );

  it.each([{}, { requestId: "r" }, { requestId: "r", decision: "maybe" }, { requestId: "r", skip: false }])(
    "refuses the answer %j, with the valid format",
    async (input) => {
      const chat = await open();
      const { pending } = await chat.send("/approve deploy {}");
      const refused = { code: "respond_input_invalid", status: 400 };
      await expect(chat.respond(input as never)).rejects.toMatchObject(refused);
      await expect(last(chat.respondStream(input as never))).rejects.toMatchObject(refused);
      expect((await chat.snapshot()).pending).toEqual([pending]);
    },
  );

  it("has no session to answer in before its first message", async () => {
    const answer = (await open()).respond({ requestId: "r", skip: true });
    await expect(answer).rejects.toMatchObject({ code: "session_missing" });
  });

  it("opens by its session as well, as the same person", async () => {
    const chat = await open();
    await chat.send("/say hi");
    const { sessionId, workspaceId } = chat;
    const opened = await backend.service.chatBySessionId({ sessionId, workspaceId, user: "ana" });
    expect(opened).toMatchObject({ conversation: null, created: true, sessionId });
    expect(await opened.send("/say again")).toMatchObject({ text: "again", sessionId });
    const { messages } = await chat.history();
    expect(messages.filter(({ role }) => role === "user").map(({ actor }) => actor)).toEqual([
      { source: "host", id: "ana" },
      { source: "host", id: "ana" },
    ]);
  });

  it("throws what the turn failed with", async () => {
    await expect((await open()).send("/fail before oops")).rejects.toMatchObject({ code: "oops" });
  });

  it("passes the host's own fields of the creation, except those that identify the session", async () => {
    const create = { instructions: "Be brief.", requestedSessionId: crypto.randomUUID(), initialMessage: "x" };
    const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c", create });
    await chat.send("/say hi");
    const [created] = calls("/v1/workspaces/").filter(
      ({ method, path }) => method === "POST" && path.endsWith("/sessions"),
    );
    expect(JSON.parse(created?.body ?? "")).toMatchObject({
      instructions: "Be brief.",
      requestedSessionId: chat.sessionId,
      idempotencyKey: `chat:${chat.sessionId}`,
      initialMessage: "/say hi",
    });
  });
});
