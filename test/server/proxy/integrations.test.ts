import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../service/src/clock.js";
import { createIntegrations } from "../../../service/src/integrations/create-integrations.js";
import type { SessionProxyOptions } from "../../../src/server/proxy/proxy-options.js";
import { ServiceClient } from "../../../src/api/service-client.js";
import { createBackend, resolveHeaders, type Backend } from "../../support/backend.js";

const document = {
  openapi: "3.1.0",
  info: { title: "Orders" },
  servers: [{ url: "https://orders.test" }],
  security: [{ key: [] }],
  paths: { "/orders": { get: {}, delete: {} } },
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
};
const canary = "canary-8c1f-secret";
const offered = { kind: "definition", definitionId: "orders" } as const;
const brought = { kind: "openapi", document } as const;

let backend: Backend;
beforeEach(async () => {
  const definitions = [{ id: "orders", name: "Our orders", source: brought }];
  backend = await createBackend({
    integrations: createIntegrations({ clock: systemClock, definitions }),
    secretsKey: "22".repeat(32),
  });
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
  const proxy = backend.proxy({ resolve, integrations: "all", ...options });
  return new ServiceClient({
    baseUrl: "https://host.test/api/service",
    headers: { "x-user": user, "x-tenant": tenant, "sec-fetch-site": "same-origin", ...(role && { "x-role": role }) },
    fetch: (input, init) => proxy(new Request(input, init)),
  });
}

async function install(client: ServiceClient, more: object = {}) {
  const source = { source: brought, ...more };
  const { revisionId, contentSha256, auth } = await client.previewIntegration(source);
  const expected = { expectedRevisionId: revisionId, expectedContentSha256: contentSha256 };
  const credential = { schemeId: auth.schemes[0]?.id ?? "", value: canary };
  return client.installIntegration({ ...source, ...expected, credential });
}

const names = async (client: ServiceClient) => (await client.listIntegrations()).map(({ displayName }) => displayName);
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "allowed",
    ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
  );

/** Results of every call with an integration's id, the removal last. */
async function byId(client: ServiceClient, integrationId: string): Promise<string[]> {
  return [
    await refusal(client.getIntegration({ integrationId })),
    await refusal(client.previewUninstall({ integrationId })),
    await refusal(client.uninstallIntegration({ integrationId, expectedInstanceVersion: 1 })),
  ];
}

describe("a person's integrations", () => {
  it("are previewed, installed, listed and removed by the person", async () => {
    const client = page({ user: "ana" });
    const made = await install(client);
    expect(made).toMatchObject({ endUser: { source: "host", id: "ana" }, hasCredential: true, status: "installed" });
    expect(await names(client)).toEqual(["Orders"]);
    expect((await client.previewUninstall({ integrationId: made.id })).deletesCredential).toBe(true);
    expect(await client.uninstallIntegration({ integrationId: made.id })).toEqual({ status: "uninstalled" });
    expect(await names(client)).toEqual([]);
  });

  it("answer another person, another tenant and an admin like integrations that never were", async () => {
    const { id } = await install(page({ user: "ana" }));
    for (const other of [{ user: "ben" }, { user: "ana", tenant: "globex" }, { user: "cleo", role: "admin" }]) {
      const client = page(other);
      expect(await byId(client, id)).toEqual(Array(3).fill("404 not_found"));
      expect(await names(client)).toEqual([]);
    }
    expect(await names(page({ user: "ana" }))).toEqual(["Orders"]);
  });

  it("never get the owner or the actor that a browser names", async () => {
    const made = await install(page({ user: "ana" }), { endUser: { source: "host", id: "ben" } });
    expect(made.endUser).toEqual({ source: "host", id: "ana" });
    const actor = { source: "host", id: "ben" };
    expect(await refusal(install(page({ user: "ana" }), { actor }))).toBe("400 field_not_allowed");
  });
});

describe("the workspace's integrations", () => {
  it("are an admin's to install, see and remove, and not a member's", async () => {
    const admin = page({ user: "cleo", role: "admin" });
    const made = await install(admin, { owner: "workspace" });
    expect(made.endUser).toBeNull();
    const member = page({ user: "ana" });
    expect(await refusal(install(member, { owner: "workspace" }))).toBe("403 role_required");
    expect(await names(member)).toEqual([]);
    expect(await byId(member, made.id)).toEqual(Array(3).fill("404 not_found"));
    expect(await names(admin)).toEqual(["Orders"]);
    expect(await byId(admin, made.id)).toEqual(Array(3).fill("allowed"));
  });
});

describe("what the host allows", () => {
  it("is nothing by default, and the configuration reports the same", async () => {
    const client = page({ user: "ana" }, { integrations: false });
    expect(await refusal(client.listIntegrations())).toMatch(/^40[34] /);
    expect((await client.config()).features?.["integrations"]).toBe(false);
    expect((await page({ user: "ana" }).config()).features?.["integrations"]).toBe(true);
  });

  it("is only what it registered with definitions", async () => {
    const client = page({ user: "ana" }, { integrations: "definitions" });
    expect(await client.listIntegrationDefinitions()).toMatchObject([{ id: "orders", name: "Our orders" }]);
    expect(await refusal(client.previewIntegration({ source: brought }))).toBe("403 source_not_allowed");
    expect((await install(client, { source: offered })).displayName).toBe("Our orders");
  });

  it("never brings a credential back to a page", async () => {
    const client = page({ user: "ana" });
    const made = await install(client);
    const answers = [made, await client.listIntegrations(), await client.getIntegration({ integrationId: made.id })];
    expect(JSON.stringify(answers)).not.toContain(canary);
  });
});
