import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChatHandler, type ChatHandlerOptions } from "../../src/server/handler/create-chat-handler.js";
import { Service, type ServiceOptions } from "../../src/server/handler/service.js";
import { header } from "../../src/wire/protocol/headers.js";
import { request as toProxy } from "../server/proxy/browser-request.js";
import { ask, bodyOf, createBackend, framesOf, framesUntil, resolveHeaders, textOf } from "../support/backend.js";
import type { AskOptions, Backend } from "../support/backend.js";

/** The rules of `protocol.md` §0.1 that a host's backend keeps, by their number, through the real service. */

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
const resolving = (resolution: object, more: Partial<ChatHandlerOptions> = {}) =>
  backend.chat({ resolve: () => resolution as never, ...more });
const writes = () => backend.calls.filter(({ method, path }) => method !== "GET" && path.includes("/sessions"));

describe("11: the source is required, and the default address is reserved", () => {
  it("a Service without a source throws a TypeError with the reason", () => {
    const make = () => new Service({ apiKey: "k", organizationId: "o" } as ServiceOptions);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(/source: .*Two products with one label would share workspaces and users/);
  });

  it("without an address every call fails, and the failure names SERVICE_API_BASE_URL", async () => {
    const service = new Service({ apiKey: "k", organizationId: "o", source: "host" });
    expect(service.baseUrl).toBe("https://api.service.invalid");
    await expect(service.workspaceId({ tenant: "acme" })).rejects.toThrow(/SERVICE_API_BASE_URL/);
  });

  it("two products with the same tenant and user see nothing of each other", async () => {
    await framesOf(await backend.chat()(send("/say hi")));
    const other = createChatHandler(backend.newService({ source: "other" }), { resolve: resolveHeaders });
    expect(await bodyOf(await other(get()))).toMatchObject({ created: false, messages: [] });
  });
});

describe("12: a conversation id is 1 to 256 characters from U+0021 to U+007E", () => {
  it.each(["a", "~!\"#'/\\%", "x".repeat(256)])("%j is one, of the host's or of the client's", async (conversation) => {
    const ofClient = await bodyOf(await backend.chat()(get("/api/chat", { conversation })));
    const ofHost = await bodyOf(await resolving({ tenant: "acme", user: "ana", conversation })(get()));
    expect([ofClient.conversation, ofHost.conversation]).toEqual([conversation, conversation]);
  });

  it.each(["two words", "x".repeat(257), "ü", "tab\there"])("%j is none: 400 from the client", async (conversation) => {
    const chat = backend.chat();
    expect(await code(await chat(get("/api/chat", { conversation })))).toEqual([400, "conversation_invalid"]);
    expect(await code(await chat(send("/say hi", {}, { conversation })))).toEqual([400, "conversation_invalid"]);
    expect(writes()).toEqual([]);
  });

  it.each(["two words", "x".repeat(257)])(
    "%j is none: 500 from the host, whose hook is at fault",
    async (conversation) => {
      const chat = resolving({ tenant: "acme", user: "ana", conversation });
      expect(await code(await chat(get()))).toEqual([500, "resolve_invalid"]);
    },
  );
});

describe("13: looking at a conversation writes no session", () => {
  it("however often it is restored, resumed, followed, stopped and opened, the list stays empty", async () => {
    const chat = backend.chat({ heartbeatMs: 1 });
    for (let time = 0; time < 3; time++) {
      expect((await chat(get())).status).toBe(200);
      expect((await chat(get("/api/chat", { headers: stream }))).status).toBe(204);
      expect((await chat(get("/api/chat/stream"))).status).toBe(204);
      const followed = await chat(get("/api/chat?follow=1", { headers: stream }));
      const reader = followed.body?.getReader();
      await reader?.read();
      await reader?.cancel();
      expect(await bodyOf(await chat(ask("POST", "/api/chat/stop", {})))).toMatchObject({ stopped: false });
      await (await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" })).snapshot();
    }
    expect(await backend.service.sessions.list({ tenant: "acme" })).toEqual([]);
    expect(writes()).toEqual([]);
  });
});

describe("14: what resolve is given, and what it may give", () => {
  it("a copy of the request, whose body it may read", async () => {
    const seen: unknown[] = [];
    const chat = backend.chat({
      async resolve(request) {
        seen.push(await request.json());
        return resolveHeaders(request);
      },
    });
    expect(textOf(await framesOf(await chat(send("/say hi"))))).toBe("hi");
    expect(seen).toEqual([{ message: "/say hi" }]);
  });

  it.each(["tenant", "user", "conversation"])(
    "an empty %s is the host's fault, and never as if it were not there",
    async (field) => {
      const chat = resolving({ tenant: "acme", user: "ana", conversation: "c", [field]: "" });
      expect(await code(await chat(send("/say hi")))).toEqual([500, "resolve_invalid"]);
      expect(backend.calls).toEqual([]);
    },
  );

  it("an actor, who is the author of writes; without one, the user is", async () => {
    const resolution = { tenant: "acme", user: "ana" };
    await framesOf(await resolving(resolution)(send("/say one")));
    const chat = resolving({ ...resolution, actor: { id: "u_2", name: "Béa" } });
    await framesOf(await chat(send("/say two")));
    const { messages } = await bodyOf(await chat(get()));
    const actors = messages
      .filter(({ role }: { role: string }) => role === "user")
      .map(({ actor }: { actor: unknown }) => actor);
    expect(actors).toEqual([
      { source: "host", id: "ana" },
      { source: "host", id: "u_2", name: "Béa" },
    ]);
  });

  it("a conversation that people share: no user, but an actor", async () => {
    const as = (id: string) => resolving({ tenant: "acme", conversation: "team", actor: { id } });
    await framesOf(await as("ana")(send("/say hi")));
    const { messages, sessionId, workspaceId } = await bodyOf(await as("ben")(get()));
    expect(messages).toHaveLength(2);
    expect(await backend.service.client.getSession({ sessionId, workspaceId })).toMatchObject({ endUser: null });
  });

  it("a body over the limit is refused after the person is resolved", async () => {
    const asked: unknown[] = [];
    const chat = backend.chat({
      resolve(request) {
        asked.push(request);
        return resolveHeaders(request);
      },
    });
    expect(await code(await chat(send("x".repeat(1_048_576))))).toEqual([413, "body_too_large"]);
    expect(asked).toHaveLength(1);
  });
});

describe("15: a send has a key, and nothing is sent twice", () => {
  it("a repeat streams the turn of the first", async () => {
    const chat = backend.chat();
    const [first, again] = [
      await chat(send("/say hi", { clientEventId: "k" })),
      await chat(send("/say hi", { clientEventId: "k" })),
    ];
    expect(again.headers.get(header.turnId)).toBe(first.headers.get(header.turnId));
    expect([textOf(await framesOf(first)), textOf(await framesOf(again))]).toEqual(["hi", "hi"]);
    expect((await bodyOf(await chat(get()))).messages).toHaveLength(2);
  });

  it("two first messages with the same words are two messages: the key separates them, not the text", async () => {
    const chat = backend.chat();
    await Promise.all(
      ["a", "b"].map(async (clientEventId) => framesOf(await chat(send("/say same", { clientEventId })))),
    );
    const { messages } = await bodyOf(await chat(get()));
    const keys = messages.flatMap(({ clientEventId }: { clientEventId?: string }) => clientEventId ?? []);
    expect(keys.toSorted()).toEqual(["a", "b"]);
  });

  it("a message over the service's limit is 413 with the limit and the size, and nothing is written", async () => {
    const chat = backend.chat();
    const answer = await chat(send("é".repeat(200_000)));
    expect(answer.status).toBe(413);
    const { code: told, details } = (await bodyOf(answer)).error;
    expect(told).toBe("message_too_large");
    expect(details).toEqual({ limit: expect.any(Number) as number, size: expect.any(Number) as number });
    expect(details.size).toBeGreaterThan(details.limit);
    expect((await bodyOf(await chat(get()))).created).toBe(false);
  });

  it("an answer whose completed text was too long to be stored whole keeps the text of its deltas", async () => {
    const chat = backend.chat();
    const told = textOf(await framesOf(await chat(send("/long 15000 1000000"))));
    expect(told.length).toBeGreaterThan(65_536);
    const { messages } = await bodyOf(await chat(get()));
    expect(messages.at(-1).text).toBe(told);
  });
});

describe("21: what does not end with the user's own words is not sent", () => {
  const said = [
    { id: "1", role: "user", content: "/say hi", parts: [{ type: "text", text: "/say hi" }] },
    { id: "2", role: "assistant", content: "hi", parts: [{ type: "text", text: "hi" }] },
  ];
  const answered = { role: "assistant", content: [{ type: "output_text", text: "hi" }] };

  it.each([
    ["ui-stream", { id: "c1", messages: said, trigger: "submit-message" }],
    ["chat-completions", { messages: said }],
    ["responses", { input: [{ role: "user", content: "/say hi" }, answered] }],
  ])("in %s it is 400, and the conversation has still its one message", async (format, body) => {
    const chat = backend.chat();
    await framesOf(await chat(send("/say hi")));
    const answer = await chat(ask("POST", "/api/chat", body, { headers: { [header.chatFormat]: format } }));
    expect(await code(answer)).toEqual([400, "message_required"]);
    expect((await bodyOf(await chat(get()))).messages).toHaveLength(2);
  });
});

describe("26: every response names its identity", () => {
  const digestOf = (answer: Response) => answer.headers.get(header.identity);

  it("the same through both doors and across keys, another for each person, tenant and product", async () => {
    await framesOf(await backend.chat()(send("/say hi")));
    const { sessionId } = await bodyOf(await backend.chat()(get()));
    const ofChat = digestOf(await backend.chat()(get()));
    const ofProxy = digestOf(await backend.proxy()(toProxy("GET", `workspaces/current/sessions/${sessionId}`)));
    expect(ofChat).toMatch(/^[\da-f]{64}$/);
    expect(ofProxy).toBe(ofChat);
    const { client, organizationId } = backend.service;
    const { token } = await client.createApiKey(organizationId, { name: "another", access: "full" });
    const rotated = createChatHandler(backend.newService({ apiKey: token }), { resolve: resolveHeaders });
    expect(digestOf(await rotated(get()))).toBe(ofChat);
    const others = [
      digestOf(await backend.chat()(get("/api/chat", { user: "ben" }))),
      digestOf(await backend.chat()(get("/api/chat", { headers: { "x-tenant": "globex" } }))),
      digestOf(await createChatHandler(backend.newService({ source: "other" }), { resolve: resolveHeaders })(get())),
      digestOf(await resolving({ tenant: "acme", user: "ana", actor: { id: "zoe" } })(get())),
    ];
    expect(new Set([ofChat, ...others]).size).toBe(5);
  });

  it("a write of another is 409 before anything is written, a read is left to the page", async () => {
    const chat = backend.chat();
    const headers = { [header.identity]: digestOf(await chat(get("/api/chat", { user: "ben" }))) ?? "" };
    for (const request of [
      send("/say hi", {}, { headers }),
      ask("POST", "/api/chat/respond", { requestId: "r", skip: true }, { headers }),
      ask("POST", "/api/chat/stop", {}, { headers }),
    ]) {
      const answer = await chat(request);
      expect(digestOf(answer)).not.toBe(headers[header.identity]);
      expect(await code(answer)).toEqual([409, "identity_changed"]);
    }
    expect(writes()).toEqual([]);
    expect((await chat(get("/api/chat", { headers }))).status).toBe(200);
  });
});

describe("27: a browser does not need its workspace", () => {
  it("`current` is the resolved one, whose real id the records carry; another is 403", async () => {
    const { sessionId, workspaceId } = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
    await framesOf(await backend.chat()(send("/say hi")));
    const proxy = backend.proxy();
    for (const named of ["current", workspaceId]) {
      const answer = await proxy(toProxy("GET", `workspaces/${named}/sessions/${sessionId}`));
      expect(await bodyOf(answer)).toMatchObject({ id: sessionId, workspaceId });
    }
    const other = await backend.service.workspaceId({ tenant: "globex" });
    const answer = await proxy(toProxy("GET", `workspaces/${other}/sessions/${sessionId}`));
    expect(await code(answer)).toEqual([403, "workspace_not_allowed"]);
  });
});

describe("29: interrupting what waits for a person", () => {
  it.each(["/approve deploy {}", "/ask text", "/approvals 3"])(
    "%s: the turn is the running one, and all that it asked settles as cancelled",
    async (message) => {
      const chat = backend.chat();
      const waiting = await chat(send(message));
      const turnId = waiting.headers.get(header.turnId);
      await framesOf(waiting);
      const { pending, lastSequence } = await bodyOf(await chat(get()));
      expect(pending.length).toBeGreaterThan(0);
      const stopped = await bodyOf(await chat(ask("POST", "/api/chat/stop", {})));
      expect(stopped).toMatchObject({ stopped: true, turnId });
      expect(await bodyOf(await chat(get()))).toMatchObject({ pending: [], turn: null, status: "idle" });
      const told = await framesUntil(
        await chat(get(`/api/chat?follow=1&after=${lastSequence}`, { headers: stream })),
        ({ data }) => data.state === "ended",
      );
      expect(told.find(({ data }) => data.type === "done")?.data.reply.status).toBe("cancelled");
      expect(textOf(await framesOf(await chat(send("/say on we go"))))).toBe("on we go");
    },
  );

  it("several waiting ones are decided one at a time, and each answer reports the rest", async () => {
    const chat = backend.chat();
    const frames = await framesOf(await chat(send("/approvals 3")));
    let pending = frames.find(({ data }) => data.type === "pending")?.data.pending;
    const asked: string[] = [];
    while (pending) {
      asked.push(pending.requestId);
      const rest = await framesOf(
        await chat(ask("POST", "/api/chat/respond", { requestId: pending.requestId, decision: "approve" })),
      );
      pending = rest.at(-1)?.data.reply.pending;
    }
    expect(new Set(asked).size).toBe(3);
    expect((await bodyOf(await chat(get()))).status).toBe("idle");
  });
});
