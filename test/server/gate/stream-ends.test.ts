import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import type { RequestEvent } from "../../../src/server/gate/request-event.js";
import { header } from "../../../src/wire/protocol/headers.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { request as toProxy } from "../proxy/browser-request.js";
import { addressOf, ask, bodyOf, createBackend, framesOf, framesUntil } from "../../support/backend.js";
import { resolveHeaders, type Backend } from "../../support/backend.js";
import { ended } from "./two-doors.js";

let backend: Backend;
let events: RequestEvent[];
let chat: (request: Request) => Promise<Response>;
const onEvent = (event: RequestEvent) => events.push(event);
beforeEach(async () => {
  events = [];
  backend = await createBackend();
  chat = backend.chat({ onEvent });
});
afterEach(() => backend.close());

const send = (message: string) => chat(ask("POST", "/api/chat", { message }));
const stop = () => chat(ask("POST", "/api/chat/stop", {}));
const follow = { headers: { accept: "text/event-stream" } };

/** A fetch to the real service, save for its live streams. */
const withStream =
  (stream: () => Response): typeof fetch =>
  async (input, init) =>
    addressOf(input).includes("/events/stream") ? stream() : backend.app.fetch(new Request(input, init));

describe("the reported end of a turn's stream", () => {
  it.each([
    ["/say hi", "completed", null],
    ["/approve deploy {}", "pending", null],
    ["/ask text", "pending", null],
    ["/say a\n/fail middle out_of_paper", "failed", "out_of_paper"],
  ])("%j is %s", async (message, outcome, code) => {
    const answer = await send(message);
    const turnId = answer.headers.get(header.turnId);
    expect(events).toMatchObject([{ type: "answered", route: "send", outcome: "ok", streams: true, turnId }]);
    await framesOf(answer);
    expect(ended(events)).toMatchObject([{ route: "send", outcome, code, turnId, status: 200 }]);
    expect(events).toHaveLength(2);
  });

  it("is the turn's although its reader left with the last chunk", async () => {
    await framesUntil(await send("/say hi"), ({ data }) => data.type === "done");
    expect(ended(events)).toMatchObject([{ outcome: "completed" }]);
  });

  it("is cancelled when the turn was stopped, and names the stopped turn", async () => {
    const answer = await send("/long 2000 200");
    const turnId = answer.headers.get(header.turnId);
    const frames = framesOf(answer);
    await expect.poll(async () => (await bodyOf(await backend.chat()(ask("GET", "/api/chat")))).status).toBe("running");
    await stop();
    await frames;
    const told = events.map(({ type, route, outcome, turnId: of }) => [type, route, outcome, of]);
    expect(told).toHaveLength(3);
    expect(told).toContainEqual(["answered", "stop", "ok", turnId]);
    expect(told).toContainEqual(["ended", "send", "cancelled", turnId]);
  });

  it("belongs to the continued turn after an answer, and to a resumed one", async () => {
    const frames = await framesOf(await send("/approve deploy {}\n/say Done."));
    const { requestId } = frames.find(({ data }) => data.type === "pending")?.data.pending ?? {};
    events = [];
    await framesOf(await chat(ask("POST", "/api/chat/respond", { requestId, decision: "approve" })));
    await framesOf(await chat(ask("GET", "/api/chat?after=0", undefined, follow)));
    expect(ended(events)).toMatchObject([
      { route: "respond", outcome: "completed" },
      { route: "resume", outcome: "completed" },
    ]);
    const { data } =
      (await framesOf(await backend.chat()(ask("GET", "/api/chat?after=0", undefined, follow)))).at(-1) ?? {};
    expect(new Set(ended(events).map(({ turnId }) => turnId))).toEqual(new Set([data.reply.turnId]));
  });

  it("is a failure, by its code, when the log can be read no further", async () => {
    const refused = { error: { code: "unauthenticated", message: "The key is revoked." } };
    const service = backend.newService({ fetch: withStream(() => Response.json(refused, { status: 401 })) });
    const cut = createChatHandler(service, { resolve: resolveHeaders, onEvent });
    await framesOf(await cut(ask("POST", "/api/chat", { message: "/silence 100" })));
    expect(ended(events)).toMatchObject([{ outcome: "failed", code: "service_refused", status: 200 }]);
  });

  it("is absent when there was nothing to stream", async () => {
    expect((await chat(ask("GET", "/api/chat", undefined, follow))).status).toBe(204);
    expect(events).toMatchObject([{ type: "answered", route: "resume", status: 204, outcome: "ok", streams: false }]);
  });
});

describe("the reported end of a followed conversation", () => {
  it("is `aborted` when the client disconnects, after any number of turns", async () => {
    const answer = await chat(ask("GET", "/api/chat?follow=1", undefined, follow));
    const told = framesUntil(answer, ({ data }) => data.state === "ended");
    await (await backend.chat()(ask("POST", "/api/chat", { message: "/say hi" }))).body?.cancel();
    await told;
    expect(ended(events)).toMatchObject([{ route: "follow", outcome: "left", turnId: null }]);
  });
});

describe("the reported end of a stream through the proxy", () => {
  async function through(body: () => ReadableStream<Uint8Array>): Promise<void> {
    const frames = await framesOf(await backend.chat()(ask("POST", "/api/chat", { message: "/say hi" })));
    const { sessionId } = frames.at(-1)?.data.reply ?? {};
    const stream = () => new Response(body(), { headers: { "content-type": "text/event-stream" } });
    const service = backend.newService({ fetch: withStream(stream) });
    const proxy = createSessionProxy(service, { resolve: resolveHeaders, onEvent });
    await (await proxy(toProxy("GET", `workspaces/current/sessions/${sessionId}/events/stream`))).text();
  }

  it("is the service's closing it", async () => {
    await through(() => new ReadableStream({ start: (controller) => controller.close() }));
    expect(ended(events)).toMatchObject([
      { door: "proxy", route: "workspaces/:workspaceId/sessions/:sessionId/events/stream", outcome: "closed" },
    ]);
  });

  it("is a failure when it broke off", async () => {
    await through(() => new ReadableStream({ start: (controller) => controller.error(new TypeError("terminated")) }));
    expect(ended(events)).toMatchObject([{ outcome: "failed" }]);
  });
});

describe("a session that a browser starts", () => {
  it("is named, although no path names it", async () => {
    const proxy = backend.proxy({ onEvent, createSession: () => ({}) });
    const made = await bodyOf(
      await proxy(toProxy("POST", "workspaces/current/sessions", { initialMessage: "/say hi" })),
    );
    expect(events).toMatchObject([{ route: "workspaces/:workspaceId/sessions", status: 200, sessionId: made.id }]);
  });

  it("that the service refuses is reported with the service's code", async () => {
    const proxy = backend.proxy({ onEvent, createSession: () => ({ memoryScope: "everything" as never }) });
    const answer = await proxy(toProxy("POST", "workspaces/current/sessions", { initialMessage: "/say hi" }));
    expect(events).toMatchObject([
      { status: 422, outcome: "refused", code: (await bodyOf(answer)).error.code, sessionId: null },
    ]);
    expect(events[0]?.code).toMatch(/^[A-Za-z_]+$/);
  });
});
