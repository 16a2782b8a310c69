import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { header } from "../../../src/wire/protocol/headers.js";
import { ask, bodyOf, createBackend, framesOf, resolveHeaders, type Backend } from "../../support/backend.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

const post = (body: unknown, options = {}) => ask("POST", "/api/chat", body, options);
const code = async (answer: Response) => [answer.status, (await bodyOf(answer)).error.code];
const resolving = (resolution: object) => backend.chat({ resolve: () => resolution as never });

describe("routing", () => {
  it.each([
    ["PUT", "/api/chat", "GET, POST"],
    ["DELETE", "/api/chat/", "GET, POST"],
    ["GET", "/api/chat/respond", "POST"],
    ["GET", "/api/chat/stop///", "POST"],
    ["POST", "/api/chat/stream", "GET"],
  ])("refuses %s %s before it asks the host", async (method, path, allow) => {
    const chat = backend.chat({ resolve: () => Promise.reject(new Error("asked")) });
    const answer = await chat(ask(method, path));
    expect(answer.headers.get("allow")).toBe(allow);
    expect(await code(answer)).toEqual([405, "method_not_allowed"]);
  });

  it("refuses a format it does not speak", async () => {
    for (const format of ["vercel", "openai", "", "__proto__"]) {
      const answer = await backend.chat()(post({ message: "hi" }, { headers: { [header.chatFormat]: format } }));
      expect(await code(answer)).toEqual([400, "unknown_format"]);
    }
    const mistaken = backend.chat({ format: "openai" as never });
    expect(await code(await mistaken(post({ message: "hi" })))).toEqual([400, "unknown_format"]);
  });
});

describe("the order of checks", () => {
  it("returns the host's rejection to a signed-out caller, whatever the request contains", async () => {
    for (const request of [
      new Request("https://host.test/api/chat", { method: "POST", body: "{" }),
      new Request("https://host.test/api/chat/respond", { method: "POST" }),
      new Request("https://host.test/api/chat?after=x", { headers: { accept: "text/event-stream" } }),
    ]) {
      const answer = await backend.chat()(request);
      expect([answer.status, await answer.json()]).toEqual([401, { error: "sign in" }]);
      expect(answer.headers.has(header.identity)).toBe(false);
    }
    expect(backend.calls).toEqual([]);
  });

  it("lets the host read the body of its copy", async () => {
    const bodies: unknown[] = [];
    const chat = backend.chat({
      async resolve(request) {
        bodies.push(await request.json());
        return resolveHeaders(request);
      },
    });
    await framesOf(await chat(post({ message: "/say hi" })));
    expect(bodies).toEqual([{ message: "/say hi" }]);
  });

  it("asks the host before it refuses a body over the limit", async () => {
    const chat = backend.chat({ maxBodyBytes: 100 });
    const large = (user: string) => {
      const request = post({ message: "x".repeat(100) }, { user });
      if (user === "") request.headers.delete("x-user");
      return request;
    };
    expect((await chat(large(""))).status).toBe(401);
    expect(await code(await chat(large("ana")))).toEqual([413, "body_too_large"]);
  });

  it("reads at most the limit of a body without a length", async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(1000));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "x-user": "ana", "content-type": "application/json" };
    const init = { method: "POST", headers, body, duplex: "half" };
    const answer = await backend.chat({ maxBodyBytes: 5000 })(
      new Request("https://host.test/api/chat", init as RequestInit),
    );
    expect(await code(answer)).toEqual([413, "body_too_large"]);
    expect(pulled).toBeLessThanOrEqual(7);
  });

  it("writes nothing before everything was checked", async () => {
    await backend.chat()(post({ message: "" }));
    await backend.chat()(post({ message: "hi" }, { conversation: "" }));
    expect(backend.calls.filter(({ path }) => path.includes("sessions"))).toEqual([]);
  });
});

describe("the body of a message", () => {
  it.each([{}, { message: "" }, { message: " \n" }, { message: 3 }, [], ["hi"], null])(
    "is refused when it is %j",
    async (body) => {
      expect(await code(await backend.chat()(post(body)))).toEqual([400, "message_required"]);
    },
  );

  it.each(["", 7, "k".repeat(257)])("is refused with the key %j", async (clientEventId) => {
    const answer = await backend.chat()(post({ message: "hi", clientEventId }));
    expect(await code(answer)).toEqual([400, "idempotency_key_invalid"]);
  });

  it("is refused when it is no JSON, or no UTF-8", async () => {
    expect(await code(await backend.chat()(post("{")))).toEqual([400, "invalid_body"]);
    const headers = { "x-user": "ana", "content-type": "application/json", [header.conversation]: "c" };
    const request = new Request("https://host.test/api/chat", {
      method: "POST",
      headers,
      body: new Uint8Array([0x22, 0xff, 0x22]),
    });
    expect(await code(await backend.chat()(request))).toEqual([400, "invalid_body"]);
  });

  it("is refused with the name of its encoding when it is compressed", async () => {
    const as = (encoding: string) =>
      backend.chat()(post('{"message":"/say hi"}', { headers: { "content-encoding": encoding } }));
    expect(await code(await as("gzip"))).toEqual([415, "unsupported_media_type"]);
    expect(await (await as("br")).text()).toContain('Content-Encoding \\"br\\"');
    expect((await as("identity")).status).toBe(200);
  });

  it("is refused as anything but JSON", async () => {
    const as = (type: string) => backend.chat()(post('{"message":"/say hi"}', { headers: { "content-type": type } }));
    for (const type of ["application/x-www-form-urlencoded", "text/plain"])
      expect(await code(await as(type))).toEqual([415, "unsupported_media_type"]);
    expect((await as("application/json; charset=utf-8")).status).toBe(200);
  });

  it("may contain unknown fields", async () => {
    const answer = await backend.chat()(post({ message: "/say hi", mood: "good" }));
    expect((await framesOf(answer)).at(-1)?.data.reply.text).toBe("hi");
  });

  it("is refused with an unknown delivery", async () => {
    expect(await code(await backend.chat()(post({ message: "hi", delivery: "now" })))).toEqual([
      400,
      "delivery_invalid",
    ]);
  });
});

describe("the conversation", () => {
  it.each(["a b", "tab\t", "é", "x".repeat(257), "日本"])("is refused when its id is %j", async (conversation) => {
    const request = new Request("https://host.test/api/chat", { headers: { "x-user": "ana" } });
    const headers = new Map([...request.headers, [header.conversation, conversation]]);
    // A list of headers refuses some of these itself; a server that reads raw bytes may not.
    Object.defineProperty(request, "headers", { value: { get: (name: string) => headers.get(name) ?? null } });
    Object.defineProperty(request, "clone", {
      value: () => new Request("https://host.test/", { headers: { "x-user": "ana" } }),
    });
    expect(await code(await backend.chat()(request))).toEqual([400, "conversation_invalid"]);
  });

  it.each([`/'"\\<>`, "!", "~".repeat(256), "../../etc", "%2F%00"])("may be called %j", async (conversation) => {
    const answer = await backend.chat()(ask("GET", "/api/chat", undefined, { conversation }));
    expect(await bodyOf(answer)).toMatchObject({ conversation, created: false });
  });

  it("is required, and an id from the client alone is not enough", async () => {
    const none = ask("GET", "/api/chat", undefined, { conversation: "" });
    expect(await code(await backend.chat()(none))).toEqual([400, "conversation_required"]);
    const chat = resolving({ tenant: "acme" });
    expect(await code(await chat(ask("GET", "/api/chat")))).toEqual([400, "conversation_required"]);
    const shared = resolving({ tenant: "acme", actor: { id: "ana" } });
    expect(await code(await shared(ask("GET", "/api/chat")))).toEqual([400, "conversation_required"]);
  });

  it("is the host's when it names one", async () => {
    const chat = resolving({ tenant: "acme", user: "ana", conversation: "host-says" });
    expect((await bodyOf(await chat(ask("GET", "/api/chat")))).conversation).toBe("host-says");
  });

  it("of one id is another session for each user and tenant", async () => {
    const chat = backend.chat();
    const sessions = await Promise.all(
      [{ user: "ana" }, { user: "ben" }, { user: "ana", headers: { "x-tenant": "globex" } }].map(async (who) => {
        const { reply } = (await framesOf(await chat(post({ message: "/say hi" }, who)))).at(-1)?.data ?? {};
        return reply.sessionId as string;
      }),
    );
    expect(new Set(sessions).size).toBe(3);
    const { messages } = await bodyOf(await chat(ask("GET", "/api/chat", undefined, { user: "ben" })));
    expect(messages).toHaveLength(2);
  });

  it("of another person is refused", async () => {
    const [{ reply }] = (await framesOf(await backend.chat()(post({ message: "/say hi" }))))
      .slice(-1)
      .map(({ data }) => data);
    const { workspaceId, sessionId } = reply;
    const open = (user: string | null) => backend.service.chatBySessionId({ workspaceId, sessionId, user });
    await expect(open("ben")).rejects.toMatchObject({ code: "conversation_not_authorized", status: 403 });
    await expect(open("ana")).resolves.toMatchObject({ sessionId, created: true });
    await expect(open(null)).resolves.toMatchObject({ sessionId });
    const missing = { workspaceId, sessionId: crypto.randomUUID(), user: null };
    await expect(backend.service.chatBySessionId(missing)).rejects.toMatchObject({ code: "session_missing" });
  });

  it("under another label is refused, also when its id is reached", async () => {
    const other = backend.newService({ source: "other" });
    const workspaceId = await backend.service.workspaceId({ tenant: "acme" });
    const mine = await other.chat({ workspaceId, user: "ana", conversation: "c1" });
    await mine.send("/say hi");
    const { sessionId } = mine;
    const open = backend.service.chatBySessionId({ workspaceId, sessionId, user: "ana" });
    await expect(open).rejects.toMatchObject({ code: "conversation_not_authorized" });
  });
});

describe("the host's resolve", () => {
  it.each([
    undefined,
    null,
    "ana",
    {},
    { user: "ana" },
    { tenant: "", user: "ana" },
    { tenant: "acme", user: "" },
    { tenant: "acme", user: "ana", conversation: "" },
    { tenant: "acme", user: " " },
    { tenant: 7, user: "ana" },
    { tenant: "acme", user: "ana", conversation: "has space" },
    { tenant: "acme", user: "ana", actor: {} },
    { tenant: "acme", workspaceId: "w", user: "ana" },
    { tenant: "acme", user: "ana", create: "metadata" },
    { tenant: "acme", user: "ana", create: [] },
  ])("is at fault when it gives %j", async (resolution) => {
    const answer = await backend.chat({ resolve: () => resolution as never })(ask("GET", "/api/chat"));
    expect(await code(answer)).toEqual([500, "resolve_invalid"]);
    expect(backend.calls).toEqual([]);
  });

  it("that throws is an answer without its words, and the host hears of it", async () => {
    const errors: unknown[] = [];
    const failure = new Error("database password is hunter2");
    const chat = backend.chat({ resolve: () => Promise.reject(failure), onError: (error) => errors.push(error) });
    const answer = await chat(ask("GET", "/api/chat"));
    const text = await answer.clone().text();
    expect(await code(answer)).toEqual([500, "internal_error"]);
    expect(text).not.toContain("hunter2");
    expect(errors).toEqual([failure]);
  });
});
