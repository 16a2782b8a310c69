import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { parseChatHistory } from "../../../src/wire/protocol/chat-bodies.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import {
  ask,
  bodyOf,
  createBackend,
  framesOf,
  framesUntil,
  resolveHeaders,
  textOf,
  type Backend,
} from "../../support/backend.js";

let backend: Backend;
let chat: (request: Request) => Promise<Response>;
beforeEach(async () => {
  backend = await createBackend();
  chat = backend.chat();
});
afterEach(() => backend.close());

const send = (message: string, more: object = {}) => chat(ask("POST", "/api/chat", { message, ...more }));
const history = async (query = "") => {
  const body = await bodyOf(await chat(ask("GET", `/api/chat${query}`)));
  return { ...parseChatHistory(body), body };
};

describe("the history", () => {
  it("of a conversation without a message is empty, and reading it makes no session", async () => {
    for (let n = 0; n < 3; n++) {
      expect(await history()).toMatchObject({
        conversation: "c1",
        created: false,
        messages: [],
        pending: [],
        queued: [],
        status: null,
        turn: null,
        hasOlder: false,
      });
    }
    expect(await backend.service.sessions.list({ tenant: "acme" })).toEqual([]);
    expect(backend.calls.filter(({ method }) => method !== "GET").map(({ path }) => path)).toEqual([
      "/v1/workspaces/external",
    ]);
  });

  it("has messages and activity, with their keys", async () => {
    const answer = await send('/say Look\n/tool search {"q":1}\n/say There', { clientEventId: "k1" });
    const frames = await framesOf(answer);
    const { messages, lastSequence, status, sessionId, workspaceId } = await history();
    const { reply } = frames.at(-1)?.data ?? {};
    expect(messages).toMatchObject([
      { role: "user", clientEventId: "k1", turnId: reply.turnId, actor: { id: "ana" } },
      {
        role: "assistant",
        text: reply.text,
        turnId: reply.turnId,
        parts: [
          { type: "text", text: "Look" },
          { type: "tool", name: "search", status: "completed", input: { q: 1 } },
          { type: "text", text: "There" },
        ],
      },
    ]);
    expect({ status, sessionId, workspaceId }).toEqual({
      status: "idle",
      sessionId: reply.sessionId,
      workspaceId: reply.workspaceId,
    });
    expect(lastSequence).toBeGreaterThan(frames.at(-1)?.id ?? Infinity);
  });

  it("has the rows of sessions that an answer started, as the stream had them", async () => {
    const frames = await framesOf(await send("/say Look\n/child find it\n/say There"));
    const told = frames.flatMap(({ data }) => (data.type === "tool" ? [[data.name, data.callId, data.status]] : []));
    const row = (await history()).messages.at(-1)?.parts?.find((part) => part.type === "tool");
    expect(told.at(-1)).toEqual([row?.name, row?.callId, row?.status]);
    expect(row?.input).toEqual({ initialMessage: "find it" });
  });

  it("has the start of each turn and its end, the start also while the turn runs", async () => {
    await backend.close();
    const clock = createManualClock();
    backend = await createBackend({ clock });
    chat = backend.chat();
    const running = await send("/say Look\n/silence 60\n/say There");
    await framesUntil(running, ({ data }) => data.text === "Look");
    const { turn } = await history();
    await clock.advanceAsync(60_000);
    const answer = (await history()).messages.at(-1);
    expect([answer?.turnId, answer?.createdAt]).toEqual([turn?.turnId, turn?.startedAt]);
    expect(Date.parse(answer?.endedAt ?? "") - Date.parse(answer?.createdAt ?? "")).toBe(60_000);
  });

  it("leaves the running turn's answer to the stream that follows it", async () => {
    await framesOf(await send("/say done before"));
    const running = await send("/say so far\n/long 300 1000");
    await framesUntil(running, ({ data }) => data.text === "so far");
    await (await send("/say waits", { clientEventId: "k-w" })).body?.cancel();
    const { messages, turn, queued, lastSequence } = await history();
    expect(messages.map(({ text }) => text)).toEqual([
      "/say done before",
      "done before",
      "/say so far\n/long 300 1000",
    ]);
    expect(turn?.turnId).toBe(messages.at(-1)?.turnId);
    expect(queued).toMatchObject([{ text: "/say waits", clientEventId: "k-w", actor: { id: "ana" } }]);
    expect(lastSequence).toBeGreaterThan(turn?.sequence ?? Infinity);
    const resumed = await chat(
      ask("GET", `/api/chat?follow=1&after=${turn?.sequence}`, undefined, { headers: { accept: "text/event-stream" } }),
    );
    const frames = await framesUntil(resumed, ({ data }) => data.type === "done");
    expect(textOf(frames)).toBe(frames.at(-1)?.data.reply.text);
    expect(textOf(frames)).toMatch(/^so far/);
  });

  it("has the outcome of a turn that did not complete", async () => {
    await framesOf(await send("/fail before oops"));
    const { messages } = await history();
    expect(messages.at(-1)).toMatchObject({ role: "assistant", outcome: "failed" });
    expect(messages.at(-1)?.failureText).toBeTruthy();
  });

  it("marks the message of a turn that completed without any output", async () => {
    await framesOf(await send("/silence 0"));
    await framesOf(await send("/say There"));
    const { messages } = await history();
    expect(messages.map(({ role, unansweredAt }) => [role, unansweredAt !== undefined])).toEqual([
      ["user", true],
      ["user", false],
      ["assistant", false],
    ]);
    expect(Date.parse(messages[0]?.unansweredAt ?? "")).toBeGreaterThanOrEqual(
      Date.parse(messages[0]?.createdAt ?? ""),
    );
  });

  it("keeps the text of a stopped turn", async () => {
    const running = await send("/say partial\n/long 2000 100");
    const { data } = (await framesUntil(running, (frame) => frame.data.text === "partial")).at(-1) ?? {};
    expect(data.type).toBe("text");
    await chat(ask("POST", "/api/chat/stop", {}));
    const { messages, turn } = await history();
    expect(turn).toBeNull();
    expect(messages.at(-1)).toMatchObject({ role: "assistant", outcome: "cancelled" });
    expect(messages.at(-1)?.text).toMatch(/^partial/);
  });

  it("has a call as cancelled that waited for an approval when its turn was stopped", async () => {
    await framesOf(await send("/approve one"));
    await chat(ask("POST", "/api/chat/stop", {}));
    const { messages } = await history();
    expect(messages.at(-1)).toMatchObject({ outcome: "cancelled", parts: [{ type: "tool", status: "cancelled" }] });
  });

  it("has what waits for a person, until it is answered", async () => {
    await framesOf(await send("/ask single"));
    const { pending, status, turn } = await history();
    expect(pending).toMatchObject([{ kind: "human_input", payload: { questions: [{ kind: "single_select" }] } }]);
    expect(status).toBe("requires_action");
    expect(turn).not.toBeNull();
    await chat(ask("POST", "/api/chat/stop", {}));
    expect((await history()).pending).toEqual([]);
  });

  it("gives the newest messages and pages back without a gap or a repeat", async () => {
    const texts: string[] = [];
    for (let n = 0; n < 12; n++) {
      await framesOf(await send(`/say answer ${n}`));
      texts.push(`/say answer ${n}`, `answer ${n}`);
    }
    const chatApi = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
    const pages: string[][] = [];
    let before: number | undefined;
    for (;;) {
      const page = await chatApi.history({ limit: 5, ...(before !== undefined && { before }) });
      pages.unshift(page.messages.map(({ text }) => text));
      if (!page.hasOlder) break;
      before = page.messages[0]?.sequence;
    }
    expect(pages.flat()).toEqual(texts);
    expect(pages.every((page) => page.length <= 5)).toBe(true);
  });

  it("keeps a question until the log settles it, whatever the host's own clock", async () => {
    await framesOf(await send("/ask text expires 600"));
    const ahead = backend.newService({ clock: createManualClock(Date.now() + 3_600_000) });
    const handler = createChatHandler(ahead, { resolve: resolveHeaders });
    expect((await bodyOf(await handler(ask("GET", "/api/chat")))).pending).toHaveLength(1);
  });

  it("is not kept by anyone on the way", async () => {
    const answer = await chat(ask("GET", "/api/chat"));
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});
