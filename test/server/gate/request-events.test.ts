import { afterEach, beforeEach, expect, it } from "vitest";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import type { RequestEvent } from "../../../src/server/gate/request-event.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { readFrames } from "../../../src/wire/sse/read-frames.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { addressOf, createBackend, resolveHeaders, type Backend } from "../../support/backend.js";
import { describeDoors, ended, idOf, until } from "./two-doors.js";

describeDoors("what a host is told", (open) => {
  let backend: Backend;
  let events: RequestEvent[];
  const onEvent = (event: RequestEvent) => events.push(event);
  beforeEach(async () => {
    events = [];
    backend = await createBackend();
  });
  afterEach(() => backend.close());

  it("is reported once for each request: person, route, outcome", async () => {
    const door = await open({ onEvent }, backend);
    const answer = await door.handle(door.read({ headers: { "x-request-id": "req-1" } }));
    await answer.text();
    const workspaceId = await backend.service.workspaceId({ tenant: "acme" });
    expect(events).toEqual([
      {
        type: "answered",
        outcome: "ok",
        streams: false,
        door: door.name,
        method: "GET",
        route: door.name === "chat" ? "history" : "workspaces/:workspaceId/sessions/:sessionId",
        status: 200,
        code: null,
        durationMs: expect.any(Number) as number,
        correlationId: "req-1",
        tenant: "acme",
        person: "ana",
        workspaceId,
        sessionId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
        turnId: null,
      },
    ]);
  });

  it("is the code of a refusal, and who it was that was refused", async () => {
    const door = await open({ onEvent }, backend);
    await door.handle(door.refused());
    expect(events).toMatchObject([
      {
        type: "answered",
        outcome: "refused",
        status: door.name === "chat" ? 400 : 404,
        code: door.name === "chat" ? "conversation_required" : "session_not_found",
        person: "ana",
      },
    ]);
  });

  it("is also of requests that no route takes, that the host's own sign-in rejects, and that its hook breaks on", async () => {
    const door = await open({ onEvent }, backend);
    const bad = new Request(door.read().url, { method: "OPTIONS" });
    expect((await door.handle(bad)).headers.get("x-service-correlation-id")).toBe(events[0]?.correlationId);
    await door.handle(new Request(door.read().url));
    const broken = { onEvent, resolve: () => Promise.reject(new Error("no database")) };
    await (door.name === "chat" ? backend.chat(broken) : backend.proxy(broken))(door.read());
    expect(events.map(({ status, outcome, code }) => [status, outcome, code])).toEqual([
      [405, "refused", "method_not_allowed"],
      [401, "refused", null],
      [500, "failed", door.name === "chat" ? "internal_error" : "proxy_error"],
    ]);
    expect(events.every(({ person, sessionId }) => person === null || sessionId === null)).toBe(true);
  });

  it("is the end of a stream, once: its reader left", async () => {
    const door = await open({ onEvent }, backend);
    const answer = await door.handle(door.follow());
    expect(events).toMatchObject([{ type: "answered", status: 200, streams: true }]);
    const reader = answer.body?.getReader();
    await reader?.cancel();
    expect(ended(events)).toMatchObject([{ outcome: "left", status: 200, code: null, correlationId: idOf(answer) }]);
    expect(events).toHaveLength(2);
  });

  it("reports the end of a stream once: its request was aborted and its body unread", async () => {
    const door = await open({ onEvent }, backend);
    const left = new AbortController();
    await door.handle(door.follow({ signal: left.signal }));
    left.abort();
    expect(ended(events)).toMatchObject([{ outcome: "left" }]);
    left.abort();
    expect(events).toHaveLength(2);
  });

  it("is the end of a stream after its answer, when the caller was gone before it began", async () => {
    const door = await open({}, backend);
    const last = door.name === "chat" ? "/sessions/" : "/events/stream";
    const left = new AbortController();
    const leaving = backend.newService({
      async fetch(input, init) {
        const answer = await backend.app.fetch(new Request(input, { ...init, signal: null }));
        if (addressOf(input).includes(last)) left.abort();
        return answer;
      },
    });
    const options = { resolve: resolveHeaders, onEvent };
    const handle = door.name === "chat" ? createChatHandler(leaving, options) : createSessionProxy(leaving, options);
    const answer = await handle(door.follow({ signal: left.signal }));
    expect(answer.status).toBe(200);
    expect(events).toMatchObject([
      { type: "answered", outcome: "ok", streams: true },
      { type: "ended", outcome: "left", status: 200 },
    ]);
  });

  it("never contains text of messages, the key, or the service's address", async () => {
    const door = await open({ onEvent }, backend);
    const secret = "the-launch-code-is-4711";
    for (const request of [
      door.write(`/say ${secret}`),
      door.write(`/fail ${secret}`),
      door.read({ headers: { "x-request-id": `no id: ${secret}` } }),
      door.refused({ headers: { authorization: secret, cookie: secret } }),
    ]) {
      const answer = await door.handle(request);
      if (answer.headers.get("content-type")?.startsWith("text/event-stream") && answer.body) {
        for await (const frame of readFrames(answer.body)) void frame;
      } else await answer.text();
    }
    const down = backend.newService({ fetch: () => Promise.reject(new TypeError(`${secret} service.internal.test`)) });
    const options = { resolve: resolveHeaders, onEvent };
    await (door.name === "chat" ? createChatHandler(down, options) : createSessionProxy(down, options))(door.read());
    expect(events.at(-1)).toMatchObject({ status: 502, outcome: "failed", code: "network_error" });
    expect(events.length).toBeGreaterThanOrEqual(5);
    const told = JSON.stringify(events);
    for (const word of [secret, backend.app.apiKey, "service.internal.test"]) expect(told).not.toContain(word);
  });

  it("has its duration by the clock, for a stream since the request", async () => {
    const clock = createManualClock();
    const timed = await createBackend({ clock });
    const door = await open({ onEvent }, timed);
    const answer = await door.handle(door.follow());
    clock.advance(21_000);
    await answer.body?.cancel();
    expect(events.map(({ durationMs }) => durationMs)).toEqual([0, 21_000]);
    await timed.close();
  });

  it("is one id for the request, in its answer and in every call to the service", async () => {
    const door = await open({ onEvent }, backend);
    for (const [headers, expected] of [
      [{ "x-request-id": "req-7" }, /^req-7$/],
      [
        { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" },
        /^4bf92f3577b34da6a3ce929d0e0e4736$/,
      ],
      [{ "x-request-id": "not one, but two" }, /^[\da-f]{8}-[\da-f]{4}-4/],
    ] as const) {
      const before = backend.calls.length;
      const answer = await door.handle(door.write("/say hi", { headers }));
      await answer.text();
      expect(idOf(answer)).toMatch(expected);
      const sent = backend.calls.slice(before).map((call) => call.headers.get("x-service-correlation-id"));
      expect(sent.length).toBeGreaterThanOrEqual(2);
      expect(new Set(sent)).toEqual(new Set([idOf(answer)]));
      expect(events.at(-1)?.correlationId).toBe(idOf(answer));
    }
  });

  it("never affects the response when the callback fails; the host gets that as an error", async () => {
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const throwing = await open(
      {
        onError,
        onEvent() {
          throw new Error("at once");
        },
      },
      backend,
    );
    expect((await throwing.handle(throwing.read())).status).toBe(200);
    const rejecting = await open({ onError, onEvent: () => Promise.reject(new Error("later")) as never }, backend);
    expect((await rejecting.handle(rejecting.read())).status).toBe(200);
    await until(() => errors.length === 2);
    expect(errors.map(String)).toEqual(["Error: at once", "Error: later"]);
  });

  it("reaches no answer when hearing of an error fails", async () => {
    const door = await open(
      {
        onError() {
          throw new Error("the log is full");
        },
      },
      backend,
    );
    expect((await door.handle(door.refused())).status).toBeGreaterThanOrEqual(400);
  });
});
