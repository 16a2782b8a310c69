import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Service, type ServiceOptions } from "../../../src/chat/handler/service.js";
import { addressOf, createBackend, type Backend } from "../../support/backend.js";

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
  ])("cannot be made without %s, and says why", (name, why) => {
    for (const value of [undefined, ""]) {
      const make = () => new Service({ ...good, [name]: value } as ServiceOptions);
      expect(make).toThrow(TypeError);
      expect(make).toThrow(new RegExp(`${name}.*${why}`));
    }
  });

  it.each(["secret\nkey", "secret key", "secrét", "secret\u0000"])(
    "refuses the key %j, which no header holds, without saying it",
    (apiKey) => {
      const make = () => new Service({ apiKey, organizationId: "o", source: "app" });
      expect(make).toThrow(/apiKey/);
      expect(make).not.toThrow(/secr/);
    },
  );

  it("names the setting that is missing when it has no address", async () => {
    const service = new Service({ ...good, fetch: () => Promise.reject(new TypeError("getaddrinfo ENOTFOUND")) });
    expect(service.baseUrl).toBe("https://api.service.invalid");
    await expect(service.workspaceId({ tenant: "acme" })).rejects.toThrow(/SERVICE_API_BASE_URL/);
    await expect(service.client.health()).rejects.toThrow(/SERVICE_API_BASE_URL/);
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

  it("refuses a server of another major version", async () => {
    const service = configured({ serverVersion: "7.0.0", features: { chat: true } });
    await expect(service.workspaceId({ tenant: "acme" })).rejects.toMatchObject({ code: "version_mismatch" });
  });

  it("serves a server that does not say what it can, with one warning", async () => {
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

  it("takes a workspace's own id as it is", async () => {
    expect(await backend.service.workspaceId({ workspaceId: "w" })).toBe("w");
    expect(calls("/v1/workspaces/external")).toEqual([]);
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

  it("refuses a personal workspace", async () => {
    const send: typeof fetch = async (input, init) => {
      const answer = await backend.app.fetch(new Request(input as string, init));
      if (!addressOf(input).includes("external")) return answer;
      const body = (await answer.json()) as { workspace: object };
      return Response.json({ ...body, workspace: { ...body.workspace, kind: "personal" } });
    };
    const opened = backend.newService({ fetch: send }).workspaceId({ tenant: "acme" });
    await expect(opened).rejects.toMatchObject({ code: "organization_workspace_required", status: 403 });
  });

  it("lists a tenant's sessions, or a user's", async () => {
    const { service } = backend;
    for (const user of ["ana", "ben"]) {
      await (await service.chat({ tenant: "acme", user, conversation: "c" })).send("/say hi");
    }
    expect(await service.sessions.list({ tenant: "acme" })).toHaveLength(2);
    expect(await service.sessions.list({ tenant: "acme", user: "ben" })).toHaveLength(1);
    expect(await service.sessions.list({ tenant: "globex" })).toEqual([]);
  });
});

describe("Chat", () => {
  const open = () => backend.service.chat({ tenant: "acme", user: "ana", conversation: "c" });

  it("sends, and waits for the reply", async () => {
    const chat = await open();
    expect(chat.created).toBe(false);
    expect(await chat.send("/say hi")).toMatchObject({ text: "hi", status: "completed", sessionId: chat.sessionId });
    expect(chat.created).toBe(true);
    expect((await open()).created).toBe(true);
  });

  it("sends again through the same object", async () => {
    const chat = await open();
    await chat.send("/say one");
    expect(await chat.send("/say two")).toMatchObject({ text: "two" });
  });

  it("streams chunks and stops reading when the loop is left", async () => {
    const types: string[] = [];
    for await (const chunk of (await open()).stream("/say a\n/long 100 500")) {
      types.push(chunk.type);
      break;
    }
    expect(types).toEqual(["text"]);
  });

  it("answers what waits, and steers", async () => {
    const chat = await open();
    const { pending } = await chat.send("/approve deploy {}\n/say Deployed.");
    expect((await chat.snapshot()).pending).toHaveLength(1);
    const reply = await chat.respond({ requestId: pending?.requestId ?? "", decision: "approve" });
    expect(reply.text).toContain("Deployed.");
    const texts: string[] = [];
    for await (const chunk of chat.steer("/say instead")) if (chunk.type === "text") texts.push(chunk.text);
    expect(texts).toEqual(["instead"]);
    expect((await chat.snapshot()).status).toBe("idle");
  });

  it("throws what the turn failed with", async () => {
    await expect((await open()).send("/fail before oops")).rejects.toMatchObject({ code: "oops" });
  });

  it("passes the host's own fields of the creation, save those that say which session it is", async () => {
    const create = { instructions: "Be brief.", requestedSessionId: crypto.randomUUID(), initialMessage: "x" };
    const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c", create });
    await chat.send("/say hi");
    const [created] = calls("/v1/workspaces/").filter(
      ({ method, path }) => method === "POST" && path.endsWith("/sessions"),
    );
    expect(JSON.parse(created?.body ?? "")).toMatchObject({
      instructions: "Be brief.",
      requestedSessionId: chat.sessionId,
      idempotencyKey: `chat:${chat.sessionId}`,
      initialMessage: "/say hi",
    });
  });
});
