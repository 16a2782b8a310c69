import { beforeEach, describe, expect, it } from "vitest";
import { allRoutes } from "../../src/routes/all-routes.js";
import { fault, harness, text, type Answer, type Harness } from "../harness.js";

const nowhere = "00000000-0000-4000-8000-000000000000";

let service: Harness;
let other: string;
beforeEach(async () => {
  service = await harness();
  other = await workspaceOf("beta");
});

async function workspaceOf(externalId: string): Promise<string> {
  const body = { externalSource: "app", externalId, name: externalId };
  const made = await service.call("PUT", "/v1/workspaces/external", body);
  return `/v1/workspaces/${text(made.body["workspace"]?.["id"])}`;
}

const idOf = (path: string) => path.split("/").at(-1)!;

async function keyOf(workspace: string, fields: object = {}): Promise<{ id: string; key: string; made: Answer }> {
  const made = await service.call("POST", `${workspace}/api-keys`, { name: "ci", ...fields });
  expect(made.status).toBe(201);
  return { id: text(made.body["apiKey"]?.["id"]), key: text(made.body["token"]), made };
}

const ask = (key: string, method: string, path: string, body?: unknown) => service.call(method, path, body, { key });

describe("the keys of a workspace", () => {
  it("are created with a token shown once, listed and revoked", async () => {
    const actor = { "x-service-actor": JSON.stringify({ source: "app", id: "ana", name: "Ana" }) };
    const body = { name: "ci", description: "for tests", access: "read", expiresAt: "2030-01-01T00:00:00Z" };
    const made = await service.call("POST", `${service.workspace}/api-keys`, body, { headers: actor });
    const token = text(made.body["token"]);
    expect(token).toMatch(/^svk_[0-9a-f]{64}$/);
    expect(made.body["apiKey"]).toMatchObject({
      ...body,
      expiresAt: "2030-01-01T00:00:00.000Z",
      accountId: service.app.organizationId,
      workspaceId: idOf(service.workspace),
      prefix: token.slice(0, 14),
      permissions: ["workspace:read", "sessions:read", "files:read"],
      createdBy: { source: "app", id: "ana", name: "Ana" },
    });
    const listed = await service.call("GET", `${service.workspace}/api-keys`);
    expect(listed.body["apiKeys"]).toEqual([made.body["apiKey"]]);
    expect(JSON.stringify(listed.body)).not.toContain(token.slice(14));

    const path = `${service.workspace}/api-keys/${text(made.body["apiKey"]?.["id"])}`;
    const revoked = await service.call("DELETE", path);
    expect(revoked.body["revokedAt"]).toBe("2026-01-01T00:00:00.000Z");
    expect((await service.call("DELETE", path)).body).toEqual(revoked.body);
    expect((await service.call("GET", `${service.workspace}/api-keys`)).body["apiKeys"]).toEqual([]);
    expect(fault(await ask(token, "GET", "/v1/access/me"))).toBe("401 unauthenticated");
  });

  it("stay apart from those of the organization and of another workspace", async () => {
    const { id } = await keyOf(service.workspace);
    const organization = `/v1/organizations/${service.app.organizationId}/api-keys`;
    const own = (await service.call("GET", organization)).body["apiKeys"];
    expect(JSON.stringify(own)).not.toContain(id);
    expect((await service.call("GET", `${other}/api-keys`)).body["apiKeys"]).toEqual([]);
    const wrong = [`${other}/api-keys/${id}`, `${organization}/${id}`];
    const organizationKey = text(own?.[0]?.["id"]);
    for (const path of [...wrong, `${service.workspace}/api-keys/${organizationKey}`]) {
      expect(fault(await service.call("DELETE", path))).toBe("404 not_found");
      const missing = path.replace(/[^/]+$/, nowhere);
      const [answer, unknown] = [await service.call("DELETE", path), await service.call("DELETE", missing)];
      expect(answer.body["error"]?.["message"]).toBe(unknown.body["error"]?.["message"]);
    }
    expect((await service.call("GET", `${service.workspace}/api-keys`)).body["apiKeys"]).toHaveLength(1);
  });

  it.each([
    [{}],
    [{ name: "" }],
    [{ name: "x".repeat(201) }],
    [{ name: "x", access: "manage" }],
    [{ name: "x", expiresAt: "2020-01-01T00:00:00Z" }],
    [{ name: "x", expiresAt: "2030" }],
    [{ name: "x", expiresAt: "2030-01-01" }],
    [{ name: "x", expiresAt: "2030-01-01T00:00:00" }],
    [{ name: "x", expiresAt: "Jan 1 2030" }],
    [{ name: "x", expiresAt: "Tue, 01 Jan 2030 00:00:00 GMT" }],
    [{ name: "x", expiresAt: "9999-12-31T23:59:59-23:00" }],
    [{ name: "x", expiresAt: "+012027-01-01T00:00:00Z" }],
  ])("are not made from %j", async (body) => {
    expect(fault(await service.call("POST", `${service.workspace}/api-keys`, body))).toBe("400 validation_failed");
  });

  it("expire at the instant that an offset gives", async () => {
    const body = { name: "x", expiresAt: "2030-01-01T02:00+02:00" };
    const made = await service.call("POST", `${service.workspace}/api-keys`, body);
    expect(made.body["apiKey"]?.["expiresAt"]).toBe("2030-01-01T00:00:00.000Z");
  });

  it.each(["x", "%00", "..", "a%2Fb", "x".repeat(2_000)])("answers 404 for the id %s", async (id) => {
    expect((await service.call("DELETE", `${service.workspace}/api-keys/${id}`)).status).toBeGreaterThanOrEqual(404);
  });

  it("are at most 100, of which revoked ones are none", async () => {
    const { id } = await keyOf(service.workspace);
    for (let n = 1; n < 100; n += 1) await keyOf(service.workspace);
    const more = () => service.call("POST", `${service.workspace}/api-keys`, { name: "more" });
    expect(fault(await more())).toBe("429 limit_exceeded");
    await keyOf(other);
    await service.call("DELETE", `${service.workspace}/api-keys/${id}`);
    expect((await more()).status).toBe(201);
  });
});

describe("a key of one workspace", () => {
  it("reports its workspace, and lists only that one", async () => {
    const { key, id } = await keyOf(service.workspace);
    const permissions = ["workspace:read", "sessions:read", "sessions:write", "files:read", "files:write"];
    const accountId = service.app.organizationId;
    const workspaceId = idOf(service.workspace);
    expect((await ask(key, "GET", "/v1/access/me")).body).toEqual({
      mode: "api_key",
      subjectId: `api_key:${id}`,
      subjectLabel: "ci",
      accountGrants: [],
      workspaceGrants: [{ workspaceId, accountId, permissions }],
      defaultAccountId: accountId,
      defaultWorkspaceId: workspaceId,
    });
    expect((await ask(key, "GET", "/v1/workspaces")).body).toEqual([expect.objectContaining({ id: workspaceId })]);
    const page = await ask(key, "GET", "/v1/workspaces?view=page");
    expect(page.body).toMatchObject({ workspaces: [{ id: workspaceId }], nextCursor: null });
  });

  it("does in its workspace what a full key does, with its own subject", async () => {
    const { key, id } = await keyOf(service.workspace);
    const made = await ask(key, "POST", `${service.workspace}/sessions`, { initialMessage: "/say hi" });
    expect(made).toMatchObject({ status: 202, body: { createdBy: { subjectId: `api_key:${id}` } } });
    const session = `${service.workspace}/sessions/${text(made.body["id"])}`;
    const message = { type: "user.message", payload: { text: "/say more" } };
    expect((await ask(key, "POST", `${session}/events`, message)).status).toBe(202);
    expect((await ask(key, "GET", `${service.workspace}/sessions`)).body).toHaveLength(1);
  });

  it.each(["full", "read"])("of %s access is refused on every route of another workspace", async (access) => {
    const { key } = await keyOf(service.workspace, { access });
    await service.call("POST", `${other}/sessions`, { initialMessage: "/say secret" });
    const words = new Set<string>();
    for (const { method, path } of allRoutes.filter((route) => route.path.startsWith("/v1/workspaces/:workspaceId"))) {
      const at = (workspace: string) =>
        path.replace("/v1/workspaces/:workspaceId", workspace).replaceAll(/:\w+/g, nowhere);
      const body = method === "GET" || method === "DELETE" ? undefined : {};
      for (const workspace of [other, `/v1/workspaces/${nowhere}`, "/v1/workspaces/x"]) {
        const answer = await ask(key, method, at(workspace), body);
        expect([method, path, fault(answer)]).toEqual([method, path, "403 forbidden"]);
        if (method === "GET") words.add(text(answer.body["error"]?.["message"]));
      }
    }
    // One sentence for a missing workspace and for another's, one for routes of the organization's keys, and one for the audit.
    expect(words.size).toBe(access === "read" ? 3 : 2);
  });

  it.each(["full", "read"])("of %s access is refused on every route that is the organization's", async (access) => {
    const { key } = await keyOf(service.workspace, { access });
    const { organizationId } = service.app;
    const ids: Record<string, string> = { organizationId, workspaceId: idOf(service.workspace) };
    const managed = allRoutes.filter((route) => route.admitsWorkspaceKeys !== true);
    expect(managed.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        "GET /v1/organizations/:organizationId/api-keys",
        "GET /v1/organizations/:organizationId/sessions",
        "GET /v1/organizations/:organizationId/workspaces",
        "POST /v1/workspaces",
        "PATCH /v1/workspaces/:workspaceId",
        "GET /v1/workspaces/:workspaceId/api-keys",
        "POST /v1/workspaces/:workspaceId/api-keys",
        "DELETE /v1/workspaces/:workspaceId/api-keys/:keyId",
      ]),
    );
    for (const { method, path } of managed) {
      const at = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? nowhere);
      const answer = await ask(key, method, at, method === "GET" || method === "DELETE" ? undefined : { name: "x" });
      expect([method, path, fault(answer)]).toEqual([method, path, "403 forbidden"]);
    }
  });

  it("of read access reads every list and changes nothing, on every route", async () => {
    const { key } = await keyOf(service.workspace, { access: "read" });
    const session = idOf(await service.start("hello"));
    const ids: Record<string, string> = { workspaceId: idOf(service.workspace), sessionId: session };
    for (const { method, path, access, admitsWorkspaceKeys } of allRoutes) {
      if (admitsWorkspaceKeys !== true || path === "/v1/workspaces/external") continue;
      const at = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? nowhere);
      if (at.endsWith("/stream")) continue;
      const answer = await ask(key, method, at, method === "GET" || method === "DELETE" ? undefined : {});
      const refused = answer.status === 403;
      expect([method, path, refused]).toEqual([method, path, access !== "read"]);
      expect([401, 405, 500]).not.toContain(answer.status);
    }
  });

  it("finds its own workspace by name, and neither another nor a new one", async () => {
    const { key } = await keyOf(service.workspace);
    const ensure = (externalId: string, settings = {}) =>
      ask(key, "PUT", "/v1/workspaces/external", { externalSource: "app", externalId, name: "n", settings });
    expect(await ensure("acme")).toMatchObject({ status: 200, body: { created: false } });
    for (const externalId of ["beta", "new"]) expect(fault(await ensure(externalId))).toBe("403 forbidden");
    expect(fault(await ensure("acme", { memoryEnabled: false }))).toBe("403 forbidden");
  });

  it("reads files by signed addresses that end with it", async () => {
    const { key, id } = await keyOf(service.workspace);
    const upload = { filename: "a.txt", contentType: "text/plain", sizeBytes: 2 };
    const begun = await ask(key, "POST", `${service.workspace}/files/uploads`, upload);
    const put = (url: string) =>
      service.call("PUT", url, "hi", { key: null, headers: { "content-type": "text/plain" } });
    expect((await put(text(begun.body["putUrl"]))).status).toBe(204);
    await service.call("DELETE", `${service.workspace}/api-keys/${id}`);
    expect(fault(await put(text(begun.body["putUrl"])))).toBe("401 unauthenticated");
  });

  it("loses its open streams when it is revoked", async () => {
    const session = await service.start("/say hello");
    const { key, id } = await keyOf(service.workspace, { access: "read" });
    const headers = { authorization: `Bearer ${key}` };
    const stream = await service.app.fetch(new Request(`http://service${session}/events/stream`, { headers }));
    const read = stream.text();
    await service.call("DELETE", `${service.workspace}/api-keys/${id}`);
    expect(await read).toContain("turn.completed");
  });
});
