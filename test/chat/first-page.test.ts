import { describe, expect, it } from "vitest";
import type { ChatControllerOptions } from "../../src/chat/chat-types.js";
import { ana, mapStorage, transcript, until } from "./chat-world.js";
import { openChats, restored, settled } from "./open-chats.js";

const { chat, world } = openChats();

const firstPage = (limit?: number) => world().service.firstPage({ ...ana, conversation: "c_1", limit });
const begun = async (limit?: number): Promise<Pick<ChatControllerOptions, "history">> => ({
  history: (await firstPage(limit)).history,
});
const follow = "GET /api/chat?follow=1";

/** Turns of an earlier visit. */
async function earlier(...texts: readonly string[]): Promise<void> {
  const one = chat();
  await restored(one);
  for (const [index, text] of texts.entries()) {
    await one.sendMessage(`/say ${text}`);
    await settled(one, index + 1);
  }
}

describe("a chat that begins with a page of its history", () => {
  it("shows it before any request, and follows from there without one for the history", async () => {
    await earlier("Before");
    const two = chat(await begun());
    expect(transcript(two.getState())).toEqual(["user: /say Before", "assistant: Before"]);
    expect(two.getInitialState().messages).toBe(two.getState().messages);
    expect(two.getState()).toMatchObject({ isRestoring: false, created: true, status: "ready" });
    await until(two, ({ connection }) => connection === "live");
    expect(two.requests()).toEqual([follow]);
  });

  it("shows what happened after the page was read, once", async () => {
    await earlier("Before");
    const given = await begun();
    const one = chat();
    await restored(one);
    await one.sendMessage("/say Meanwhile");
    await settled(one, 2);
    const two = chat(given);
    expect(transcript(await settled(two, 2))).toEqual(transcript(one.getState()));
    await one.sendMessage("/say Later");
    expect(transcript(await settled(two, 3))).toEqual(transcript(await settled(one, 3)));
    expect(two.requests()).toEqual([follow]);
  });

  it("has no half of a surrogate pair, which the page's encoding would change", async () => {
    await earlier('Cut \ud83d and \udc4b, whole 👋, \\ud83d "quoted"');
    expect((await firstPage()).history.messages.map(({ text }) => text)).toEqual([
      '/say Cut \ufffd and \ufffd, whole 👋, \\ud83d "quoted"',
      'Cut \ufffd and \ufffd, whole 👋, \\ud83d "quoted"',
    ]);
  });

  it("streams the answer that was running", async () => {
    const one = chat();
    await restored(one);
    await one.sendMessage("/say Part\n/approve deploy {}\n/say Rest");
    await until(one, ({ needsInput }) => needsInput);
    const two = chat(await begun());
    expect(two.getState()).toMatchObject({ isRunning: true, needsInput: true });
    await until(two, ({ messages }) => messages.at(-1)?.role === "assistant");
    await two.respond(two.getState().pending[0]?.id ?? "", { kind: "approval", decision: "approve" });
    expect(transcript(await settled(two, 1))).toEqual(transcript(await settled(one, 1)));
  });

  it("sends the unsent message of an earlier visit", async () => {
    const kept = new Map<string, string>();
    const one = chat({ storage: mapStorage(kept), plan: () => ({ kind: "status", status: 503 }) });
    one.sendMessage("/say Unsent").catch(() => {});
    await until(one, ({ messages }) => messages.length === 1);
    const two = chat({ ...(await begun()), storage: mapStorage(new Map(kept)) });
    expect(transcript(await settled(two, 1))).toEqual(["user: /say Unsent", "assistant: Unsent"]);
  });

  it("counts a question's time down once the page is there", async () => {
    const one = chat();
    await restored(one);
    await one.sendMessage("/ask text expires 300");
    await until(one, ({ needsInput }) => needsInput);
    const two = chat(await begun());
    expect(two.getState().pending).toMatchObject([{ kind: "question" }]);
    const { pending } = await until(two, ({ connection }) => connection === "live");
    expect(pending).toMatchObject([{ deadline: expect.any(Number) as number }]);
  });

  it("loads older messages than the page has", async () => {
    await earlier("One", "Two", "Three");
    const two = chat(await begun(2));
    expect(two.getState()).toMatchObject({ hasOlder: true });
    expect(transcript(two.getState())).toEqual(["user: /say Three", "assistant: Three"]);
    await two.loadOlder();
    const { messages } = await until(two, ({ hasOlder }) => !hasOlder);
    expect(messages).toHaveLength(6);
  });

  it("waits for the first message of a conversation that is empty", async () => {
    const two = chat(await begun());
    expect(two.getState()).toMatchObject({ isRestoring: false, created: false, messages: [] });
    await two.sendMessage("/say First");
    expect(transcript(await settled(two, 1))).toEqual(["user: /say First", "assistant: First"]);
    expect(two.requests()).not.toContain("GET /api/chat");
  });
});

describe("the first page of a conversation", () => {
  it("names its person and its conversation, and is JSON", async () => {
    await earlier("Before");
    const page = await firstPage();
    expect(page).toMatchObject({ tenant: "acme", user: "ana", conversation: "c_1", history: { created: true } });
    expect(JSON.parse(JSON.stringify(page))).toEqual(page);
  });

  it("names the actor of a shared conversation, or null", async () => {
    const { service } = world();
    const shared = { tenant: "acme", conversation: "room" };
    expect(await service.firstPage({ ...shared, actor: { id: "bo" } })).toMatchObject({ user: "bo" });
    expect(await service.firstPage(shared)).toMatchObject({ user: null });
  });
});
