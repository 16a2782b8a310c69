import { describe, expect, it } from "vitest";
import type { ChatFinish, ChatState } from "../../src/chat/chat-types.js";
import { mapStorage, transcript, until } from "./chat-world.js";
import { hurriedClock } from "./hurried-clock.js";
import { openChats, restored, settled } from "./open-chats.js";

const { chat, world } = openChats();

const partsOf = ({ messages }: ChatState) => messages.map(({ parts }) => parts);

describe("a conversation", () => {
  it("restores as empty before its first message, and creates nothing by that", async () => {
    const one = chat();
    expect(one.getState()).toMatchObject({ isRestoring: true, messages: [] });
    expect(await restored(one)).toMatchObject({ created: false, messages: [], status: "ready" });
    expect(await world().service.sessions.list({ tenant: "acme" })).toEqual([]);
    await until(one, ({ connection }) => connection === "live");
    expect(await world().service.sessions.list({ tenant: "acme" })).toEqual([]);
    expect(one.requests()).toEqual(["GET /api/chat", "GET /api/chat?follow=1"]);
  });

  it("sends the first message and streams every answer over one followed stream", async () => {
    const one = chat();
    await until(one, ({ connection }) => connection === "live");
    const receipt = await one.sendMessage("/say Hello there");
    expect(receipt).toMatchObject({ turnId: expect.any(String) as string });
    const done = await settled(one, 1);
    expect(transcript(done)).toEqual(["user: /say Hello there", "assistant: Hello there"]);
    expect(done).toMatchObject({ created: true, status: "ready", sessionId: expect.any(String) as string });
    expect(done.messages[0]?.id).toBe(receipt.clientEventId);
    await one.sendMessage("/say Again");
    expect(transcript(await settled(one, 2)).at(-1)).toBe("assistant: Again");
    // Followed once more: the request for the first message may wait in another process of the host.
    const follow = "GET /api/chat?follow=1";
    const asked = one.requests();
    expect(asked.slice(0, 3)).toEqual(["GET /api/chat", follow, "POST /api/chat"]);
    expect(asked.slice(3).filter((request) => request !== follow)).toEqual(["POST /api/chat"]);
    expect(asked.filter((request) => request === follow).length).toBeLessThanOrEqual(2);
  });

  it("never shows a sent message twice or not at all on its way into the log", async () => {
    const one = chat();
    await restored(one);
    const counts = new Set<number>();
    one.subscribe(() => counts.add(one.getState().messages.filter(({ role }) => role === "user").length));
    await one.sendMessage("/say Hello");
    await settled(one, 1);
    expect([...counts]).toEqual([1]);
  });

  it("restores messages and tools as they were shown live", async () => {
    const one = chat();
    await restored(one);
    await one.sendMessage('/say First\n/tool search {"q":"x"}\n/tool-fail save\n/child Look around\n/say Last');
    const live = await settled(one, 1);
    const two = chat();
    const again = await restored(two);
    expect(partsOf(again)).toEqual(partsOf(live));
    const tools = partsOf(live)
      .flat()
      .filter(({ type }) => type === "tool");
    expect(tools).toMatchObject([
      { name: "search", state: "complete", output: expect.anything() as unknown },
      { name: "save", state: "failed", output: expect.anything() as unknown },
      { state: "complete" },
    ]);
    expect(again.messages.map(({ id }) => id)).toEqual(live.messages.map(({ id }) => id));
    expect(again.messages[1]).toMatchObject({ state: "complete", endedAt: expect.any(String) as string });
  });

  it("shows the same live to a second reader who joins in the middle", async () => {
    const one = chat();
    await restored(one);
    await one.sendMessage("/say Before\n/approve deploy {}\n/say After");
    await until(one, ({ needsInput }) => needsInput);
    const two = chat();
    const seen = await until(two, ({ needsInput, messages }) => needsInput && messages[1]?.parts.length === 2);
    expect(transcript(seen)).toEqual(transcript(one.getState()));
    await one.respond(seen.pending[0]?.id ?? "", { kind: "approval", decision: "approve" });
    expect(transcript(await settled(two, 1))).toEqual(transcript(await settled(one, 1)));
  });

  it("reads on after every break of the stream without losing or repeating a word", async () => {
    const one = chat({
      plan: ({ url, index }) => (url.search.includes("follow") ? { kind: "cut", at: 500 + index * 7 } : undefined),
      clock: hurriedClock,
    });
    await restored(one);
    const said = Array.from({ length: 12 }, (_, n) => `Sentence ${n}: äöü 🙂.`);
    await one.sendMessage(said.map((line) => `/say ${line}`).join("\n"));
    const cut = await settled(one, 1);
    expect(cut.messages[1]?.parts).toEqual([{ type: "text", text: said.join("\n\n") }]);
    expect(one.requests().filter((request) => request.includes("follow")).length).toBeGreaterThan(3);
  });

  it("refuses an id that no handler takes, before it sends anything", async () => {
    const one = chat({ conversation: "two words" });
    expect(await restored(one)).toMatchObject({ connection: "closed", error: { code: "conversation_invalid" } });
    await expect(one.sendMessage("Hi")).rejects.toMatchObject({ code: "conversation_invalid" });
    expect(one.requests()).toEqual([]);
  });

  it("reports a refusal of the host, and retries when asked", async () => {
    world().person = null;
    const errors: Error[] = [];
    const one = chat({ onError: (error) => errors.push(error) });
    expect(await restored(one)).toMatchObject({ connection: "closed", status: "error", error: { status: 401 } });
    expect(errors).toHaveLength(1);
    world().person = { tenant: "acme", user: "ana" };
    one.clearError();
    one.resumeStream();
    await until(one, ({ connection }) => connection === "live");
    expect(one.getState()).toMatchObject({ status: "ready", error: null });
  });
});

describe("stop and queue", () => {
  it("stops the answer on the service and keeps its text", async () => {
    const finished: ChatFinish[] = [];
    const one = chat({ onFinish: (finish) => finished.push(finish) });
    await restored(one);
    await one.sendMessage("/say Part\n/silence 3600");
    await until(one, ({ status }) => status === "streaming");
    await one.stop();
    const stopped = await settled(one, 1);
    expect(transcript(stopped)).toEqual(["user: /say Part\n/silence 3600", "assistant: Part"]);
    expect(stopped).toMatchObject({ status: "ready", messages: [{}, { state: "cancelled" }] });
    await until(one, ({ sessionStatus }) => sessionStatus === "idle");
    expect(finished).toMatchObject([{ outcome: "cancelled" }]);
  });

  it("remembers a stop that was pressed before the turn was known", async () => {
    const one = chat();
    await restored(one);
    const sent = one.sendMessage("/silence 3600");
    await one.stop();
    const { turnId } = await sent;
    await until(one, ({ isRunning }) => !isRunning);
    expect(turnId).not.toBeNull();
    expect(one.requests()).toContain("POST /api/chat/stop");
    const [session] = await world().service.sessions.list({ tenant: "acme" });
    expect(session?.status).toBe("idle");
  });

  it("stops no message that is sent again after a stop that met its failure", async () => {
    const one = chat();
    await restored(one);
    world().person = null;
    const sent = one.sendMessage({ text: "/say Hello", clientEventId: "a" });
    await one.stop();
    await expect(sent).rejects.toMatchObject({ status: 401 });
    world().person = { tenant: "acme", user: "ana" };
    await one.retry("a");
    const { messages } = await settled(one, 1);
    expect(messages.at(-1)).toMatchObject({ role: "assistant", state: "complete" });
    expect(one.requests()).not.toContain("POST /api/chat/stop");
  });

  it("lists what waits behind a running turn, runs it afterwards, and lets it be withdrawn", async () => {
    const one = chat();
    await restored(one);
    await one.sendMessage("/approve deploy {}");
    await until(one, ({ needsInput }) => needsInput);
    await one.sendMessage("/say Second");
    await one.sendMessage("/say Third");
    const waiting = await until(one, ({ queue }) => queue.length === 2 && !queue.some(({ isSending }) => isSending));
    expect(waiting.queue.map(({ text }) => text)).toEqual(["/say Second", "/say Third"]);
    expect(transcript(waiting).filter((line) => line.startsWith("user"))).toHaveLength(1);
    await one.removeQueued(waiting.queue[1]?.turnId ?? "");
    await until(one, ({ queue }) => queue.length === 1);
    await one.respond(waiting.pending[0]?.id ?? "", { kind: "approval", decision: "reject", message: "No." });
    expect(transcript(await settled(one, 2)).at(-1)).toBe("assistant: Second");
  });

  it("interrupts the running turn when a message steers", async () => {
    const one = chat();
    await restored(one);
    await one.sendMessage("/say Part\n/silence 3600");
    await until(one, ({ status }) => status === "streaming");
    await one.sendMessage({ text: "/say Instead", delivery: "steer" });
    const done = await settled(one, 2);
    expect(done.messages.map(({ state }) => state)).toEqual([undefined, "cancelled", undefined, "complete"]);
  });

  it("refuses a send while it is busy, where that is asked for", async () => {
    const one = chat({ whenBusy: "reject" });
    await restored(one);
    await one.sendMessage("/silence 3600");
    await expect(one.sendMessage("Hi")).rejects.toMatchObject({ code: "chat_busy" });
  });

  it("disconnects without stopping, and resumes where it was", async () => {
    const one = chat();
    await restored(one);
    await one.sendMessage("/say Before\n/approve deploy {}\n/say After");
    const { pending } = await until(one, ({ needsInput }) => needsInput);
    one.disconnect();
    await until(one, ({ connection }) => connection === "idle");
    await one.respond(pending[0]?.id ?? "", { kind: "approval", decision: "approve" });
    one.resumeStream();
    expect(transcript(await settled(one, 1)).at(-1)).toMatch(/^assistant: Before .*After$/s);
    expect(one.requests().filter((request) => request === "GET /api/chat")).toHaveLength(1);
  });
});

describe("decisions", () => {
  it("settles by the log, for the person who decided and for the other", async () => {
    const asked: string[] = [];
    const [one, two] = [chat({ onNeedsInput: ({ id }) => asked.push(id) }), chat()];
    await restored(one);
    await restored(two);
    await one.sendMessage('/approve deploy {"to":"production"}\n/silence 3600');
    two.resumeStream();
    const { pending } = await until(one, ({ needsInput }) => needsInput);
    expect(pending[0]).toMatchObject({ kind: "approval", name: "deploy" });
    expect(asked).toEqual([pending[0]?.id]);
    await one.respond(pending[0]?.id ?? "", { kind: "approval", decision: "approve" });
    const decided = await until(one, (state) => state.pending.every(({ state: { name } }) => name === "settled"));
    for (const decision of decided.pending) expect(decision.state).toMatchObject({ outcome: "approve", here: true });
  });

  it("submits several one at a time, so that the service refuses none", async () => {
    const one = chat();
    await restored(one);
    await one.sendMessage("/approvals 3\n/say Done");
    const { pending } = await until(one, (state) => state.pending.length === 3);
    const answers = pending.map(({ id }) => one.respond(id, { kind: "approval", decision: "approve" }));
    await Promise.all(answers);
    expect(await settled(one, 1)).toMatchObject({ error: null });
    expect(one.requests().filter((request) => request === "POST /api/chat/respond")).toHaveLength(3);
  });

  it("answers a question form and skips one that allows it", async () => {
    const one = chat();
    await restored(one);
    await one.sendMessage("/ask text\n/ask single skip\n/say Thanks");
    const first = await until(one, ({ needsInput }) => needsInput);
    const [form] = first.pending;
    const questionId = form?.kind === "question" ? (form.request.questions[0]?.id ?? "") : "";
    const answers = [{ questionId, values: ["Blue"] }];
    await one.respond(form?.id ?? "", { kind: "question", submission: { outcome: "answered", answers } });
    const second = await until(one, ({ needsInput, pending }) => needsInput && pending.at(-1)?.id !== form?.id);
    await one.respond(second.pending.at(-1)?.id ?? "", { kind: "question", submission: { outcome: "skipped" } });
    expect(transcript(await settled(one, 1)).at(-1)).toMatch(/Thanks$/);
  });

  it("refuses an answer to an unknown request", async () => {
    const one = chat();
    await restored(one);
    await expect(one.respond("nothing", { kind: "approval", decision: "approve" })).rejects.toMatchObject({
      code: "decision_closed",
    });
  });
});

describe("sending on a bad network", () => {
  it("sends again with the same key when the answer got lost, and the message is there once", async () => {
    let posts = 0;
    const one = chat({
      plan({ method, url }) {
        if (method === "POST") return (posts += 1) === 1 ? { kind: "lose-answer" } : undefined;
        // The log must not show the message before it is sent again.
        return url.search === "?follow=1" && posts < 2 ? { kind: "status", status: 204 } : undefined;
      },
      clock: hurriedClock,
    });
    await restored(one);
    await one.sendMessage("/say Once");
    expect(transcript(await settled(one, 1))).toEqual(["user: /say Once", "assistant: Once"]);
    expect(one.requests().filter((request) => request === "POST /api/chat")).toHaveLength(2);
  });

  it("shows a refused message as failed, and forgets it when asked", async () => {
    const one = chat({ plan: ({ method }) => (method === "POST" ? { kind: "status", status: 413 } : undefined) });
    await restored(one);
    await expect(one.sendMessage("Hi")).rejects.toMatchObject({ status: 413, retryable: false });
    const failed = await until(one, ({ status }) => status === "error");
    expect(failed.messages).toMatchObject([{ delivery: "failed" }]);
    one.discard(failed.messages[0]?.id ?? "");
    await until(one, ({ messages, status }) => messages.length === 0 && status === "ready");
  });

  it("resumes pending messages after a reload", async () => {
    const kept = new Map<string, string>();
    const storage = mapStorage(kept);
    const one = chat({ storage, plan: ({ method }) => (method === "POST" ? { kind: "no-answer" } : undefined) });
    await restored(one);
    void one.sendMessage({ text: "/say Kept", clientEventId: "key-1" });
    await until(one, ({ messages }) => messages.length === 1);
    one.unsubscribe();
    const two = chat({ storage });
    expect(transcript(await settled(two, 1))).toEqual(["user: /say Kept", "assistant: Kept"]);
    await until(two, () => ![...kept.values()].join("").includes("Kept"));
  });

  it("refuses an empty message", async () => {
    for (const blank of ["  \n ", undefined, null, {}]) {
      await expect(chat().sendMessage(blank as string)).rejects.toMatchObject({ code: "message_required" });
    }
  });
});

describe("the end", () => {
  it("reports a failed turn in the state and once to listeners", async () => {
    const errors: Error[] = [];
    const one = chat({ onError: (error) => errors.push(error) });
    await restored(one);
    await one.sendMessage("/say Part\n/fail middle provider_unavailable");
    const failed = await settled(one, 1);
    expect(failed).toMatchObject({ status: "error", error: { code: "provider_unavailable" } });
    expect(failed.messages.at(-1)).toMatchObject({ state: "failed", failureText: expect.any(String) as string });
    expect(errors).toHaveLength(1);
  });

  it("forgets everything at once when it is disposed, and asks nothing more", async () => {
    const one = chat();
    await restored(one);
    await one.sendMessage("/say Secret");
    await settled(one, 1);
    const asked = one.requests().length;
    one.dispose();
    expect(one.getState()).toMatchObject({ messages: [], sessionId: null, connection: "closed" });
    await expect(one.sendMessage("More")).rejects.toMatchObject({ code: "aborted" });
    expect(one.requests()).toHaveLength(asked);
  });

  it("ignores everything that arrives after dispose", async () => {
    const errors: Error[] = [];
    const one = chat({ onError: (error) => errors.push(error) });
    await restored(one);
    await one.sendMessage("/say Part\n/silence 3600");
    await until(one, ({ status }) => status === "streaming");
    const late = [one.stop(), one.sendMessage("/say Secret")];
    one.dispose();
    await Promise.allSettled(late);
    expect(one.getState()).toMatchObject({ messages: [], error: null, connection: "closed" });
    expect(errors).toEqual([]);
  });
});
