import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SessionProxyOptions } from "../../../src/server/proxy/proxy-options.js";
import { ServiceClient } from "../../../src/api/service-client.js";
import { createBackend, resolveHeaders, type Backend } from "../../support/backend.js";
import { code, request } from "./browser-request.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

/** The host's verifier: `x-role` sets a person's role. */
const resolve: SessionProxyOptions["resolve"] = (asked) => {
  const who = resolveHeaders(asked);
  const role = asked.headers.get("x-role");
  return who instanceof Response || role === null ? who : { ...who, role: role as "admin" };
};

interface Person {
  readonly user: string;
  readonly tenant?: string;
  readonly role?: string;
}

/** The client as a page of the host has it. */
function page({ user, tenant = "acme", role }: Person, options: Partial<SessionProxyOptions> = {}): ServiceClient {
  const proxy = backend.proxy({ resolve, apiKeys: true, ...options });
  return new ServiceClient({
    baseUrl: "https://host.test/api/service",
    headers: { "x-user": user, "x-tenant": tenant, "sec-fetch-site": "same-origin", ...(role && { "x-role": role }) },
    fetch: (input, init) => proxy(new Request(input, init)),
  });
}

const cleo = () => page({ user: "cleo", role: "admin" });

const refused = (call: Promise<unknown>) =>
  call.then(
    () => "allowed",
    ({ status, code: of, message }: { status: number; code: string; message: string }) => `${status} ${of}: ${message}`,
  );

describe("keys of a workspace through the proxy", () => {
  it("are created, listed and revoked by an admin, and reach that workspace alone", async () => {
    const { apiKey, token } = await cleo().createWorkspaceKey({ name: "ci", access: "read" });
    const workspaceId = await backend.service.workspaceId({ tenant: "acme" });
    expect(apiKey).toMatchObject({
      name: "ci",
      access: "read",
      workspaceId,
      createdBy: { source: "host", id: "cleo" },
      prefix: token.slice(0, 14),
    });
    const listed = await cleo().listWorkspaceKeys();
    expect(listed).toEqual([apiKey]);
    expect(JSON.stringify(listed)).not.toContain(token.slice(14));

    const key = new ServiceClient({
      baseUrl: "https://service.internal.test",
      apiKey: token,
      fetch: (input, init) => backend.fetch(new Request(input, init)),
    });
    expect(await key.accessMe()).toMatchObject({ accountGrants: [], workspaceGrants: [{ workspaceId }] });
    const shop = await backend.service.workspaceId({ tenant: "shop" });
    expect(await key.listSessions({ workspaceId })).toEqual([]);
    expect(await refused(key.listSessions({ workspaceId: shop }))).toMatch(/^403 forbidden/);
    expect(await refused(key.createSession({ workspaceId, initialMessage: "/say hi" }))).toMatch(/^403 forbidden/);

    expect((await cleo().revokeWorkspaceKey(apiKey.id)).revokedAt).not.toBeNull();
    expect(await cleo().listWorkspaceKeys()).toEqual([]);
    expect(await refused(key.accessMe())).toMatch(/^401 unauthenticated/);
  });

  it("are refused to members before the service is asked", async () => {
    const { apiKey } = await cleo().createWorkspaceKey({ name: "ci" });
    for (const member of [page({ user: "ana" }), page({ user: "ana", role: "member" })]) {
      const before = backend.calls.length;
      const calls = [
        () => member.listWorkspaceKeys(),
        () => member.createWorkspaceKey({ name: "mine" }),
        () => member.revokeWorkspaceKey(apiKey.id),
      ];
      for (const call of calls) expect(await refused(call())).toMatch(/^403 role_required: Only an admin/);
      expect(backend.calls.slice(before).filter(({ path }) => path.includes("api-keys"))).toEqual([]);
    }
  });

  it("of another tenant are like missing ones to its admin", async () => {
    const { apiKey } = await cleo().createWorkspaceKey({ name: "ci" });
    const shop = page({ user: "dan", tenant: "shop", role: "admin" });
    expect(await shop.listWorkspaceKeys()).toEqual([]);
    const missing = await refused(shop.revokeWorkspaceKey("00000000-0000-4000-8000-000000000000"));
    expect(await refused(shop.revokeWorkspaceKey(apiKey.id))).toBe(missing);
    expect(missing).toMatch(/^404 not_found/);
    const { workspaceId } = apiKey;
    expect(await refused(shop.listWorkspaceKeys({ workspaceId: workspaceId! }))).toMatch(/^403 workspace_not_allowed/);
    expect(await cleo().listWorkspaceKeys()).toHaveLength(1);
  });

  it("take name, description, access and expiry of a browser, and refuse another actor", async () => {
    const more = { workspaceId: "current", organizationId: "x", permissions: ["account:read"], hash: "x" };
    const body = { name: "ci", description: "d", access: "full", expiresAt: "2999-01-01T00:00:00.000Z" } as const;
    const { apiKey } = await cleo().createWorkspaceKey({ ...body, ...more });
    expect(apiKey).toMatchObject({ ...body, permissions: expect.not.arrayContaining(["account:read"]) });
    const sent = JSON.parse(backend.calls.at(-1)!.body) as object;
    expect(sent).toEqual(body);
    const actor = { source: "host", id: "ana" };
    expect(await refused(cleo().createWorkspaceKey({ ...body, actor } as typeof body))).toMatch(/^400 field_not_allow/);
    expect(await refused(cleo().createWorkspaceKey({ name: "" }))).toMatch(/^400 validation_failed/);
  });

  it("are refused from another site", async () => {
    const proxy = backend.proxy({ resolve, apiKeys: true });
    const headers = { "x-role": "admin", "sec-fetch-site": "cross-site" };
    const asked = request("POST", "workspaces/current/api-keys", { name: "ci" }, { headers });
    expect(await code(proxy(asked))).toEqual([403, "mutation_denied"]);
  });

  it("are not there unless the host offers them, nor are those of the organization", async () => {
    const off = page({ user: "cleo", role: "admin" }, { apiKeys: false });
    expect(await refused(off.listWorkspaceKeys())).toMatch(/^404 route_not_allowed/);
    expect((await off.config()).features?.["workspaceKeys"]).toBe(false);
    expect((await cleo().config()).features?.["workspaceKeys"]).toBe(true);
    const { organizationId } = backend.app;
    for (const call of [
      () => cleo().listApiKeys(organizationId),
      () => cleo().createApiKey(organizationId, { name: "all" }),
      () => cleo().revokeApiKey(organizationId, "x"),
      () => cleo().createWorkspace({ name: "n" }),
      () => cleo().updateWorkspace({ name: "n" }),
      () => cleo().listAccessibleWorkspaces(),
      () => cleo().accessMe(),
    ]) {
      expect(await refused(call())).toMatch(/^404 route_not_allowed/);
    }
  });
});
