import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChatHandler, type ChatHandlerOptions } from "../../../src/server/handler/create-chat-handler.js";
import { header } from "../../../src/wire/protocol/headers.js";
import { identityDigest } from "../../../src/wire/protocol/identity-digest.js";
import {
  addressOf,
  ask,
  bodyOf,
  createBackend,
  framesOf,
  resolveHeaders,
  source,
  type Backend,
} from "../../support/backend.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

const post = (body: unknown, options = {}) => ask("POST", "/api/chat", body, options);
const code = async (answer: Response) => [answer.status, (await bodyOf(answer)).error.code];
const resolving = (resolution: object) => backend.chat({ resolve: () => resolution as never });

describe("the policy", () => {
  const conversation = "c";
  it.each([
    [{ agentAccess: "everything", user: "ana" }, "agent_access_invalid"],
    [{ memory: true, user: "ana" }, "memory_invalid"],
    [{ memory: "off", user: "ana" }, "memory_invalid"],
    [{ agentAccess: "user", conversation }, "user_required_for_scope"],
    [{ memory: "user", conversation }, "memory_scope_requires_user"],
  ])("%j is refused", async (policy, expected) => {
    const answer = await resolving({ tenant: "acme", ...policy })(ask("GET", "/api/chat"));
    expect(await code(answer)).toEqual([400, expected]);
  });

  it.each([
    [{}, { agentAccess: "session", memoryScope: "session" }],
    [{ agentAccess: "workspace" }, { agentAccess: "workspace", memoryScope: "workspace" }],
    [
      { agentAccess: "user", memory: false },
      { agentAccess: "user", memoryScope: "off" },
    ],
    [{ memory: "user" }, { agentAccess: "session", memoryScope: "user" }],
  ])("%j is what the session is made with", async (policy, expected) => {
    const chat = resolving({ tenant: "acme", user: "ana", ...policy });
    await framesOf(await chat(post({ message: "/say hi" })));
    const [session] = await backend.service.sessions.list({ tenant: "acme" });
    expect(session).toMatchObject({ ...expected, endUser: { source, id: "ana" } });
  });

  it("is fixed once the session is there", async () => {
    await framesOf(await resolving({ tenant: "acme", user: "ana" })(post({ message: "/say hi" })));
    await framesOf(
      await resolving({ tenant: "acme", user: "ana", agentAccess: "workspace" })(post({ message: "/say hi" })),
    );
    const sessions = await backend.service.sessions.list({ tenant: "acme" });
    expect(sessions.map(({ agentAccess }) => agentAccess)).toEqual(["session"]);
  });
});

describe("the identity", () => {
  const digest = (person: string | null, tenant = "acme") =>
    identityDigest({ organizationId: backend.app.organizationId, source, tenant, person });
  const withIdentity = (value: string) => ({ headers: { [header.identity]: value } });

  it("is on every response, refusals and streams too", async () => {
    const chat = backend.chat();
    const expected = await digest("ana");
    for (const request of [
      ask("GET", "/api/chat"),
      post({}),
      post({ message: "/say hi" }),
      ask("POST", "/api/chat/stop"),
    ]) {
      expect((await chat(request)).headers.get(header.identity)).toBe(expected);
    }
  });

  it("differs by person and tenant, and not by conversation", async () => {
    const of = async (options: object) =>
      (await backend.chat()(ask("GET", "/api/chat", undefined, options))).headers.get(header.identity);
    const all = [await of({}), await of({ user: "ben" }), await of({ headers: { "x-tenant": "globex" } })];
    expect(new Set(all).size).toBe(3);
    expect(await of({ conversation: "other" })).toBe(all[0]);
  });

  it("is the actor's where there is one", async () => {
    const chat = resolving({ tenant: "acme", conversation: "team", actor: { id: "ben" } });
    expect((await chat(ask("GET", "/api/chat"))).headers.get(header.identity)).toBe(await digest("ben"));
  });

  it("of another refuses a write before anything is written, and lets a read be judged by the page", async () => {
    const chat = backend.chat();
    const other = withIdentity(await digest("ben"));
    for (const request of [
      post({ message: "/say hi" }, other),
      post({}, other),
      ask("POST", "/api/chat/respond", {}, other),
      ask("POST", "/api/chat/stop", {}, other),
    ]) {
      const answer = await chat(request);
      expect(answer.headers.get(header.identity)).toBe(await digest("ana"));
      expect(await code(answer)).toEqual([409, "identity_changed"]);
    }
    expect(backend.calls).toEqual([]);
    expect((await chat(ask("GET", "/api/chat", undefined, other))).status).toBe(200);
    expect((await chat(post({ message: "/say hi" }, withIdentity(await digest("ana"))))).status).toBe(200);
  });
});

describe("a key that may only read", () => {
  async function readOnly(): Promise<(options?: Partial<ChatHandlerOptions>) => ReturnType<Backend["chat"]>> {
    const { client, organizationId } = backend.service;
    const key = await client.createApiKey(organizationId, { name: "reader", access: "read" });

    const service = backend.newService({ apiKey: key.token });
    return (options = {}) => createChatHandler(service, { resolve: resolveHeaders, ...options });
  }

  it("restores a history and refuses to send", async () => {
    await framesOf(await backend.chat()(post({ message: "/say hi" })));
    const chat = (await readOnly())();
    const restored = await bodyOf(await chat(ask("GET", "/api/chat")));
    expect(restored.messages).toHaveLength(2);
    expect(await code(await chat(post({ message: "/say more" })))).toEqual([502, "service_refused"]);
    const fresh = ask("POST", "/api/chat", { message: "/say hi" }, { conversation: "new" });
    expect(await code(await chat(fresh))).toEqual([502, "service_refused"]);
  });

  it("refuses a tenant that has no workspace yet", async () => {
    const chat = (await readOnly())();
    const request = ask("GET", "/api/chat", undefined, { headers: { "x-tenant": "unknown" } });
    expect(await code(await chat(request))).toEqual([502, "service_refused"]);
  });
});

describe("a service that fails", () => {
  it("with a revoked key is not reported as the person's sign-in", async () => {
    const service = backend.newService({ apiKey: `svk_${"0".repeat(64)}` });
    const chat = createChatHandler(service, { resolve: resolveHeaders });
    expect(await code(await chat(ask("GET", "/api/chat")))).toEqual([502, "service_refused"]);
  });

  it("that is down is a bad gateway, without its address", async () => {
    const down = () => Promise.reject(new TypeError("connect ECONNREFUSED https://service.internal.test"));
    const chat = createChatHandler(backend.newService({ fetch: down }), { resolve: resolveHeaders });
    const answer = await chat(ask("GET", "/api/chat"));
    const told = await answer.clone().text();
    expect(told).not.toContain("service.internal");
    expect(told).not.toContain("/v1/");
    expect(await code(answer)).toEqual([502, "network_error"]);
  });

  it("is not waited for by a caller that gave up", async () => {
    const left = new AbortController();
    const never = (_input: RequestInfo | URL, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
        left.abort();
      });

    const service = backend.newService({
      fetch: (input, init) =>
        addressOf(input).includes("sessions")
          ? never(input, init)
          : backend.app.fetch(new Request(input as string, init)),
    });
    const chat = createChatHandler(service, { resolve: resolveHeaders });
    const answer = await chat(ask("GET", "/api/chat", undefined, { signal: left.signal }));
    expect(await code(answer)).toEqual([499, "aborted"]);
  });
});
