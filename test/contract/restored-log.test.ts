import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryStore, type Store } from "@service/embedded/app";
import { connectService } from "../../src/api/service-connection.js";
import { streamSessionEvents } from "../../src/api/stream-session-events.js";
import { createChatController } from "../../src/chat/chat-controller.js";
import { createSessionController } from "../../src/session/session-controller.js";
import { lastSequenceOf, type SessionEvent } from "../../src/wire/protocol/session-event.js";
import { header } from "../../src/wire/protocol/headers.js";
import { cursorBehind } from "../../src/wire/protocol/event-cursor.js";
import { chatWorld, transcript, until, type ChatWorld } from "../chat/chat-world.js";
import { textsOf } from "../session/live-session.js";

/** A log that is restored to an earlier state and grows on, beneath its readers. */

let store: Store;
let world: ChatWorld;
beforeEach(async () => {
  store = createMemoryStore();
  world = await chatWorld({}, { store });
});
afterEach(() => world.close());

function chatOf() {
  const chat = createChatController({ conversation: "c_1", fetch: world.fetch });
  const unsubscribe = chat.subscribe(() => {});
  const end = () => {
    unsubscribe();
    chat.dispose();
  };
  return { chat, end };
}

async function wholeLog(sessionId: string): Promise<readonly SessionEvent[]> {
  return (await store.readEvents(sessionId, { limit: 2_000 })).events;
}

/** As a backup would: the session ends where `kept` ends, and its readers see it only by its log. */
async function restore(sessionId: string, kept: readonly SessionEvent[]): Promise<void> {
  const record = await store.getSession(sessionId);
  if (record === null) throw new Error("There is no such session.");
  const drafts = kept.map(({ id, type, payload, occurredAt, turnId = null, clientEventId = null }) => {
    return { id, type, payload, occurredAt, turnId, clientEventId };
  });
  // In one JavaScript turn, so that no reader finds the session missing.
  await Promise.all([store.eraseData({ kind: "session", sessionId }), store.createSession(record, { events: drafts })]);
}

describe("a restored log", () => {
  it("is read afresh by a chat that follows it, also where it has grown past the reader", async () => {
    const { chat, end } = chatOf();
    await until(chat, (state) => !state.isRestoring);
    await chat.sendMessage("/say first");
    const first = await until(chat, (state) => !state.isRunning && transcript(state).length === 2);
    const kept = await wholeLog(first.sessionId ?? "");
    await chat.sendMessage("/say lost");
    await until(chat, (state) => !state.isRunning && transcript(state).length === 4);
    await restore(first.sessionId ?? "", kept);
    const { chat: other, end: endOther } = chatOf();
    await until(other, (state) => !state.isRestoring && state.connection === "live");
    await other.sendMessage("/say new");
    const shown = ["user: /say first", "assistant: first", "user: /say new", "assistant: new"];
    await until(chat, (state) => JSON.stringify(transcript(state)) === JSON.stringify(shown));
    expect(chat.getState().error).toBeNull();
    end();
    endOther();
  });

  it("is read afresh by a session controller through the proxy", async () => {
    const seen = await world.service.chat({ tenant: "acme", user: "ana", conversation: "c_1" });
    await seen.send("/say first");
    const { sessionId } = seen;
    const kept = await wholeLog(sessionId);
    await seen.send("/say lost");
    const client = connectService({ baseUrl: "http://host.test/api/service", fetch: world.fetch });
    const controller = createSessionController({ client, sessionId });
    const unsubscribe = controller.subscribe(() => {});
    await until(controller, (state) => state.connection === "live" && textsOf(state).length === 4);
    await restore(sessionId, kept);
    await seen.send("/say new");
    const shown = ["user-message: /say first", "agent-message: first", "user-message: /say new", "agent-message: new"];
    await until(controller, (state) => JSON.stringify(textsOf(state)) === JSON.stringify(shown));
    expect(controller.getState().error).toBeNull();
    unsubscribe();
    controller.dispose();
  });

  it("is refused with log_reset at every door for a cursor that names its event, and read on for a bare number", async () => {
    const seen = await world.service.chat({ tenant: "acme", user: "ana", conversation: "c_1" });
    await seen.send("/say first");
    const { sessionId, workspaceId } = seen;
    const kept = await wholeLog(sessionId);
    await seen.send("/say lost");
    const lost = (await wholeLog(sessionId)).at(-1)!;
    await restore(sessionId, kept);
    await seen.send("/say a longer answer\n/tools 2");
    const last = kept.at(-1)!;
    const ask = async (path: string) => {
      const answer = await world.fetch(`http://host.test${path}`, {
        headers: { accept: "text/event-stream", [header.conversation]: "c_1" },
      });
      if (answer.ok) await answer.body?.cancel();
      return answer.ok ? answer.status : [answer.status, (await answer.json()).error.code];
    };
    const log = `/api/service/v1/workspaces/${workspaceId}/sessions/${sessionId}/events`;
    const doors = (cursor: string) => [
      `${log}/stream?after=${cursor}`,
      `${log}?after=${cursor}`,
      `/api/chat?follow=1&after=${cursor}`,
    ];
    for (const door of doors(cursorBehind(lost))) expect([door, await ask(door)]).toEqual([door, [409, "log_reset"]]);
    for (const door of doors(cursorBehind(last))) expect([door, await ask(door)]).toEqual([door, 200]);
    for (const door of doors(String(lastSequenceOf(lost)))) expect([door, await ask(door)]).toEqual([door, 200]);
    await expect(
      streamSessionEvents(world.service.client, { sessionId, workspaceId }, { after: cursorBehind(lost) }).next(),
    ).rejects.toMatchObject({ status: 409, code: "log_reset", retryable: false });
  });

  it("is refused by the chat handler with log_reset when the session was erased", async () => {
    const seen = await world.service.chat({ tenant: "acme", user: "ana", conversation: "c_1" });
    await seen.send("/say first");
    const last = (await wholeLog(seen.sessionId)).at(-1)!;
    await store.eraseData({ kind: "session", sessionId: seen.sessionId });
    const ask = (query: string) =>
      world.fetch(`http://host.test/api/chat?${query}`, {
        headers: { accept: "text/event-stream", [header.conversation]: "c_1" },
      });
    for (const query of [`follow=1&after=${cursorBehind(last)}`, `after=${cursorBehind(last)}`]) {
      const answer = await ask(query);
      expect([query, answer.status, (await answer.json()).error.code]).toEqual([query, 409, "log_reset"]);
    }
    expect((await ask(`after=${lastSequenceOf(last)}`)).status).toBe(204);
  });

  it("ends the streams of an erased session without a fault for the operator", async () => {
    const logged = vi.spyOn(console, "error");
    try {
      const seen = await world.service.chat({ tenant: "acme", user: "ana", conversation: "c_1" });
      await seen.send("/say first");
      const last = (await wholeLog(seen.sessionId)).at(-1)!;
      const answer = await world.fetch(`http://host.test/api/chat?follow=1&after=${cursorBehind(last)}`, {
        headers: { accept: "text/event-stream", [header.conversation]: "c_1" },
      });
      expect(answer.status).toBe(200);
      await store.eraseData({ kind: "session", sessionId: seen.sessionId });
      expect(await answer.text()).not.toContain("event: error");
      expect(logged).not.toHaveBeenCalled();
    } finally {
      logged.mockRestore();
    }
  });

  it("leaves nothing of an erased session in a chat that follows it", async () => {
    const { chat, end } = chatOf();
    await until(chat, (state) => !state.isRestoring);
    await chat.sendMessage("/say first");
    const first = await until(chat, (state) => !state.isRunning && transcript(state).length === 2);
    await store.eraseData({ kind: "session", sessionId: first.sessionId ?? "" });
    await until(chat, (state) => transcript(state).length === 0 && state.connection === "live");
    // A person sees why it is empty, until a message begins a new one.
    await until(chat, (state) => state.error !== null);
    expect(chat.getState().error).toMatchObject({ name: "ChatError", code: "conversation_deleted" });
    await chat.sendMessage("/say anew");
    await until(chat, (state) => transcript(state).join() === "user: /say anew,assistant: anew");
    expect(chat.getState().error).toBeNull();
    end();
  });

  it("is one cause that log_reset names; the other is a cursor of another person's session", async () => {
    const refusals: string[] = [];
    for (const user of ["ana", "chloe"]) {
      const seen = await world.service.chat({ tenant: "acme", user, conversation: "c_1" });
      await seen.send("/say first");
      const { sessionId, workspaceId } = seen;
      const after = `${(await wholeLog(sessionId)).length}.00000000`;
      await streamSessionEvents(world.service.client, { sessionId, workspaceId }, { after })
        .next()
        .catch((error: Error) => refusals.push(error.message));
    }
    expect(refusals).toHaveLength(2);
    for (const message of refusals)
      expect(message).toMatch(/of another session, as after another person signed in, or/);
  });
});
