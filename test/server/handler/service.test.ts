import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { Service, type ServiceOptions } from "../../../src/server/handler/service.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { addressOf, ask, bodyOf, createBackend, resolveHeaders, type Backend } from "../../support/backend.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

const good = { apiKey: "k", organizationId: "o", source: "host" };
const calls = (path: string) => backend.calls.filter((call) => call.path.startsWith(path));

/** A server whose answer to `config/client` is this; everything else is the real one's. */
function configured(config: object, more: Partial<ServiceOptions> = {}): Service {
  const send: typeof fetch = async (input, init) =>
    addressOf(input).endsWith("/v1/config/client")
      ? Response.json(config)
      : backend.app.fetch(new Request(input as string, init));
  return backend.newService({ fetch: send, ...more });
}

describe("Service", () => {
  it.each([
    ["apiKey", "SERVICE_API_KEY"],
    ["organizationId", "SERVICE_ORGANIZATION_ID"],
    ["source", "Two products with one label would share workspaces and users"],
  ])("cannot be created without %s, and reports why", (name, why) => {
    for (const value of [undefined, ""]) {
      const make = () => new Service({ ...good, [name]: value } as ServiceOptions);
      expect(make).toThrow(TypeError);
      expect(make).toThrow(new RegExp(`${name}.*${why}`));
    }
  });

  it.each(["secret\nkey", "secret key", "secrét", "secret\u0000"])(
    "refuses the key %j, which no header can contain, without quoting it",
    (apiKey) => {
      const make = () => new Service({ apiKey, organizationId: "o", source: "app" });
      expect(make).toThrow(/apiKey/);
      expect(make).not.toThrow(/secr/);
    },
  );

  it.each([undefined, ""])(
    "sends nothing when its address is %j, and names the setting that is missing",
    async (baseUrl) => {
      const sent: unknown[] = [];
      const send: typeof fetch = (input) => {
        sent.push(input);
        return Promise.resolve(Response.json({ features: { chat: true }, serverVersion: "0.1.0" }));
      };
      const service = new Service({ ...good, baseUrl, fetch: send });
      expect(service.baseUrl).toBe("https://api.service.invalid");
      const failure = { code: "base_url_missing", retryable: false };
      await expect(service.workspaceId({ tenant: "acme" })).rejects.toMatchObject(failure);
      await expect(service.workspaceId({ tenant: "acme" })).rejects.toThrow(/SERVICE_API_BASE_URL/);
      await expect(service.client.health()).rejects.toThrow(/SERVICE_API_BASE_URL/);
      expect((await service.forward({ method: "GET", path: "/healthz" })).status).toBe(503);
      const answer = await createChatHandler(service, { resolve: resolveHeaders })(ask("GET", "/api/chat"));
      expect([answer.status, (await bodyOf(answer)).error.code]).toEqual([502, "base_url_missing"]);
      expect(sent).toEqual([]);
    },
  );

  it("calls the platform's fetch when it is given none, and the one that is there at that moment", async () => {
    const platform = globalThis.fetch;
    const service = backend.newService({ fetch: undefined });
    const asked: string[] = [];
    try {
      globalThis.fetch = (input, init) => {
        asked.push(addressOf(input));
        return backend.app.fetch(new Request(input, init));
      };
      await service.workspaceId({ tenant: "acme" });
    } finally {
      globalThis.fetch = platform;
    }
    expect(asked).toEqual([
      "https://service.internal.test/v1/config/client",
      "https://service.internal.test/v1/workspaces/external",
    ]);
  });

  it("sends the key with every call, and to no other address", async () => {
    await backend.service.workspaceId({ tenant: "acme" });
    const keys = backend.calls.map(({ headers }) => headers.get("authorization"));
    expect(new Set(keys)).toEqual(new Set([`Bearer ${backend.app.apiKey}`]));
  });

  it("asks nothing before its first call, and then once what the server can", async () => {
    const service = backend.newService();
    expect(backend.calls).toEqual([]);
    await Promise.all([service.workspaceId({ tenant: "a" }), service.workspaceId({ tenant: "b" })]);
    await service.workspaceId({ tenant: "c" });
    expect(calls("/v1/config/client")).toHaveLength(1);
  });

  it("refuses a server without chat, naming its version and address", async () => {
    const service = configured({ serverVersion: "0.4.2", features: { files: true } });
    const failure = service.workspaceId({ tenant: "acme" });
    await expect(failure).rejects.toMatchObject({ code: "chat_not_supported" });
    await expect(failure).rejects.toThrow(/service\.internal\.test.*0\.4\.2/);
  });

  it("uses a server of another major version, with one warning", async () => {
    const warnings: string[] = [];
    const config = { serverVersion: "7.0.0", features: { chat: true } };
    const service = configured(config, { onWarning: (message) => warnings.push(message) });
    await service.workspaceId({ tenant: "acme" });
    await service.workspaceId({ tenant: "other" });
    expect(warnings).toEqual([expect.stringContaining("7.0.0")]);
  });

  it("refuses a server of another version than the host requires", async () => {
    const service = configured({ serverVersion: "7.0.0", features: { chat: true } }, { requireServer: "6" });
    await expect(service.workspaceId({ tenant: "acme" })).rejects.toMatchObject({ code: "version_mismatch" });
  });

  it("works with a server that states no capabilities, with one warning", async () => {
    const warnings: string[] = [];
    const service = configured({}, { onWarning: (message) => warnings.push(message) });
    await service.workspaceId({ tenant: "acme" });
    await service.workspaceId({ tenant: "globex" });
    expect(warnings).toHaveLength(1);
  });

  it("makes a tenant's workspace once, however many ask at once", async () => {
    const service = backend.newService({ workspaceName: (tenant) => `Customer ${tenant}` });
    const ids = await Promise.all(Array.from({ length: 5 }, () => service.workspaceId({ tenant: "acme" })));
    expect(new Set(ids).size).toBe(1);
    const made = calls("/v1/workspaces/external");
    expect(made).toHaveLength(1);
    expect(JSON.parse(made[0]?.body ?? "")).toEqual({
      accountId: backend.app.organizationId,
      externalSource: "host",
      externalId: "acme",
      name: "Customer acme",
    });
  });

  it("is given a workspace's name by the host, and falls back to the tenant's id", async () => {
    const read = async (id: string) =>
      (await backend.service.forward({ method: "GET", path: `/v1/workspaces/${id}` })).json();
    const named = backend.newService({ workspaceName: () => "Acme, Inc." });
    const first = await named.workspaceId({ tenant: "acme" });
    expect(await read(first)).toMatchObject({ name: "Acme, Inc.", externalId: "acme" });
    const again = backend.newService({ workspaceName: () => "Another name" });
    expect(await again.workspaceId({ tenant: "acme" })).toBe(first);
    expect(await read(first)).toMatchObject({ name: "Acme, Inc." });
    const plain = await backend.service.workspaceId({ tenant: "globex" });
    expect(await read(plain)).toMatchObject({ name: "globex", externalSource: "host" });
  });

  it("does not remember a workspace whose name the host could not give", async () => {
    let fails = true;
    const service = backend.newService({
      workspaceName(tenant) {
        if (fails) throw new Error("the host's database is away");
        return tenant;
      },
    });
    await expect(service.workspaceId({ tenant: "acme" })).rejects.toThrow(/away/);
    fails = false;
    await expect(service.workspaceId({ tenant: "acme" })).resolves.toBeTruthy();
  });

  it("makes a workspace of its own for each product and tenant", async () => {
    const other = backend.newService({ source: "other" });
    const ids = await Promise.all([
      backend.service.workspaceId({ tenant: "acme" }),
      backend.service.workspaceId({ tenant: "globex" }),
      other.workspaceId({ tenant: "acme" }),
    ]);
    expect(new Set(ids).size).toBe(3);
  });

  it("remembers ten thousand tenants' workspaces, and asks again for one that it has forgotten", async () => {
    const { workspace } = await backend.service.client.ensureWorkspace({
      accountId: backend.app.organizationId,
      externalSource: "host",
      externalId: "acme",
      name: "acme",
    });
    let made = 0;
    const send: typeof fetch = async (input) => {
      if (!addressOf(input).includes("external")) return Response.json({ serverVersion: "0.1.0" });
      made += 1;
      return Response.json({ workspace: { ...workspace, id: `w${made}` }, created: true });
    };
    const service = backend.newService({ fetch: send, onWarning: () => {} });
    for (let tenant = 0; tenant <= 10_000; tenant++) await service.workspaceId({ tenant: `t${tenant}` });
    expect(made).toBe(10_001);
    await service.workspaceId({ tenant: "t10000" });
    await service.workspaceId({ tenant: "t1" });
    expect(made).toBe(10_001);
    await service.workspaceId({ tenant: "t0" });
    expect(made).toBe(10_002);
  });

  it("takes a workspace's own id, and reads once what it is, however many ask", async () => {
    const workspaceId = await backend.service.workspaceId({ tenant: "acme" });
    const service = backend.newService();
    const ids = await Promise.all(Array.from({ length: 5 }, () => service.workspaceId({ workspaceId })));
    expect(new Set(ids)).toEqual(new Set([workspaceId]));
    expect(await service.workspaceId({ workspaceId })).toBe(workspaceId);
    expect(calls(`/v1/workspaces/${workspaceId}`)).toHaveLength(1);
    expect(calls("/v1/workspaces/external")).toHaveLength(1);
  });

  it("refuses a workspace's id that leads nowhere, and asks again the next time", async () => {
    const workspaceId = "00000000-0000-4000-8000-000000000000";
    for (let times = 1; times <= 2; times += 1) {
      await expect(backend.service.workspaceId({ workspaceId })).rejects.toMatchObject({ status: 403 });
      expect(calls(`/v1/workspaces/${workspaceId}`)).toHaveLength(times);
    }
  });

  it("tries again what failed", async () => {
    let fails = 2;
    const send: typeof fetch = (input, init) => {
      fails -= 1;
      if (fails >= 0) return Promise.reject(new TypeError("down"));
      return backend.app.fetch(new Request(input as string, init));
    };
    const service = backend.newService({ fetch: send });
    await expect(service.workspaceId({ tenant: "acme" })).rejects.toMatchObject({ code: "network_error" });
    await expect(service.workspaceId({ tenant: "acme" })).rejects.toMatchObject({ code: "network_error" });
    await expect(service.workspaceId({ tenant: "acme" })).resolves.toBeTruthy();
  });

  it("does not remember a workspace that could not be made", async () => {
    let refused = false;
    const send: typeof fetch = async (input, init) => {
      if (!refused && addressOf(input).includes("external")) {
        refused = true;
        return Response.json({ error: { status: 429, code: "limit_exceeded", message: "later" } }, { status: 429 });
      }
      return backend.app.fetch(new Request(input as string, init));
    };
    const service = backend.newService({ fetch: send });
    await expect(service.workspaceId({ tenant: "acme" })).rejects.toMatchObject({ code: "limit_exceeded" });
    await expect(service.workspaceId({ tenant: "acme" })).resolves.toBeTruthy();
  });

  it("refuses a personal workspace, by tenant or by its own id", async () => {
    const workspaceId = await backend.service.workspaceId({ tenant: "acme" });
    const send: typeof fetch = async (input, init) => {
      const answer = await backend.app.fetch(new Request(input as string, init));
      const { pathname } = new URL(addressOf(input));
      const body = pathname.startsWith("/v1/workspaces/") ? ((await answer.json()) as { workspace?: object }) : null;
      if (!body) return answer;
      const personal = { kind: "personal" };
      return Response.json(
        body.workspace ? { workspace: { ...body.workspace, ...personal } } : { ...body, ...personal },
      );
    };
    const service = backend.newService({ fetch: send });
    const refusal = { code: "organization_workspace_required", status: 403 };
    await expect(service.workspaceId({ tenant: "acme" })).rejects.toMatchObject(refusal);
    await expect(service.workspaceId({ workspaceId })).rejects.toMatchObject(refusal);
    const session = { workspaceId, sessionId: "00000000-0000-4000-8000-000000000001", user: null };
    await expect(service.chatBySessionId(session)).rejects.toMatchObject(refusal);
    const resolve = () => ({ workspaceId, user: "ana", conversation: "c" });
    for (const door of [createChatHandler(service, { resolve }), createSessionProxy(service, { resolve })]) {
      const answer = await door(new Request(`https://host.test/v1/workspaces/${workspaceId}/sessions/s`));
      expect([answer.status, await answer.json()]).toMatchObject([403, { error: { code: refusal.code } }]);
    }
  });

  it("lists a tenant's sessions, or a user's", async () => {
    const { service } = backend;
    for (const user of ["ana", "ben"]) {
      await (await service.chat({ tenant: "acme", user, conversation: "c" })).send("/say hi");
    }
    expect(await service.sessions.list({ tenant: "acme" })).toHaveLength(2);
    expect(await service.sessions.list({ tenant: "acme", user: "ben" })).toHaveLength(1);
    expect(await service.sessions.list({ tenant: "globex" })).toEqual([]);
    const [newest] = await service.sessions.list({ tenant: "acme", limit: 1 });
    expect(newest).toMatchObject({ endUser: { source: "host", id: "ben" } });
    const workspaceId = await service.workspaceId({ tenant: "acme" });
    expect(await service.sessions.list({ workspaceId, user: "ana", limit: 1 })).toHaveLength(1);
    const other = backend.newService({ source: "other" });
    expect(await other.sessions.list({ workspaceId, user: "ana" })).toEqual([]);
  });
});
