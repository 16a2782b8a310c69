import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { header } from "../../src/wire/protocol/headers.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { request as toProxy } from "../server/proxy/browser-request.js";
import { ask, bodyOf, createBackend, framesOf, framesUntil, textOf } from "../support/backend.js";
import type { AskOptions, Backend } from "../support/backend.js";

/** The rules of `protocol.md` §0.1 about what streams, is restored and stops, by their number, through the real service. */

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

const stream = { accept: "text/event-stream" };
const send = (message: string, more: object = {}, options: AskOptions = {}) =>
  ask("POST", "/api/chat", { message, ...more }, options);
const get = (path = "/api/chat", options: AskOptions = {}) => ask("GET", path, undefined, options);
const code = async (answer: Response) => [answer.status, (await bodyOf(answer)).error.code];

describe("16: every stream may pass through proxies, and is never silent for long", () => {
  const streams = (): readonly (readonly [string, () => Promise<Response>])[] => [
    ["a send", () => backend.chat()(send("/say hi"))],
    ["a followed chat", () => backend.chat()(get("/api/chat?follow=1", { headers: stream }))],
    ["a resumed chat", () => backend.chat()(get("/api/chat?after=0", { headers: stream }))],
    [
      "the proxy's",
      async () => backend.proxy()(toProxy("GET", `workspaces/current/sessions/${await sessionId()}/events/stream`)),
    ],
  ];
  const sessionId = async () => (await bodyOf(await backend.chat()(get()))).sessionId as string;

  it("by its headers", async () => {
    await framesOf(await backend.chat()(send("/say begun")));
    for (const [name, open] of streams()) {
      const answer = await open();
      const { headers } = answer;
      const told = ["content-type", "cache-control", "x-accel-buffering", "content-encoding"].map((of) =>
        headers.get(of),
      );
      expect([name, ...told]).toEqual([
        name,
        expect.stringMatching(/^text\/event-stream/),
        "private, no-store, no-transform",
        "no",
        null,
      ]);
      await answer.body?.cancel();
    }
  });

  it.each(["chat", "proxy"])("by a comment after fifteen seconds without a byte, from the %s", async (door) => {
    const clock = createManualClock();
    const timed = await createBackend({ clock });
    const chat = await timed.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
    const begun = await timed.chat()(send("/silence 1000"));
    await begun.body?.cancel();
    const { sessionId, workspaceId } = chat;
    const read = () => timed.service.client.getSession({ sessionId, workspaceId });
    await expect.poll(async () => (await read()).status).toBe("running");
    const path = `workspaces/current/sessions/${sessionId}/events/stream?after=${(await read()).lastSequence}`;
    const answer =
      door === "chat"
        ? await timed.chat()(get("/api/chat?follow=1", { headers: stream }))
        : await timed.proxy()(toProxy("GET", path));
    const reader = answer.body?.getReader();
    const texts: string[] = [];
    const reading = (async () => {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done || value === undefined) return;
        texts.push(new TextDecoder().decode(value));
      }
    })();
    const begunAt = clock.now();
    while (!/: (heartbeat|ping)\n/.test(texts.join(""))) await clock.advanceAsync(1_000);
    expect([15_000, 16_000]).toContain(clock.now() - begunAt);
    await reader?.cancel();
    await reading;
    await timed.close();
  });
});

describe("17: a chunk that was made from an event has its sequence", () => {
  it("text and tools have one each, what waits has none, and the end has the one to resume from", async () => {
    const chat = backend.chat();
    const frames = await framesOf(await chat(send("/say hi\n/tool search {}\n/approve deploy {}")));
    const byType = (wanted: string) => frames.filter(({ data }) => data.type === wanted);
    for (const { id } of [...byType("text"), ...byType("tool"), ...byType("done")]) expect(id).toBeGreaterThan(0);
    expect(byType("pending").map(({ id }) => id)).toEqual([undefined]);
    const ids = frames.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it("an answer names its turn, and contains events only on request", async () => {
    const plain = await backend.chat()(send("/say hi"));
    const turnId = plain.headers.get(header.turnId);
    const { reply } = (await framesOf(plain)).at(-1)?.data ?? {};
    expect([reply.turnId, reply.events]).toEqual([turnId, []]);
    const whole = await framesOf(await backend.chat({ includeEvents: true })(send("/say hi")));
    expect(whole.at(-1)?.data.reply.events.length).toBeGreaterThan(3);
  });
});

describe("18: an answer is resumed, and a conversation followed", () => {
  it("after a cut at each chunk, what follows and nothing twice, through the end of that turn", async () => {
    const chat = backend.chat();
    const whole = await framesOf(await chat(send("/say one\n/tool search {}\n/say two")));
    for (const [index, { id }] of whole.entries()) {
      if (id === undefined || index === whole.length - 1) continue;
      const rest = await framesOf(
        await chat(get("/api/chat", { headers: { ...stream, "last-event-id": String(id) } })),
      );
      expect(rest.map(({ data }) => data)).toEqual(whole.slice(index + 1).map(({ data }) => data));
    }
  });

  it("without a cursor it is the running turn from its first event, and 204 when none runs", async () => {
    const chat = backend.chat();
    const begun = await chat(send("/say first\n/long 2000 200"));
    await framesUntil(begun, ({ data }) => data.type === "text");
    const resumed = await chat(get("/api/chat", { headers: stream }));
    expect(textOf(await framesUntil(resumed, ({ data }) => data.type === "text"))).toMatch(/^first/);
    await chat(ask("POST", "/api/chat/stop", {}));
    await expect.poll(async () => (await chat(get("/api/chat", { headers: stream }))).status).toBe(204);
  });

  it("is asked for by Accept or by the path, and by nothing vaguer", async () => {
    const chat = backend.chat();
    await framesOf(await chat(send("/say hi")));
    const typeOf = async (request: Request) => {
      const answer = await chat(request);
      await answer.body?.cancel();
      return answer.status === 204 ? "nothing" : answer.headers.get("content-type")?.split(";")[0];
    };
    expect(await typeOf(get("/api/chat", { headers: { accept: "*/*" } }))).toBe("application/json");
    expect(await typeOf(get("/api/chat", { headers: { accept: "text/*" } }))).toBe("application/json");
    expect(await typeOf(get("/api/chat", { headers: stream }))).toBe("nothing");
    expect(await typeOf(get("/api/chat/c1/stream", { conversation: "" }))).toBe("nothing");
    expect(await typeOf(get("/api/chat?after=0", { headers: stream }))).toBe("text/event-stream");
  });

  it("a followed stream reports each message, turn, chunk and decision, and stays open", async () => {
    const chat = backend.chat();
    const followed = framesUntil(
      await chat(get("/api/chat?follow=1", { headers: stream })),
      ({ data }) => data.type === "turn" && data.state === "ended",
    );
    const waiting = await framesOf(await chat(send("/approve deploy {}\n/say Done.", { clientEventId: "k" })));
    const { requestId } = waiting.find(({ data }) => data.type === "pending")?.data.pending ?? {};
    await framesOf(await chat(ask("POST", "/api/chat/respond", { requestId, decision: "approve" }, { user: "ana" })));
    const told = (await followed).map(({ data }) => data);
    expect(told.find(({ type }) => type === "message")).toMatchObject({
      role: "user",
      clientEventId: "k",
      actor: { id: "ana" },
    });
    expect(told.find(({ type }) => type === "settled")).toMatchObject({
      requestId,
      outcome: "approve",
      actor: { id: "ana" },
    });
    expect(told.filter(({ type }) => type === "turn").map(({ state }) => state)).toEqual([
      "queued",
      "started",
      "ended",
    ]);
  });
});

describe("19: the history has what a page needs to go on", () => {
  it("keys, turns, people and tools of each message, what waits in the queue, and where the log ends", async () => {
    const chat = backend.chat();
    await framesOf(await chat(send('/say Look\n/tool search {"q":1}', { clientEventId: "k" })));
    const running = await chat(send("/say partly\n/long 2000 200"));
    await framesUntil(running, ({ data }) => data.type === "text");
    await (await chat(send("/say later", { clientEventId: "q" }))).body?.cancel();
    const history = await bodyOf(await chat(get()));
    const [user, assistant] = history.messages;
    expect(user).toMatchObject({ role: "user", clientEventId: "k", actor: { source: "host", id: "ana" } });
    expect(user.id).toMatch(/^[\da-f-]{36}$/);
    expect(assistant.parts).toMatchObject([
      { type: "text", text: "Look" },
      { type: "tool", name: "search", status: "completed" },
    ]);
    expect(history.turn).toEqual({
      turnId: running.headers.get(header.turnId),
      sequence: expect.any(Number) as number,
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    });
    expect(history.queued).toMatchObject([{ text: "/say later", clientEventId: "q" }]);
    expect(JSON.stringify(history.messages)).not.toContain('partly"');
    const { sessionId, workspaceId, lastSequence } = history;
    const session = await backend.service.client.getSession({ sessionId, workspaceId });
    expect(session.lastSequence).toBeGreaterThanOrEqual(lastSequence);
    await chat(ask("POST", "/api/chat/stop", {}));
  });

  it("at most the newest 200 messages, and pages back from there", async () => {
    const chat = backend.chat();
    const opened = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
    for (let turn = 0; turn < 101; turn++) await opened.send(`/say ${turn}`);
    const newest = await bodyOf(await chat(get()));
    expect([newest.messages.length, newest.hasOlder]).toEqual([200, true]);
    const older = await bodyOf(await chat(get(`/api/chat?before=${newest.messages[0].sequence}`)));
    expect(older.messages.map(({ text }: { text: string }) => text)).toEqual(["/say 0", "0"]);
    expect(older.hasOlder).toBe(false);
  });
});

describe("20: stopping", () => {
  it("ends the turn's streams as cancelled with the text so far, and names the turn", async () => {
    const chat = backend.chat();
    const answer = await chat(send("/long 2000 200"));
    const turnId = answer.headers.get(header.turnId);
    const frames = framesOf(answer);
    await expect.poll(async () => (await bodyOf(await chat(get()))).status).toBe("running");
    const stopped = await bodyOf(await chat(ask("POST", "/api/chat/stop", {})));
    expect(stopped).toMatchObject({ stopped: true, turnId });
    const { reply } = (await frames).at(-1)?.data ?? {};
    expect([reply.status, reply.text]).toEqual(["cancelled", textOf(await frames)]);
  });

  it("with a message is refused: that is a send", async () => {
    const answer = await backend.chat()(ask("POST", "/api/chat/stop", { message: "stop" }));
    expect(await code(answer)).toEqual([400, "stop_input_invalid"]);
  });
});
