import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { header } from "../../../src/wire/protocol/headers.js";
import { identityDigest } from "../../../src/wire/protocol/identity-digest.js";
import { bodyOf, createBackend, framesUntil, resolveHeaders, source, type Backend } from "../../support/backend.js";
import { code, message, request, type BrowserOptions } from "./browser-request.js";

let backend: Backend;
let workspaceId: string;
let sessionId: string;
let proxy: (request: Request) => Promise<Response>;

beforeEach(async () => {
  backend = await createBackend();
  workspaceId = await backend.service.workspaceId({ tenant: "acme" });
  const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  await chat.send("/say hi");
  sessionId = chat.sessionId;
  proxy = backend.proxy();
});
afterEach(() => backend.close());

const session = (rest = "") => `workspaces/current/sessions/${sessionId}${rest}`;
const go = (method: string, path: string, body?: unknown, options?: BrowserOptions) =>
  proxy(request(method, path, body, options));
const upstream = (method: string) =>
  backend.calls.filter((call) => call.method === method && call.path.includes(sessionId));

describe("what a browser may do", () => {
  it("reads the configuration, without private fields", async () => {
    const answer = await go("GET", "config/client");
    expect(await bodyOf(answer)).toMatchObject({ features: { chat: true }, sandboxFiles: false });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("reads, names and archives a session under its real ids", async () => {
    expect(await bodyOf(await go("GET", session()))).toMatchObject({ id: sessionId, workspaceId });
    const renamed = await go("PATCH", session(), { title: "Trip", titleSource: "agent", status: "failed" });
    expect(await bodyOf(renamed)).toMatchObject({ title: "Trip", titleSource: "user", status: "idle" });
    expect(await bodyOf(await go("PUT", session("/archive"), { archived: true }))).toMatchObject({ archived: true });
    const byRealId = await go("GET", `workspaces/${workspaceId}/sessions/${sessionId}`);
    expect(byRealId.status).toBe(200);
  });

  it("lists the user's own sessions by page", async () => {
    const ben = await backend.service.chat({ tenant: "acme", user: "ben", conversation: "c1" });
    await ben.send("/say hi");
    const page = await bodyOf(
      await go("GET", "workspaces/current/sessions?view=page&endUserId=ben&endUserSource=host"),
    );
    expect(page.sessions.map(({ id }: { id: string }) => id)).toEqual([sessionId]);
    expect(page).toMatchObject({ pinned: [], nextCursor: null });
  });

  it("replays events with the facts of the page, and none of the service's own headers", async () => {
    const answer = await go("GET", session("/events?after=0&limit=3&compact=1"));
    expect(await bodyOf(answer)).toHaveLength(3);
    expect(answer.headers.get("x-service-has-more")).toBe("true");
    expect(answer.headers.get("x-service-next-after")).toBe("3");
  });

  it("writes a message, and the answer to every write is 200", async () => {
    const answer = await go("POST", session("/events"), message("/say there"));
    expect(answer.status).toBe(200);
    expect(await bodyOf(answer)).toMatchObject({ type: "user.message", payload: { text: "/say there" } });
  });

  it("decides and answers", async () => {
    const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
    const { pending } = await chat.send("/approve deploy {}");
    const decision = {
      type: "user.approvalDecision",
      payload: { approvalId: pending?.requestId, decision: "approve" },
    };
    expect((await go("POST", session("/events"), decision)).status).toBe(200);
    const asked = await (
      await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" })
    ).send("/ask text skip");
    const requests = await bodyOf(await go("GET", session("/human-input-requests?status=pending")));
    expect(requests.requests).toHaveLength(1);
    const { requestId } = asked.pending ?? {};
    expect((await go("GET", session(`/human-input-requests/${requestId}`))).status).toBe(200);
    const skip = { type: "user.humanInputResponse", payload: { requestId, response: { outcome: "skipped" } } };
    expect((await go("POST", session("/events"), skip)).status).toBe(200);
  });

  it("steers, pauses, resumes and interrupts", async () => {
    const id = () => crypto.randomUUID();
    expect((await go("POST", session("/steer"), { text: "/long 2000 50", clientEventId: id() })).status).toBe(200);
    for (const action of ["pause", "resume", "interrupt"]) {
      expect((await go("POST", session("/control"), { action, clientEventId: id() })).status).toBe(200);
    }
    for (const type of ["user.pause", "user.resume", "user.interrupt"]) {
      expect((await go("POST", session("/events"), { type, clientEventId: id() })).status).toBe(200);
    }
  });

  it("reads the queue and the turns, and withdraws what waits", async () => {
    await go("POST", session("/events"), message("/long 2000 50"));
    await go("POST", session("/events"), message("/say later"));
    const queue = await bodyOf(await go("GET", session("/queue")));
    const waiting = queue.items.find(({ prompt }: { prompt: string }) => prompt === "/say later");
    const body = { clientEventId: "w1", expectedTurnVersion: waiting.version };
    expect((await go("POST", session(`/queue/${waiting.id}/delete`), body)).status).toBe(200);
    expect((await bodyOf(await go("GET", session("/turns?limit=2")))).length).toBe(2);
    await go("POST", session("/control"), { action: "interrupt", clientEventId: "i1" });
  });

  it("starts a session as the person's own, whatever the host's hook returns", async () => {
    proxy = backend.proxy({
      createSession: ({ initialMessage }, { user }) => ({
        initialMessage: `${initialMessage}!`,
        instructions: `For ${user}.`,
        endUser: { source: "other", id: "eve" },
      }),
    });
    const input = { initialMessage: "/say hi", idempotencyKey: "i1", clientEventId: "k1", mood: "good" };
    const answer = await go("POST", "workspaces/current/sessions", input);
    expect(answer.status).toBe(200);
    expect(await bodyOf(answer)).toMatchObject({
      workspaceId,
      endUser: { source, id: "ana" },
      agentAccess: "session",
      memoryScope: "session",
      initialMessage: "/say hi!",
    });
  });

  it("starts one session for a repeated key, and never gets another user's for theirs", async () => {
    proxy = backend.proxy({ createSession: ({ initialMessage }) => ({ initialMessage }) });
    const start = async (user: string, idempotencyKey: string) =>
      bodyOf(
        await go("POST", "workspaces/current/sessions", { initialMessage: `of ${user}`, idempotencyKey }, { user }),
      );
    const mine = await start("ana", "i1");
    expect((await start("ana", "i1")).id).toBe(mine.id);
    const theirs = await start("ben", "i1");
    expect(theirs).toMatchObject({ endUser: { source, id: "ben" }, initialMessage: "of ben" });
    const chats = await start("ben", `chat:${sessionId}`);
    expect(chats).toMatchObject({ endUser: { source, id: "ben" }, initialMessage: "of ben" });
  });

  it("keeps no other user's conversation from beginning", async () => {
    proxy = backend.proxy({ createSession: ({ initialMessage }) => ({ initialMessage }) });
    const later = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "later" });
    const squat = { initialMessage: "mine", idempotencyKey: `chat:${later.sessionId}` };
    expect((await go("POST", "workspaces/current/sessions", squat, { user: "ben" })).status).toBe(200);
    expect((await later.send("/say hello")).text).toBe("hello");
  });

  it("interrupts the intended turn, and not a later one", async () => {
    await go("POST", session("/events"), message("/long 2000 100"));
    const other = { action: "interrupt", clientEventId: "i0", turnId: crypto.randomUUID() };
    expect(await bodyOf(await go("POST", session("/control"), other))).toMatchObject({ cancelledTurnCount: 0 });
    const event = { type: "user.interrupt", clientEventId: "i1", payload: { turnId: crypto.randomUUID() } };
    expect((await go("POST", session("/events"), event)).status).toBe(200);
    const { activeTurnId: turnId } = await bodyOf(await go("GET", session()));
    const meant = { action: "interrupt", clientEventId: "i2", turnId };
    expect(await bodyOf(await go("POST", session("/control"), meant))).toMatchObject({ cancelledTurnCount: 1 });
  });

  it("shows the host's message when creating a session is not allowed", async () => {
    proxy = backend.proxy({ createSession: () => new Response("full", { status: 402 }) });
    const answer = await go("POST", "workspaces/current/sessions", { initialMessage: "hi" });
    expect([answer.status, await answer.text()]).toEqual([402, "full"]);
  });
});

describe("the live stream", () => {
  it("passes frames on as they are, after the cursor", async () => {
    const answer = await go("GET", session("/events/stream?after=1"));
    expect(answer.headers.get("cache-control")).toBe("private, no-store, no-transform");
    expect(answer.headers.get("x-accel-buffering")).toBe("no");
    const frames = await framesUntil(answer, ({ event }) => event === "turn.completed");
    expect(frames[0]?.id).toBe(2);
    expect(frames.every(({ id, event, data }) => data.sequence === id && data.type === event)).toBe(true);
  });

  it("continues from the header's cursor when the address has none", async () => {
    const answer = await go("GET", session("/events/stream"), undefined, { headers: { "last-event-id": "3" } });
    expect((await framesUntil(answer, () => true))[0]?.id).toBe(4);
  });

  it("refuses by status before it begins", async () => {
    expect(await code(go("GET", session("/events/stream"), undefined, { user: "ben" }))).toEqual([
      404,
      "session_not_found",
    ]);
    expect(await code(go("GET", session("/events/stream?after=x")))).toEqual([400, "cursor_invalid"]);
    expect((await go("GET", session("/events/stream?after=9999"))).status).toBe(400);
  });

  it("lets the service's connection go when the browser leaves", async () => {
    const answer = await go("GET", session("/events/stream?after=1"));
    await framesUntil(answer, () => true);
    await backend.close();
    expect(backend.calls.some(({ path }) => path.endsWith("/events/stream?after=1"))).toBe(true);
  });
});

describe("what never reaches a browser", () => {
  it("is the key, and the service's address", async () => {
    const answers = [
      await go("GET", session()),
      await go("GET", session("/events?limit=nonsense")),
      await go("POST", session("/steer"), {}),
      await go("GET", "config/client"),
    ];
    for (const answer of answers) {
      const all = `${JSON.stringify([...answer.headers])}${await answer.text()}`;
      expect(all).not.toContain(backend.app.apiKey);
      expect(all).not.toContain("service.internal");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("is where the service is when it is down", async () => {
    const fetch = () => Promise.reject(new TypeError("ECONNREFUSED service.internal.test:443"));
    const errors: unknown[] = [];
    const down = createSessionProxy(backend.newService({ fetch }), {
      resolve: resolveHeaders,
      onError: (error) => errors.push(error),
    });
    const answer = await down(request("GET", session()));
    const told = await answer.clone().text();
    expect(told).not.toContain("internal");
    expect(told).not.toContain("/v1/");
    expect(await code(answer)).toEqual([502, "network_error"]);
    expect(errors).toHaveLength(1);
  });

  it("is what the host's own code threw", async () => {
    proxy = backend.proxy({ resolve: () => Promise.reject(new Error("password hunter2")) });
    const answer = await go("GET", session());
    expect(await answer.clone().text()).not.toContain("hunter2");
    expect(await code(answer)).toEqual([500, "proxy_error"]);
  });
});

describe("the service's own refusals", () => {
  it("pass with their status and code, in words of ours", async () => {
    const key = "k1";
    await go("POST", session("/events"), message("one", { clientEventId: key }));
    const answer = await go("POST", session("/events"), message("two", { clientEventId: key }));
    expect(answer.status).toBe(409);
    expect((await bodyOf(answer)).error).toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
      message: "This was sent before with other content. Send it as a new message.",
      retryable: false,
    });
  });

  it("are the host's when the key may only read", async () => {
    const { client, organizationId } = backend.service;
    const { token } = await client.createApiKey(organizationId, { name: "reader", access: "read" });
    proxy = createSessionProxy(backend.newService({ apiKey: token }), { resolve: resolveHeaders });
    expect((await go("GET", session("/events"))).status).toBe(200);
    expect(await code(go("POST", session("/events"), message("hi")))).toEqual([502, "service_refused"]);
  });
});

describe("who is behind a write", () => {
  it("is the user, or the actor the host verified", async () => {
    await go("POST", session("/events"), message("/say a"));
    proxy = backend.proxy({ resolve: () => ({ tenant: "acme", user: "ana", actor: { id: "ana-2", name: "Ana 🌿" } }) });
    const answer = await go("POST", session("/events"), message("/say b"));
    expect((await bodyOf(answer)).payload.actor).toEqual({ source, id: "ana-2", name: "Ana 🌿" });
  });

  it("is never taken from the browser's header", async () => {
    const headers = { [header.actor]: JSON.stringify({ id: "eve" }) };
    const answer = await go("POST", session("/events"), message("/say a"), { headers });
    expect((await bodyOf(answer)).payload.actor).toEqual({ source, id: "ana" });
  });
});

describe("the identity", () => {
  const digest = (person: string) =>
    identityDigest({ organizationId: backend.app.organizationId, source, tenant: "acme", person });

  it("is on every response, and equals the chat handler's for the same person", async () => {
    const expected = await digest("ana");
    const chat = await backend.chat()(
      new Request("https://host.test/api/chat", { headers: { "x-user": "ana", [header.conversation]: "c" } }),
    );
    expect(chat.headers.get(header.identity)).toBe(expected);
    for (const answer of [
      await go("GET", session()),
      await go("GET", "nowhere"),
      await go("GET", session("/events/stream")),
      await go("POST", session("/events"), []),
    ]) {
      expect(answer.headers.get(header.identity)).toBe(expected);
      await answer.body?.cancel();
    }
  });

  it("of another refuses a write before anything is written", async () => {
    const headers = { [header.identity]: await digest("ben") };
    const before = upstream("POST").length;
    expect(await code(go("POST", session("/events"), message("hi"), { headers }))).toEqual([409, "identity_changed"]);
    expect(upstream("POST")).toHaveLength(before);
    expect((await go("GET", session(), undefined, { headers })).status).toBe(200);
  });
});
