import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { header } from "../../../src/wire/protocol/headers.js";
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

const send = (message: string) => chat(ask("POST", "/api/chat", { message }));
const resume = (cursor?: number, query = "") =>
  chat(
    ask("GET", `/api/chat${query}`, undefined, {
      headers: { accept: "text/event-stream", ...(cursor !== undefined && { "last-event-id": String(cursor) }) },
    }),
  );
const stop = (body: object = {}) => chat(ask("POST", "/api/chat/stop", body));

describe("resuming", () => {
  it("streams the running turn from its first event without a cursor", async () => {
    const answer = await send("/say first\n/silence 3600");
    const seen = await framesUntil(answer, ({ data }) => data.text === "first");
    const resumed = await resume();
    expect(resumed.headers.get(header.turnId)).toBe(answer.headers.get(header.turnId));
    await stop();
    const frames = await framesOf(resumed);
    expect(frames.slice(0, seen.length)).toEqual(seen);
    expect(textOf(frames)).toBe("first");
  });

  it("streams the events after the cursor through the end of that turn, also when it has ended meanwhile", async () => {
    const whole = await framesOf(await send('/say a\n/tool search {"q":1}\n/say b'));
    await framesOf(await send("/say another"));
    const at = whole.findIndex(({ data }) => data.type === "tool");
    const frames = await framesOf(await resume(whole[at]?.id));
    expect(frames).toEqual(whole.slice(at + 1));
  });

  it("takes the cursor from the query, and the header before it", async () => {
    const whole = await framesOf(await send("/say a\n/say b"));
    const [first, second] = whole;
    expect(await framesOf(await resume(undefined, `?after=${first?.id}`))).toEqual(whole.slice(1));
    expect(await framesOf(await resume(second?.id, `?after=${first?.id}`))).toEqual(whole.slice(2));
  });

  it("answers 204 when nothing runs, is queued or remains to be sent", async () => {
    expect((await resume()).status).toBe(204);
    const whole = await framesOf(await send("/say a"));
    expect((await resume()).status).toBe(204);
    expect((await resume(whole.at(-1)?.id)).status).toBe(204);
    expect((await resume(99_999)).status).toBe(204);
  });

  it("continues with the next turn when the cursor is at a turn's end", async () => {
    const first = await framesOf(await send("/say a"));
    await framesOf(await send("/say b"));
    expect(textOf(await framesOf(await resume(first.at(-1)?.id)))).toBe("b");
  });

  it("waits for a turn that is queued", async () => {
    const running = await send("/long 50 1000");
    const before = await framesUntil(running, ({ data }) => data.type === "text");
    const waiting = await send("/say later");
    await waiting.body?.cancel();
    const first = await framesOf(await resume(before.at(-1)?.id));
    expect(first.at(-1)?.data.reply.status).toBe("completed");
    expect(textOf(await framesOf(await resume(first.at(-1)?.id)))).toBe("later");
  });

  it("refuses a cursor that is none", async () => {
    for (const cursor of ["abc", "-1", "1.5", "9".repeat(30)]) {
      const answer = await resume(undefined, `?after=${cursor}`);
      expect(answer.status).toBe(400);
      expect((await bodyOf(answer)).error.code).toBe("cursor_invalid");
    }
  });

  it("resumes under a path that ends in /stream without being asked by Accept", async () => {
    const whole = await framesOf(await send("/say a\n/say b"));
    const answer = await chat(ask("GET", `/api/chat/stream?after=${whole[0]?.id}`));
    expect(await framesOf(answer)).toEqual(whole.slice(1));
  });

  it("returns the history for any accept header", async () => {
    const answer = await chat(ask("GET", "/api/chat", undefined, { headers: { accept: "*/*" } }));
    expect(answer.headers.get("content-type")).toMatch(/json/);
  });
});

describe("resuming at a decision", () => {
  it("repeats the question to a client without a cursor, and sends nothing to one that has it", async () => {
    const frames = await framesOf(await send("/say Look:\n/approve deploy {}"));
    expect(frames.map(({ data }) => data.type)).toEqual(["text", "tool", "pending", "done"]);
    expect(frames[2]?.id).toBeUndefined();
    expect(frames[3]?.id).toBeGreaterThan(0);
    expect(await framesOf(await resume())).toEqual(frames);
    expect(await framesOf(await resume(frames[0]?.id))).toEqual(frames.slice(1));
    expect((await resume(frames[3]?.id)).status).toBe(204);
  });

  it("does not stop at a question that was answered long ago", async () => {
    const asked = await framesOf(await send("/say Look:\n/approve deploy {}\n/say Done."));
    const { requestId } = asked.find(({ data }) => data.type === "pending")?.data.pending ?? {};
    await framesOf(await chat(ask("POST", "/api/chat/respond", { requestId, decision: "approve" })));
    const frames = await framesOf(await resume(asked[0]?.id));
    expect(frames.some(({ data }) => data.type === "pending")).toBe(false);
    expect(frames.at(-1)?.data.reply.status).toBe("completed");
    expect(textOf(frames)).toContain("Done.");
  });
});

describe("following", () => {
  const follow = (cursor?: number) => resume(cursor, "?follow=1");

  it("waits for a conversation's first message, from any sender", async () => {
    const followed = framesUntil(await follow(0), ({ data }) => data.state === "ended");
    await framesOf(await send("/say hello"));
    const seen = (await followed).map(({ data }) => data);
    expect(seen[0]).toMatchObject({ type: "message", role: "user", text: "/say hello" });
    expect(seen.filter(({ type }) => type === "text").map(({ text }) => text)).toEqual(["hello"]);
  });

  it("looks at each heartbeat whether another process of the host took the first message", async () => {
    const clock = createManualClock();
    const other = createChatHandler(backend.newService({ clock }), { resolve: resolveHeaders, heartbeatMs: 1_000 });
    const followed = framesUntil(
      await other(ask("GET", "/api/chat?follow=1", undefined, { headers: { accept: "text/event-stream" } })),
      ({ data }) => data.state === "ended",
    );
    // Its first look found nothing; the next is due with the heartbeat.
    await backend.arrived();
    await clock.advanceAsync(999);
    await framesOf(await send("/say hello"));
    await clock.advanceAsync(1);
    expect(textOf(await followed)).toBe("hello");
  });

  it("stops waiting when its reader leaves, and writes no session", async () => {
    const leave = new AbortController();
    const clock = createManualClock();
    const handler = createChatHandler(backend.newService({ clock }), { resolve: resolveHeaders });
    const headers = { accept: "text/event-stream" };
    const answer = await handler(ask("GET", "/api/chat?follow=1", undefined, { headers, signal: leave.signal }));
    const read = answer.text();
    // In steps, so that no request to the service outlives its time-out on this clock.
    for (const ms of [15_000, 15_000, 10_000]) {
      await backend.arrived();
      await clock.advanceAsync(ms);
    }
    await backend.arrived();
    leave.abort();
    await clock.advanceAsync(0);
    expect((await read.catch(() => "")).replaceAll(": heartbeat\n\n", "")).toBe(": connected\n\n");
    expect(clock.waiting).toBe(0);
    expect(await backend.service.sessions.list({ tenant: "acme" })).toEqual([]);
  });

  it("stays open across turns and streams messages, turns and answers", async () => {
    await framesOf(await send("/say a"));
    const followed = await follow();
    const frames = framesUntil(followed, ({ data }) => data.text === "c");
    await (await chat(ask("POST", "/api/chat", { message: "/say b", clientEventId: "k-b" }))).body?.cancel();
    await (await send("/say c")).body?.cancel();
    const seen = (await frames).map(({ data }) => data);
    expect(seen[0]).toMatchObject({ role: "user", text: "/say b", clientEventId: "k-b", actor: { id: "ana" } });
    const ofB = seen.filter(({ turnId, reply }) => (turnId ?? reply?.turnId) === seen[0].turnId);
    expect(ofB.map(({ type, state }) => state ?? type)).toEqual(["message", "queued", "started", "done", "ended"]);
    expect(seen.filter(({ type }) => type === "text").map(({ text }) => text)).toEqual(["b", "c"]);
  });

  it("resumes in the middle of a turn without repeating its text", async () => {
    await framesOf(await send("/say zero"));
    const live = await follow();
    const whole = framesUntil(live, ({ data }) => data.state === "ended");
    await framesOf(await send("/say a\n/tool search {}\n/say b"));
    const frames = await whole;
    for (const [index, frame] of frames.entries()) {
      if (frame.id === undefined || index === frames.length - 1) continue;
      const rest = await framesUntil(await follow(frame.id), ({ data }) => data.state === "ended");
      expect(rest).toEqual(frames.slice(index + 1));
    }
  });

  it("repeats the end of a turn for a client that was cut off right after its last chunk", async () => {
    await framesOf(await send("/say zero"));
    const whole = framesUntil(await follow(), ({ data }) => data.state === "ended");
    await framesOf(await send("/say a"));
    const [done, ended] = (await whole).slice(-2);
    expect(done?.id).toBe(ended?.id);
    const [again] = await framesUntil(await follow(done?.id), () => true);
    expect(again).toEqual(ended);
  });

  it("sends a failed turn as an error frame and stays open", async () => {
    await framesOf(await send("/say zero"));
    const followed = framesUntil(await follow(), ({ data }) => data.text === "after");
    const failed = await send("/fail middle oops");
    await framesOf(failed);
    await framesOf(await send("/say after"));
    const frames = await followed;
    const at = frames.findIndex(({ event }) => event === "error");
    expect(frames[at]?.data).toMatchObject({ code: "oops", turnId: failed.headers.get(header.turnId) });
    expect(frames[at]?.id).toBeGreaterThan(0);
    expect(frames[at + 1]?.data).toMatchObject({ type: "turn", state: "ended" });
  });

  it("reports each decision as the log settles it, with its author", async () => {
    await framesOf(await send("/say zero"));
    const followed = framesUntil(await follow(), ({ data }) => data.state === "ended");
    const asked = await framesOf(await send("/approve deploy {}"));
    const { requestId } = asked.find(({ data }) => data.type === "pending")?.data.pending ?? {};
    await framesOf(await chat(ask("POST", "/api/chat/respond", { requestId, decision: "reject", message: "no" })));
    const settled = (await followed).find(({ data }) => data.type === "settled")?.data;
    expect(settled).toMatchObject({ requestId, outcome: "reject", actor: { id: "ana" } });
  });

  it("shows every question that was asked at once", async () => {
    await framesOf(await send("/say zero"));
    const followed = framesUntil(await follow(), ({ data }) => data.type === "done");
    await framesOf(await send("/approvals 2 deploy {}"));
    expect((await followed).filter(({ data }) => data.type === "pending")).toHaveLength(2);
    await stop();
  });
});
