import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServiceClient } from "../../../src/api/service-client.js";
import type { SessionProxyOptions } from "../../../src/server/proxy/proxy-options.js";
import { createBackend, resolveHeaders, type Backend } from "../../support/backend.js";
import { code, request } from "./browser-request.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend({ secretsKey: "07".repeat(32) });
});
afterEach(() => backend.close());

const webhookSecret = "a-secret-of-the-shop";

interface Person {
  readonly user?: string;
  readonly tenant?: string;
  readonly role?: "admin" | "member";
}

function proxyFor({ role }: Person, options: Partial<SessionProxyOptions> = {}) {
  return backend.proxy({
    automations: true,
    resolve: (asked) => {
      const resolved = resolveHeaders(asked);
      return resolved instanceof Response || role === undefined ? resolved : { ...resolved, role };
    },
    ...options,
  });
}

/** The browser's own client, as this person. */
function browser(person: Person = {}, options: Partial<SessionProxyOptions> = {}): ServiceClient {
  const through = proxyFor(person, options);
  const fetch: typeof globalThis.fetch = (input, init) => {
    const asked = new Request(new URL(input as string, "https://host.test"), init);
    asked.headers.set("x-user", person.user ?? "ana");
    asked.headers.set("x-tenant", person.tenant ?? "acme");
    return through(asked);
  };
  return new ServiceClient({ baseUrl: "/api/service", fetch });
}

const admin: Person = { user: "root", role: "admin" };
const trigger = (sourceId: string) => ({
  sourceId,
  name: "Look",
  eventTypes: ["order"],
  sessionTemplate: { prompt: "/say looked" },
});

/** A signed delivery, as another system posts it to the service itself. */
async function deliver(webhookPath: string, event: object): Promise<Response> {
  const body = JSON.stringify(event);
  const signature = `sha256=${createHmac("sha256", webhookSecret).update(body).digest("hex")}`;
  const headers = { "content-type": "application/json", "x-service-signature-256": signature };
  return backend.fetch(new Request(`https://service.internal.test${webhookPath}`, { method: "POST", headers, body }));
}

describe("automations through the proxy", () => {
  it("answer 404 unless the host enables them", async () => {
    const answer = proxyFor({}, { automations: undefined })(request("GET", "workspaces/current/automations/sources"));
    expect(await code(answer)).toEqual([404, "route_not_allowed"]);
  });

  it("are made, tried, paused and removed by their owner, from the first event to its session", async () => {
    const ana = browser();
    const source = await ana.createAutomationSource({ name: "Shop", webhookSecret });
    expect(source).toMatchObject({ endUser: { source: "host", id: "ana" }, hasWebhookSecret: true });
    const made = await ana.createAutomationTrigger(trigger(source.id));
    expect((await deliver(source.webhookPath, { id: "e-1", type: "order.created" })).status).toBe(202);
    await expect.poll(async () => (await ana.listAutomationRuns()).runs[0]?.status).toBe("dispatched");
    const { runs } = await ana.listAutomationRuns({ sourceId: source.id });
    const session = await ana.getSession({ sessionId: runs[0]?.sessionId ?? "" });
    expect(session).toMatchObject({ initialMessage: "/say looked" });
    const tried = await ana.sendAutomationEvent({ sourceId: source.id }, { type: "order.paid" });
    expect(tried).toMatchObject({ duplicate: false, ignoredReason: null });
    const { events } = await ana.listAutomationEvents({ sourceId: source.id });
    expect(events.map(({ kind, type }) => [kind, type])).toEqual([
      ["manual", "order.paid"],
      ["webhook", "order.created"],
    ]);
    const paused = await ana.updateAutomationTrigger({ triggerId: made.id }, { expectedRevision: 1, status: "paused" });
    expect(paused).toMatchObject({ status: "paused", revision: 2 });
    const stale = ana.updateAutomationTrigger({ triggerId: made.id }, { expectedRevision: 1, status: "active" });
    await expect(stale).rejects.toMatchObject({
      status: 409,
      code: "revision_changed",
      details: { current: { revision: 2 } },
    });
    await ana.deleteAutomationTrigger({ triggerId: made.id }, 2);
    await ana.updateAutomationSource(
      { sourceId: source.id },
      { name: "Store", webhookSecret: "the-next-secret-of-all" },
    );
    await ana.disableAutomationSource({ sourceId: source.id });
    expect((await ana.listAutomationTriggers()).triggers).toEqual([]);
    expect((await ana.listAutomationSources()).sources).toMatchObject([{ name: "Store", status: "disabled" }]);
    expect((await deliver(source.webhookPath, { id: "e-2", type: "order.created" })).status).toBe(410);
  });

  it("of the workspace are available only to admins", async () => {
    const [root, ana] = [browser(admin), browser()];
    const made = await root.createAutomationSource({ name: "Shared", webhookSecret, owner: "workspace" });
    expect(made.endUser).toBeNull();
    const its = await root.createAutomationTrigger({ ...trigger(made.id), owner: "workspace" });
    await deliver(made.webhookPath, { id: "e-1", type: "order.created" });
    await expect.poll(async () => (await root.listAutomationRuns()).runs).toHaveLength(1);
    expect((await ana.listAutomationSources()).sources).toEqual([]);
    expect((await ana.listAutomationRuns()).runs).toEqual([]);
    for (const refused of [
      () => ana.getAutomationSource({ sourceId: made.id }),
      () => ana.getAutomationTrigger({ triggerId: its.id }),
      () => ana.listAutomationEvents({ sourceId: made.id }),
      () => ana.sendAutomationEvent({ sourceId: made.id }, { type: "order" }),
      () => ana.createAutomationTrigger(trigger(made.id)),
      () => ana.deleteAutomationTrigger({ triggerId: its.id }, 1),
      () => ana.disableAutomationSource({ sourceId: made.id }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ status: 404, code: "not_found" });
    }
    const asWorkspace = ana.createAutomationSource({ name: "x", webhookSecret, owner: "workspace" });
    await expect(asWorkspace).rejects.toMatchObject({ status: 403, code: "role_required" });
  });

  it.each([
    ["another person", { user: "ben" }],
    ["an admin", admin],
    ["another tenant", { tenant: "other" }],
  ])("of one person are missing for %s, and stay as they are", async (_name, person) => {
    const ana = browser();
    const source = await ana.createAutomationSource({ name: "Shop", webhookSecret });
    const own = await ana.createAutomationTrigger(trigger(source.id));
    const other = browser(person);
    expect([(await other.listAutomationSources()).sources, (await other.listAutomationTriggers()).triggers]).toEqual([
      [],
      [],
    ]);
    for (const refused of [
      () => other.getAutomationSource({ sourceId: source.id }),
      () => other.updateAutomationSource({ sourceId: source.id }, { webhookSecret: "mine-now-and-for-ever" }),
      () => other.disableAutomationSource({ sourceId: source.id }),
      () => other.sendAutomationEvent({ sourceId: source.id }, { type: "order" }),
      () => other.createAutomationTrigger(trigger(source.id)),
      () => other.updateAutomationTrigger({ triggerId: own.id }, { expectedRevision: 1, status: "paused" }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ status: 404, code: "not_found" });
    }
    expect(await ana.getAutomationSource({ sourceId: source.id })).toEqual(source);
    expect(await ana.getAutomationTrigger({ triggerId: own.id })).toEqual(own);
  });

  it("ignore owner, tools, instructions and approval from a browser", async () => {
    const ana = browser();
    const mine = { source: "host", id: "ben" };
    const source = await ana.createAutomationSource({ name: "Shop", webhookSecret, endUser: mine });
    expect(source.endUser).toEqual({ source: "host", id: "ana" });
    const made = await ana.createAutomationTrigger({
      ...trigger(source.id),
      configuration: { fields: ["order"], approval: "tools" },
      parameters: { a: 1 },
      sessionTemplate: {
        prompt: "/say hi",
        instructions: "Obey.",
        mcpServers: [{ id: "x", url: "https://x.example" }],
        metadata: { a: 1 },
      },
    });
    expect(made).toMatchObject({ configuration: { fields: ["order"], approval: "writes" }, parameters: {} });
    expect(made.sessionTemplate).toEqual({ prompt: "/say hi", resources: [], mcpServers: [] });
  });

  it("report for people that a service without a key for secrets cannot create sources", async () => {
    const bare = await createBackend();
    try {
      const ana = bare.proxy({ automations: true });
      const body = { name: "Shop", webhookSecret };
      const answer = await ana(request("POST", "workspaces/current/automations/sources", body));
      const text = await answer.text();
      expect([answer.status, JSON.parse(text)]).toMatchObject([502, { error: { code: "secrets_key_missing" } }]);
      expect(text).not.toMatch(/SERVICE_SECRETS_KEY|secretsKey|openssl/);
    } finally {
      await bare.close();
    }
  });
});
