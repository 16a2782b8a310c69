import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChatHandler, type ChatHandlerOptions } from "../../src/server/handler/create-chat-handler.js";
import { conversationSessionId } from "../../src/wire/protocol/conversation-session.js";
import { header } from "../../src/wire/protocol/headers.js";
import { addressOf, ask, bodyOf, createBackend, framesOf, resolveHeaders, source } from "../support/backend.js";
import type { AskOptions, Backend } from "../support/backend.js";

/** Errors of the chat handler (`protocol.md` §7.10), by row, through the real service. */

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

const send = (message: string, options: AskOptions = {}) => ask("POST", "/api/chat", { message }, options);
const get = (options: AskOptions = {}) => ask("GET", "/api/chat", undefined, options);
const respond = (body: unknown) => ask("POST", "/api/chat/respond", body);
const resolving = (resolution: object) => backend.chat({ resolve: () => resolution as never });
const inFormat = (format: string) => ({ headers: { [header.chatFormat]: format } });

/** Status, code and kind of an error; its body has nothing but what every error has. */
async function told(answer: Response | Promise<Response>): Promise<readonly unknown[]> {
  const settled = await answer;
  const { error, ...rest } = await bodyOf(settled);
  const { message, code, type, retryable } = error;
  expect(rest).toEqual({});
  expect(message.length).toBeGreaterThan(10);
  expect(typeof retryable).toBe("boolean");
  expect(settled.headers.get("cache-control")).toBe("no-store");
  return [settled.status, code, type];
}

/** A handler over the real service, save where `intercept` answers instead. */
function over(
  intercept: (url: string, method: string) => Response | undefined | Promise<Response | undefined>,
  options: Partial<ChatHandlerOptions> = {},
) {
  const service = backend.newService({
    fetch: async (input, init) =>
      (await intercept(addressOf(input), init?.method ?? "GET")) ?? backend.app.fetch(new Request(input, init)),
  });
  return createChatHandler(service, { resolve: resolveHeaders, ...options });
}

describe("400, invalid_request_error: a malformed request", () => {
  it.each([
    ["message_required", () => send(" ")],
    ["message_required", () => ask("POST", "/api/chat", {})],
    ["message_required", () => ask("POST", "/api/chat", { messages: [] }, inFormat("ui-stream"))],
    ["message_required", () => ask("POST", "/api/chat", { messages: [] }, inFormat("chat-completions"))],
    ["message_required", () => ask("POST", "/api/chat", { input: [] }, inFormat("responses"))],
    ["respond_input_invalid", () => respond({ requestId: "r" })],
    ["respond_input_invalid", () => respond({ decision: "approve" })],
    ["conversation_required", () => send("hi", { conversation: "" })],
    ["conversation_invalid", () => send("hi", { conversation: "two words" })],
    ["unknown_format", () => send("hi", inFormat("nothing-known"))],
    ["stop_input_invalid", () => ask("POST", "/api/chat/stop", { message: "stop" })],
    ["cursor_invalid", () => ask("GET", "/api/chat?after=x", undefined, { headers: { accept: "text/event-stream" } })],
    ["invalid_body", () => ask("POST", "/api/chat", "{")],
  ] as const)("%s", async (code, request) => {
    expect(await told(backend.chat()(request()))).toEqual([400, code, "invalid_request_error"]);
    expect(backend.calls.filter(({ method, path }) => method === "POST" && path.includes("/sessions"))).toEqual([]);
  });

  it.each([
    ["user_required_for_scope", { agentAccess: "user" }],
    ["memory_scope_requires_user", { memory: "user" }],
    ["agent_access_invalid", { agentAccess: "all" }],
    ["memory_invalid", { memory: true }],
  ])("%s", async (code, policy) => {
    const chat = resolving({ tenant: "acme", conversation: "c", ...policy });
    expect(await told(chat(send("hi")))).toEqual([400, code, "invalid_request_error"]);
  });
});

describe("403, conversation_not_authorized: another's conversation", () => {
  it("whose id is the asker's own, but whose label is not: nothing is read of it, and nothing written", async () => {
    const workspaceId = await backend.service.workspaceId({ tenant: "acme" });
    const requestedSessionId = await conversationSessionId({ workspaceId, source, user: "ana", conversation: "c1" });
    const endUser = { source, id: "ben" };
    await backend.service.client.createSession({
      workspaceId,
      initialMessage: "/say secret",
      requestedSessionId,
      endUser,
    });
    const before = backend.calls.length;
    for (const request of [
      get(),
      send("/say hi"),
      respond({ requestId: "r", skip: true }),
      ask("POST", "/api/chat/stop", {}),
    ]) {
      const answer = await backend.chat()(request);
      expect(await answer.clone().text()).not.toContain("secret");
      expect(await told(answer)).toEqual([403, "conversation_not_authorized", "invalid_request_error"]);
    }
    expect(new Set(backend.calls.slice(before).map(({ method }) => method))).toEqual(new Set(["GET"]));
  });

  it("named by an earlier answer's id is reported as missing", async () => {
    const bens = (await framesOf(await backend.chat()(send("/say hi", { user: "ben" })))).at(-1)?.data.reply.sessionId;
    const body = { input: "/say hi", previous_response_id: `resp_${bens}_7` };
    const answer = backend.chat()(ask("POST", "/api/chat", body, { ...inFormat("responses"), conversation: "" }));
    expect(await told(answer)).toEqual([400, "previous_response_not_found", "invalid_request_error"]);
  });
});

describe("409, conversation_mismatch", () => {
  it("an earlier answer of another conversation than the one that is named", async () => {
    const chat = backend.chat();
    const first = (await framesOf(await chat(send("/say hi")))).at(-1)?.data.reply.sessionId;
    const body = { input: "/say hi", previous_response_id: `resp_${first}_7` };
    const answer = chat(ask("POST", "/api/chat", body, { ...inFormat("responses"), conversation: "c2" }));
    expect(await told(answer)).toEqual([409, "conversation_mismatch", "invalid_request_error"]);
  });
});

describe("what the service answers", () => {
  it.each([
    [402, 402, "payment_required", "invalid_request_error"],
    [403, 502, "service_refused", "server_error"],
    [409, 409, "conflict", "invalid_request_error"],
    [422, 422, "validation_failed", "invalid_request_error"],
    [429, 429, "limit_exceeded", "invalid_request_error"],
    [500, 502, "internal_error", "server_error"],
    [503, 502, "upstream_unavailable", "server_error"],
  ])("%i with an unknown code becomes %i %s, in words of ours", async (status, expected, code, type) => {
    const errors: unknown[] = [];
    const chat = over(
      (_url, method) =>
        method === "POST"
          ? Response.json({ error: { code: "its_own_word", message: "It says why it is so." } }, { status })
          : undefined,
      { onError: (error) => errors.push(error) },
    );
    const answer = await chat(send("hi"));
    expect(await answer.clone().text()).not.toMatch(/its_own_word|It says/);
    expect(await told(answer)).toEqual([expected, code, type]);
    expect(errors).toMatchObject([{ code: "its_own_word", message: expect.stringContaining("It says why it is so.") }]);
  });

  it.each([
    [402, 402, "payment_required"],
    [409, 409, "conflict"],
    [422, 422, "validation_failed"],
    [500, 502, "internal_error"],
    [504, 502, "upstream_unavailable"],
  ])("%i without a body becomes %i and the code of its status", async (status, expected, code) => {
    const chat = over((_url, method) => (method === "POST" ? new Response("<html>", { status }) : undefined));
    expect((await told(chat(send("hi")))).slice(0, 2)).toEqual([expected, code]);
  });

  it("nothing at all becomes 502, without the service's address", async () => {
    const chat = over(() => Promise.reject(new TypeError("connect ECONNREFUSED service.internal.test")));
    const answer = await chat(get());
    expect(await answer.clone().text()).not.toContain("internal.test");
    expect(await told(answer)).toEqual([502, "network_error", "server_error"]);
  });
});

describe("499, aborted", () => {
  it("the caller gave up while the service was asked", async () => {
    const left = new AbortController();
    const chat = over(async (url) => {
      if (!url.includes("/sessions/")) return undefined;
      left.abort();
      throw left.signal.reason as Error;
    });
    expect(await told(chat(get({ signal: left.signal })))).toEqual([499, "aborted", "invalid_request_error"]);
  });
});

describe("502, server_error: a chat that cannot go on", () => {
  it("session_missing: an answer to a conversation that has not begun", async () => {
    const answer = backend.chat()(respond({ requestId: "r", skip: true }));
    expect(await told(answer)).toEqual([404, "session_missing", "invalid_request_error"]);
  });

  it("history_cursor_stalled: pages of the log that do not get on", async () => {
    await framesOf(await backend.chat()(send("/say hi")));
    const chat = over(async (url) => {
      const before = new URL(url).searchParams.get("before");
      if (before === null) return undefined;
      const request = new Request(url, { headers: { authorization: `Bearer ${backend.app.apiKey}` } });
      const page = await backend.app.fetch(request);
      const headers = new Headers(page.headers);
      headers.set("x-service-page-has-more", "true");
      headers.set("x-service-page-next-before", before);
      return new Response(await page.text(), { headers });
    });
    expect(await told(chat(get()))).toEqual([502, "history_cursor_stalled", "server_error"]);
  });

  it.each(["chat-completions", "responses"])("the turn's own code, in a whole answer of %s", async (format) => {
    const body = {
      messages: [{ role: "user", content: "/fail before out_of_paper" }],
      input: "/fail before out_of_paper",
    };
    const answer = backend.chat()(ask("POST", "/api/chat", body, inFormat(format)));
    expect(await told(answer)).toEqual([502, "out_of_paper", "server_error"]);
  });
});

describe("500, internal_error: anything else", () => {
  it("what the host's own code threw, of which only the host hears", async () => {
    const errors: unknown[] = [];
    const failure = new Error("the password is hunter2");
    const chat = backend.chat({ resolve: () => Promise.reject(failure), onError: (error) => errors.push(error) });
    const answer = await chat(get());
    expect(await answer.clone().text()).not.toContain("hunter2");
    expect(await told(answer)).toEqual([500, "internal_error", "server_error"]);
    expect(errors).toEqual([failure]);
  });
});

describe("an error after the stream has begun", () => {
  it("is one error frame, and the end: the turn failed", async () => {
    const frames = await framesOf(await backend.chat()(send("/say a\n/fail middle out_of_paper")));
    expect(frames.filter(({ event }) => event === "error")).toHaveLength(1);
    expect(frames.at(-1)).toMatchObject({ event: "error", data: { code: "out_of_paper" } });
  });

  it("is one error frame, then the end: the service ended access", async () => {
    const errors: unknown[] = [];
    const chat = over(
      (url) =>
        url.includes("/events/stream")
          ? Response.json(
              { error: { code: "unauthenticated", message: "The key at service.internal.test is revoked." } },
              { status: 401 },
            )
          : undefined,
      { onError: (error) => errors.push(error) },
    );
    const frames = await framesOf(await chat(send("/silence 100")));
    expect(frames.map(({ event, data }) => [event, data.code])).toEqual([["error", "service_refused"]]);
    expect(JSON.stringify(frames)).not.toContain("internal.test");
    expect(errors).toHaveLength(1);
  });
});
