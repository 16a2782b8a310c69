/** A service with three tenants, and one record of each kind for each owner. */
import { expect } from "vitest";
import { createServiceApp, type ServiceAppOptions, type Store } from "../../src/app.js";
import { systemClock } from "../../src/clock.js";
import { createIntegrations } from "../../src/integrations/create-integrations.js";
import { secretsKey } from "../automations/webhook-world.js";
import { harness, text, type Answer, type CallOptions, type Harness, type Json } from "../harness.js";
import { openOrdersSource } from "../kills/orders-source.js";

export type Owner = { readonly source: string; readonly id: string } | null;
export const ana = { source: "app", id: "ana" };
export const ben = { source: "app", id: "ben" };

/** A tenant's workspace, and the key that opens it. */
export interface Tenant {
  readonly workspace: string;
  readonly key: string;
  readonly organizationId: string;
}

/** By the name that its id has in a path. */
export const kinds = [
  "taskId",
  "sourceId",
  "triggerId",
  "integrationId",
  "enrollmentId",
  "commandId",
  "endpointId",
] as const;
export type Kind = (typeof kinds)[number];

/** Values that must appear in no response, and not in the log. */
export const secrets = {
  webhook: "canary-webhook-secret-of-the-shop",
  credential: "canary-credential-of-the-shop",
  header: "canary-header-of-the-shop",
} as const;

export interface FamilyWorld {
  readonly service: Harness;
  readonly store: Store;
  readonly sourceUrl: string;
  /** The tenant that tests ask as. */
  own: Tenant;
  /** Another tenant of the same organization, whose key is the same. */
  neighbour: Tenant;
  /** A tenant of another organization, with a key of its own. */
  stranger: Tenant;
  /** A read-only key of the own organization. */
  readonly readKey: string;
  /** Creates the three tenants again and advances an hour, so that no limit of the previous test counts. */
  renew(): Promise<void>;
  /** As the harness calls, with every answer kept for the search for secrets. */
  readonly call: (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Answer>;
  /** Creates a record. Returns the id for paths. */
  readonly make: (kind: Kind, tenant: Tenant, owner: Owner) => Promise<string>;
  /** A code that waits for an approval, and what its machine polls with. */
  readonly startCode: () => Promise<{ readonly userCode: string; readonly deviceCode: string }>;
  /** The body of an installation, from a current preview. */
  readonly installation: (tenant: Tenant) => Promise<object>;
  /** The credential of a machine that was made. */
  readonly tokenOf: (enrollmentId: string) => string;
  /** The secrets and foreign ids that were heard since the last call. */
  leaks(): string[];
  close(): Promise<void>;
}

export const facts = { name: "laptop", folder: "~/project", abilities: ["read", "run"] };
export const task = {
  name: "Report",
  schedule: { type: "interval", everySeconds: 86_400 },
  runMode: "new_session_per_run",
  agentConfig: { prompt: "/say hi" },
};
export const trigger = { name: "Look", eventTypes: ["*"] };
export const template = {
  prompt: "/say hi",
  mcpServers: [{ id: "shop", url: "https://shop.test/mcp", headers: { authorization: `Bearer ${secrets.header}` } }],
};

export async function openFamilyWorld(store: Store, options: Partial<ServiceAppOptions> = {}): Promise<FamilyWorld> {
  const source = await openOrdersSource();
  const integrations = createIntegrations({ clock: systemClock, privateNetworks: true });
  // The hours that pass between tests end no turn.
  const bounds = { webhooksPerMinute: 10_000, maxTurnMs: 1_000_000_000 };
  const service = await harness({ store, integrations, secretsKey, ...bounds, ...options });
  const heard: string[] = [];
  const issued = new Set<string>();
  const foreign = new Set<string>();
  const tokens = new Map<string, string>();

  async function call(...given: Parameters<Harness["call"]>): Promise<Answer> {
    const answer = await service.call(...given);
    heard.push(JSON.stringify([answer.body, ...answer.headers]));
    return answer;
  }

  async function made(method: string, path: string, tenant: Tenant, body: unknown): Promise<Json> {
    const answer = await service.call(method, path, body, { key: tenant.key });
    expect([path, answer.status, answer.body]).toEqual([path, expect.toSatisfy((status) => status < 300), answer.body]);
    return answer.body;
  }

  async function workspaceOf(name: string, { key, organizationId }: Pick<Tenant, "key" | "organizationId">) {
    const named = { externalSource: "app", externalId: name, name };
    const { body } = await service.call("PUT", "/v1/workspaces/external", named, { key });
    return { workspace: `/v1/workspaces/${text(body["workspace"]?.["id"])}`, key, organizationId };
  }

  async function installation(tenant: Tenant): Promise<object> {
    const wanted = { source: { kind: "openapi", url: source.url } };
    const preview = await made("POST", `${tenant.workspace}/integrations/preview`, tenant, wanted);
    const expected = { expectedRevisionId: preview["revisionId"], expectedContentSha256: preview["contentSha256"] };
    const schemeId = preview["auth"]?.["schemes"]?.[0]?.["id"];
    installed += 1;
    return {
      ...wanted,
      ...expected,
      credential: { schemeId, value: secrets.credential },
      instanceKey: `k${installed}`,
    };
  }
  let installed = 0;

  async function sourceOf(tenant: Tenant, endUser: Owner): Promise<Json> {
    const body = { name: "Shop", webhookSecret: secrets.webhook, endUser };
    return made("POST", `${tenant.workspace}/automations/sources`, tenant, body);
  }

  async function machineOf(tenant: Tenant, endUser: Owner): Promise<string> {
    const { token } = (await made("POST", `${tenant.workspace}/enrollments/token`, tenant, { endUser })) as never;
    const polled = { deviceCode: token, machine: facts };
    const { credentials } = (await made("POST", "/v1/enrollments/device/poll", tenant, polled)) as never as {
      readonly credentials: { readonly enrollmentId: string; readonly token: string };
    };
    issued.add(token).add(credentials.token);
    tokens.set(credentials.enrollmentId, credentials.token);
    return credentials.enrollmentId;
  }

  const makers: Readonly<Record<Kind, (tenant: Tenant, owner: Owner) => Promise<string>>> = {
    taskId: async (tenant, endUser) =>
      text((await made("POST", `${tenant.workspace}/scheduled-tasks`, tenant, { ...task, endUser }))["id"]),
    sourceId: async (tenant, owner) => text((await sourceOf(tenant, owner))["id"]),
    endpointId: async (tenant, owner) =>
      text((await sourceOf(tenant, owner))["webhookPath"])
        .split("/")
        .at(-1)!,
    async triggerId(tenant, endUser) {
      const sourceId = (await sourceOf(tenant, endUser))["id"];
      const body = { ...trigger, sessionTemplate: template, sourceId, endUser };
      return text((await made("POST", `${tenant.workspace}/automations/triggers`, tenant, body))["id"]);
    },
    async integrationId(tenant, endUser) {
      const body = { ...(await installation(tenant)), endUser };
      return text((await made("POST", `${tenant.workspace}/integrations/install`, tenant, body))["id"]);
    },
    enrollmentId: machineOf,
    async commandId(tenant, owner) {
      const machineId = await machineOf(tenant, owner);
      const session = await made("POST", `${tenant.workspace}/sessions`, tenant, { initialMessage: "/say hi" });
      const id = crypto.randomUUID();
      const now = new Date(service.clock.now());
      const command = {
        id,
        machineId,
        sessionId: text(session["id"]),
        // No turn waits for it, however long the service takes.
        turnId: crypto.randomUUID(),
        callId: id,
        name: "run",
        arguments: { command: "ls" },
        timeoutMs: 1_000,
        status: "queued",
        startKey: null,
        isCancelled: false,
        outputBytes: 0,
        result: null,
        startBy: new Date(now.getTime() + 60_000).toISOString(),
        startedAt: null,
        finishedAt: null,
        createdAt: now.toISOString(),
      } as const;
      await store.queueCommand(command, { limit: 100, forgetBefore: now.toISOString() });
      tokens.set(id, tokens.get(machineId)!);
      return id;
    },
  };

  const credentials = {
    organizationId: "1b7f0c0e-3a52-4f62-9a4e-0d3f2b1c4d5e",
    apiKey: "svk_stranger_0123456789abcdef0123456789abcdef",
  };
  // Makes the organization and its key in the same store.
  await createServiceApp({ store, credentials }).then((app) => app.close());
  const ownOrganization = { key: service.app.apiKey, organizationId: service.app.organizationId };
  const otherOrganization = { key: credentials.apiKey, organizationId: credentials.organizationId };
  let generation = 0;
  async function tenants() {
    generation += 1;
    return {
      own: await workspaceOf(`own-${generation}`, ownOrganization),
      neighbour: await workspaceOf(`neighbour-${generation}`, ownOrganization),
      stranger: await workspaceOf(`stranger-${generation}`, otherOrganization),
    };
  }
  const world: FamilyWorld = {
    service,
    store,
    sourceUrl: source.url,
    ...(await tenants()),
    async renew() {
      await service.clock.advance(3_600_001);
      Object.assign(world, await tenants());
    },
    readKey: await service.readKey(),
    call,
    async make(kind, tenant, owner) {
      const id = await makers[kind](tenant, owner);
      if (tenant !== world.own) foreign.add(id);
      return id;
    },
    async startCode() {
      const { body } = await service.call("POST", "/v1/enrollments/device/start", facts, { key: null });
      issued.add(text(body["deviceCode"]));
      return { userCode: text(body["userCode"]), deviceCode: text(body["deviceCode"]) };
    },
    installation,
    tokenOf: (id) => tokens.get(id) ?? "",
    leaks() {
      const logged = service.faults.splice(0).map((fault) => `${String(fault)} ${(fault as Error).stack ?? ""}`);
      const all = heard.splice(0);
      const marks = [...Object.values(secrets), ...issued, ...foreign, world.own.key, credentials.apiKey];
      const found = marks.filter((mark) => [...all, ...logged].some((line) => line.includes(mark)));
      return [...found.map((mark) => `heard ${mark}`), ...logged.map((line) => `logged ${line}`)];
    },
    async close() {
      await service.app.close();
      await source.close();
    },
  };
  return world;
}
