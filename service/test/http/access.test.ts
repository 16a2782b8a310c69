import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { ServiceError } from "@service/sdk/protocol";
import { createMemoryStore } from "../../src/app.js";
import { fault, harness, text, type Harness } from "../harness.js";

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

const nowhere = "00000000-0000-4000-8000-000000000000";

describe("who is asking", () => {
  it("returns health and configuration to any caller, with the version of the package", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
      version: string;
    };
    const health = await service.call("GET", "/healthz", undefined, { key: null });
    expect(health.body).toMatchObject({ ok: true, serverVersion: version });
    const config = await service.call("GET", "/v1/config/client", undefined, { key: null });
    expect(config.body).toMatchObject({
      serverVersion: version,
      features: { chat: true, scheduledTasks: true, automations: false },
    });
  });

  it.each([
    ["GET", "/v1/access/me"],
    ["GET", "/v1/nothing"],
    ["GET", "/"],
    ["DELETE", "/v1/access/me"],
    ["GET", `/v1/workspaces/${nowhere}/sessions`],
    ["POST", `/v1/workspaces/${nowhere}/sessions/${nowhere}/events`],
    ["GET", `/v1/workspaces/${nowhere}/sessions/${nowhere}/events?after=x`],
    ["PUT", "/v1/workspaces/external"],
  ])("answers %s %s without a valid key with 401, before anything else is looked at", async (method, path) => {
    const body = method === "GET" ? undefined : "x".repeat(2_000_000);
    for (const key of [null, "svk_unknown", ""]) {
      const answer = await service.call(method, path, body, { key, headers: { "content-type": "text/plain" } });
      expect(fault(answer)).toBe("401 unauthenticated");
    }
  });

  it("refuses a revoked and an expired key", async () => {
    const keys = `/v1/organizations/${service.app.organizationId}/api-keys`;
    const made = await service.call("POST", keys, { name: "short", expiresAt: "2026-01-01T00:01:00Z" });
    const key = text(made.body["token"]);
    expect((await service.call("GET", "/v1/access/me", undefined, { key })).status).toBe(200);
    await service.clock.advance(60_000);
    expect(fault(await service.call("GET", "/v1/access/me", undefined, { key }))).toBe("401 unauthenticated");
    const other = await service.call("POST", keys, { name: "revoked" });
    const revoked = await service.call("DELETE", `${keys}/${text(other.body["apiKey"]?.["id"])}`);
    expect(revoked.body["revokedAt"]).toBe("2026-01-01T00:01:00.000Z");
    const asked = await service.call("GET", "/v1/access/me", undefined, { key: text(other.body["token"]) });
    expect(fault(asked)).toBe("401 unauthenticated");
  });

  it("notes when a key was last used, at most once a minute, behind the answer", async () => {
    const service = await harness();
    const lastUsed = async () => {
      const { body } = await service.call("GET", `/v1/organizations/${service.app.organizationId}/api-keys`);
      return body["apiKeys"]?.[0]?.["lastUsedAt"];
    };
    await lastUsed();
    const first = await lastUsed();
    await service.clock.advance(59_000);
    expect(await lastUsed()).toBe(first);
    await service.clock.advance(2_000);
    await lastUsed();
    expect(await lastUsed()).not.toBe(first);
  });

  it("answers reads while the database takes no writes", async () => {
    const store = createMemoryStore();
    const readOnly = new ServiceError("The database takes no writes.", { code: "store_unavailable" });
    let writes = 0;
    const service = await harness({
      store: {
        ...store,
        updateApiKey: async () => {
          writes += 1;
          throw readOnly;
        },
      },
    });
    for (let at = 0; at < 5; at += 1) expect((await service.call("GET", service.workspace)).status).toBe(200);
    expect(service.faults).toEqual(Array.from({ length: writes }, () => readOnly));
    expect(writes).toBe(1);
  });

  it("distinguishes a missing route from a method that is not allowed", async () => {
    expect(fault(await service.call("GET", "/v1/nothing"))).toBe("404 not_found");
    expect(fault(await service.call("GET", `${service.workspace}/automations`))).toBe("404 not_found");
    const answer = await service.call("DELETE", `${service.workspace}/sessions`);
    expect(fault(answer)).toBe("405 method_not_allowed");
    expect(answer.headers.get("allow")).toBe("GET, POST");
  });

  it.each(["/healthz", "/v1/config/client", "/livez"])("refuses other methods at %s with 405", async (path) => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      const answer = await service.call(method, path, undefined, { key: null });
      expect([fault(answer), answer.headers.get("allow")?.split(", ")[0]]).toEqual(["405 method_not_allowed", "GET"]);
    }
  });

  it.each(["/healthz", "/v1/config/client", "/livez", "/readyz"])(
    "answers HEAD at %s as GET, without a body, and lists it in `Allow`",
    async (path) => {
      const ask = (method: string) => service.app.fetch(new Request(`http://service.test${path}`, { method }));
      const [head, get] = [await ask("HEAD"), await ask("GET")];
      expect([head.status, await head.text()]).toEqual([200, ""]);
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
      expect(head.headers.get("cache-control")).toBe(get.headers.get("cache-control"));
      expect((await ask("POST")).headers.get("allow")).toBe("GET, HEAD");
    },
  );

  it("refuses HEAD with 405 where a key is needed", async () => {
    const answer = await service.call("HEAD", `${service.workspace}/sessions`);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });

  it("names the request in the header and in the error alike", async () => {
    const { headers, body } = await service.call("GET", "/v1/nothing");
    expect(body["error"]?.["requestId"]).toBe(headers.get("x-service-correlation-id"));
    const wrong = await service.call("DELETE", "/v1/access/me");
    expect(wrong.body["error"]?.["requestId"]).toBe(wrong.headers.get("x-service-correlation-id"));
  });

  it("takes the name that the caller gave the request, when it is one", async () => {
    const named = (id: string) =>
      service.call("GET", "/v1/nothing", undefined, { headers: { "x-service-correlation-id": id } });
    const { headers, body } = await named("req-1");
    expect([headers.get("x-service-correlation-id"), body["error"]?.["requestId"]]).toEqual(["req-1", "req-1"]);
    expect((await named("no, name")).headers.get("x-service-correlation-id")).toMatch(/^[\da-f-]{36}$/);
  });
});

describe("keys", () => {
  it("shows a token once and keeps only its hash", async () => {
    const path = `/v1/organizations/${service.app.organizationId}/api-keys`;
    const made = await service.call("POST", path, { name: "ci", description: "for tests", unknown: 1 });
    expect(made.status).toBe(201);
    const token = text(made.body["token"]);
    expect(token).toMatch(/^svk_[0-9a-f]{64}$/);
    expect(made.body["apiKey"]).toMatchObject({ name: "ci", prefix: token.slice(0, 14), access: "full" });
    const listed = JSON.stringify((await service.call("GET", path)).body);
    expect(listed).toContain(token.slice(0, 14));
    expect(listed).not.toContain(token.slice(14));
    expect(listed).not.toContain("hash");
  });

  it.each([
    [{ name: "x", access: "write" }, 400],
    [{ name: "" }, 400],
    [{}, 400],
    [{ name: "x", expiresAt: "tomorrow" }, 400],
    [{ name: "x", expiresAt: "2020-01-01T00:00:00Z" }, 400],
    [{ name: "x", expiresAt: "2030-01-01T00:00:00" }, 400],
  ])("refuses to make a key from %j", async (body, status) => {
    const path = `/v1/organizations/${service.app.organizationId}/api-keys`;
    expect((await service.call("POST", path, body)).status).toBe(status);
  });

  it("keeps to the organization it is of", async () => {
    expect(fault(await service.call("GET", `/v1/organizations/${nowhere}/api-keys`))).toBe("403 forbidden");
    expect(fault(await service.call("GET", "/v1/organizations/x/api-keys"))).toBe("422 validation_failed");
    expect(fault(await service.call("GET", `/v1/workspaces/${nowhere}/sessions`))).toBe("403 forbidden");
  });

  it("reports its permissions", async () => {
    const full = await service.call("GET", "/v1/access/me");
    expect(full.body).toMatchObject({ mode: "api_key", defaultAccountId: service.app.organizationId });
    expect(full.body["accountGrants"]?.[0]?.["permissions"]).toContain("api_keys:manage");
    const read = await service.call("GET", "/v1/access/me", undefined, { key: await service.readKey() });
    expect(read.body["accountGrants"]?.[0]?.["permissions"]).toEqual([
      "account:read",
      "workspace:read",
      "sessions:read",
      "files:read",
    ]);
  });
});

describe("a read-only key", () => {
  it("reads everything and changes nothing", async () => {
    const session = await service.start("hello", { agentAccess: "session", memoryScope: "off" });
    const key = await service.readKey();
    for (const path of ["", "/events", "/turns", "/queue", "/human-input-requests"]) {
      expect((await service.call("GET", session + path, undefined, { key })).status).toBe(200);
    }
    const listed = await service.call("GET", `${service.workspace}/sessions`, undefined, { key });
    expect(listed.body).toHaveLength(1);
    const writes = [
      ["POST", `${service.workspace}/sessions`],
      ["POST", `${session}/events`],
      ["POST", `${session}/steer`],
      ["POST", `${session}/control`],
      ["PATCH", session],
      ["PUT", `${session}/archive`],
      ["POST", `${session}/queue/${nowhere}/delete`],
      ["GET", `/v1/organizations/${service.app.organizationId}/api-keys`],
      ["POST", `/v1/organizations/${service.app.organizationId}/api-keys`],
    ] as const;
    for (const [method, path] of writes) {
      const body = method === "GET" ? undefined : {};
      expect(fault(await service.call(method, path, body, { key }))).toBe("403 forbidden");
    }
  });

  it("finds a workspace that is there and makes none", async () => {
    const key = await service.readKey();
    const ensure = (externalId: string) =>
      service.call("PUT", "/v1/workspaces/external", { externalSource: "app", externalId, name: "n" }, { key });
    expect(await ensure("acme")).toMatchObject({ status: 200, body: { created: false } });
    expect(fault(await ensure("new"))).toBe("403 forbidden");
  });
});

describe("ensuring a workspace", () => {
  const ensure = (body: object) => service.call("PUT", "/v1/workspaces/external", body);

  it("makes it once and never overwrites it", async () => {
    const first = await ensure({ externalSource: "app", externalId: "t", name: "One", slug: "one" });
    expect(first.status).toBe(201);
    const again = await ensure({ externalSource: "app", externalId: "t", name: "Two" });
    expect(again.status).toBe(200);
    expect(again.body["workspace"]).toEqual(first.body["workspace"]);
    expect(first.body["workspace"]).toMatchObject({
      kind: "shared",
      name: "One",
      accountId: service.app.organizationId,
    });
    expect((await ensure({ externalSource: "other", externalId: "t", name: "One" })).status).toBe(201);
  });

  it("refuses another organization and incomplete bodies", async () => {
    const body = { externalSource: "app", externalId: "t", name: "n" };
    expect(fault(await ensure({ ...body, accountId: nowhere }))).toBe("403 forbidden");
    expect(fault(await ensure({ ...body, name: "" }))).toBe("422 validation_failed");
    expect(fault(await ensure({ externalSource: "app" }))).toBe("422 validation_failed");
  });
});

describe("a body that is none", () => {
  it.each([
    ["not JSON", "{", "application/json", "400 validation_failed"],
    ["an array", "[]", "application/json", "400 validation_failed"],
    ["a text", '"x"', "application/json", "400 validation_failed"],
    ["nothing", "", "application/json", "400 validation_failed"],
    ["no UTF-8", new Uint8Array([0xff, 0xfe, 0x7b]), "application/json", "400 validation_failed"],
    ["of another type", "{}", "text/plain", "415 unsupported_media_type"],
    ["too large", `{"a":"${"x".repeat(1_048_576)}"}`, "application/json", "413 validation_failed"],
  ])("is refused when it is %s", async (_, body, type, expected) => {
    const session = await service.start("hello");
    for (const path of [`${service.workspace}/sessions`, `${session}/events`, `${session}/control`]) {
      expect(fault(await service.call("POST", path, body, { headers: { "content-type": type } }))).toBe(expected);
    }
  });

  it("is refused when it is compressed, with the name of its encoding", async () => {
    for (const encoding of ["gzip", "br, GZIP"]) {
      const headers = { "content-type": "application/json", "content-encoding": encoding };
      const sent = gzipSync(JSON.stringify({ initialMessage: "x" }));
      const answer = await service.call("POST", `${service.workspace}/sessions`, sent, { headers });
      expect(fault(answer)).toBe("415 unsupported_media_type");
      expect(answer.body["error"]?.["message"]).toContain(`Content-Encoding "${encoding}"`);
    }
  });

  it("is read with the encoding that changes nothing", async () => {
    const headers = { "content-type": "application/json", "content-encoding": "Identity" };
    const made = await service.call("POST", `${service.workspace}/sessions`, { initialMessage: "x" }, { headers });
    expect(made.status).toBe(202);
  });

  it("takes JSON by its other names", async () => {
    const headers = { "content-type": "application/vnd.app+json; charset=utf-8" };
    const made = await service.call("POST", `${service.workspace}/sessions`, { initialMessage: "x" }, { headers });
    expect(made.status).toBe(202);
  });
});
