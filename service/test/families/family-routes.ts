/** How each route of the families is called: a valid body, and its special cases. One row for each route. */
import { allRoutes } from "../../src/routes/all-routes.js";
import { openRoutes } from "../../src/routes/open-routes.js";
import { facts, secrets, task, template, trigger, type FamilyWorld, type Kind, type Tenant } from "./family-world.js";

export interface RouteRow {
  /** A body that the route takes. */
  readonly body?: (world: FamilyWorld, tenant: Tenant) => object | Promise<object>;
  readonly query?: string;
  /** The field of the response with the list, and the kind of its records. */
  readonly list?: readonly [field: string, kind: Kind];
  /** A route with a body that only reads. */
  readonly isRead?: boolean;
  /** The response contains a secret for the caller, once. */
  readonly gives?: boolean;
}

const W = "/v1/workspaces/:workspaceId";
const row = (value: RouteRow = {}) => value;
const body = (value: object, more: RouteRow = {}): RouteRow => ({ body: () => value, ...more });

export const familyRows: Readonly<Record<string, RouteRow>> = {
  [`GET ${W}/scheduled-tasks`]: row({ list: ["tasks", "taskId"] }),
  [`POST ${W}/scheduled-tasks`]: body(task),
  [`POST ${W}/scheduled-tasks/preview`]: body({ schedule: task.schedule }, { isRead: true }),
  [`GET ${W}/scheduled-tasks/:taskId`]: row(),
  [`PATCH ${W}/scheduled-tasks/:taskId`]: body({ name: "Other" }),
  [`DELETE ${W}/scheduled-tasks/:taskId`]: row(),
  [`POST ${W}/scheduled-tasks/:taskId/pause`]: row(),
  [`POST ${W}/scheduled-tasks/:taskId/resume`]: row(),
  [`POST ${W}/scheduled-tasks/:taskId/trigger`]: body({ triggerId: "t" }),
  [`GET ${W}/scheduled-tasks/:taskId/runs`]: row(),

  [`GET ${W}/automations/sources`]: row({ list: ["sources", "sourceId"] }),
  [`POST ${W}/automations/sources`]: body({ name: "Shop", webhookSecret: secrets.webhook }),
  [`GET ${W}/automations/sources/:sourceId`]: row(),
  [`PATCH ${W}/automations/sources/:sourceId`]: body({ name: "Other", webhookSecret: secrets.webhook }),
  [`DELETE ${W}/automations/sources/:sourceId`]: row(),
  [`GET ${W}/automations/sources/:sourceId/events`]: row(),
  [`POST ${W}/automations/sources/:sourceId/events`]: body({ type: "order.created", data: { total: 3 } }),
  [`GET ${W}/automations/runs`]: row(),
  [`GET ${W}/automations/triggers`]: row({ list: ["triggers", "triggerId"] }),
  [`POST ${W}/automations/triggers`]: {
    body: async ({ make }, tenant) => {
      const sourceId = await make("sourceId", tenant, null);
      return { ...trigger, sessionTemplate: template, sourceId };
    },
  },
  [`GET ${W}/automations/triggers/:triggerId`]: row(),
  [`PATCH ${W}/automations/triggers/:triggerId`]: body({
    name: "Other",
    sessionTemplate: template,
    expectedRevision: 1,
  }),
  [`DELETE ${W}/automations/triggers/:triggerId`]: row({ query: "expectedRevision=1" }),

  [`GET ${W}/integrations`]: row({ list: ["integrations", "integrationId"] }),
  [`GET ${W}/integrations/definitions`]: row(),
  [`POST ${W}/integrations/preview`]: { body: ({ sourceUrl }) => ({ source: { kind: "openapi", url: sourceUrl } }) },
  [`POST ${W}/integrations/install`]: { body: ({ installation }, tenant) => installation(tenant) },
  [`GET ${W}/integrations/:integrationId`]: row(),
  [`GET ${W}/integrations/:integrationId/uninstall-preview`]: row(),
  [`DELETE ${W}/integrations/:integrationId`]: row({ query: "expectedInstanceVersion=1" }),

  [`GET ${W}/enrollments`]: row({ list: ["enrollments", "enrollmentId"] }),
  [`POST ${W}/enrollments/device/approve`]: {
    body: async ({ startCode }) => ({ userCode: (await startCode()).userCode }),
  },
  [`POST ${W}/enrollments/device/deny`]: {
    body: async ({ startCode }) => ({ userCode: (await startCode()).userCode }),
  },
  [`POST ${W}/enrollments/token`]: body({}, { gives: true }),
  [`GET ${W}/enrollments/:enrollmentId`]: row(),
  [`POST ${W}/enrollments/:enrollmentId/revoke`]: row(),

  "POST /v1/enrollments/device/start": body(facts, { gives: true }),
  "POST /v1/enrollments/device/poll": {
    body: async ({ startCode }) => ({ deviceCode: (await startCode()).deviceCode, machine: facts }),
  },
  "POST /v1/enrollments/device/lookup": {
    body: async ({ startCode }) => ({ userCode: (await startCode()).userCode }),
  },
  "GET /v1/machine/commands": row(),
  "POST /v1/machine/commands/:commandId/start": body({ startKey: "k" }),
  "POST /v1/machine/commands/:commandId/output": body({ offset: 0, text: "a", stream: "stdout" }),
  "POST /v1/machine/commands/:commandId/result": body({ ok: true, value: { exitCode: 0 } }),
  "POST /v1/webhooks/automations/:endpointId": body({ type: "order.created", data: { total: 3 } }),
};

/** Paths whose contract is elsewhere: organizations, workspaces and their members, sessions, files, models, people's data, usage, probes. */
export const elsewhere =
  /^\/(?:livez|readyz|metrics)$|^\/v1\/(?:access\/me|organizations\/.+|workspaces(?:\/external|\/:workspaceId)?|workspaces\/:workspaceId\/(?:sessions|files|model-catalog|settings|members|api-keys|erasures|export|audit|memories|usage)(?:\/.*)?)$/;

export interface FamilyRoute {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The id in the path, beside the workspace's. */
  readonly kind: Kind | undefined;
  readonly row: RouteRow;
  /** Whether it needs an organization key. */
  readonly isKeyed: boolean;
  readonly success: number;
}

/** Every declared route that is not elsewhere; one without a row fails the contract. */
export const declaredRoutes = [
  ...allRoutes.map((route) => ({ ...route, isKeyed: true })),
  ...openRoutes.map((route) => ({ ...route, isKeyed: false })),
].filter(({ path }) => !elsewhere.test(path));

export const familyRoutes: readonly FamilyRoute[] = declaredRoutes.map(({ method, path, about, isKeyed }) => {
  const name = `${method} ${path}`;
  const [kind] = [...path.matchAll(/:(\w+)/g)].map(([, id]) => id).filter((id) => id !== "workspaceId");
  const success = Math.max(...Object.keys(about.answers).map(Number));
  return { name, method, path, kind: kind as Kind | undefined, row: familyRows[name] ?? {}, isKeyed, success };
});

/** A route's address for a tenant. */
export function addressOf({ path, row: { query } }: FamilyRoute, tenant: Tenant, id = "", owners = ""): string {
  const at = path.replace("/v1/workspaces/:workspaceId", tenant.workspace).replace(/:\w+/, id);
  const search = [query, owners].filter(Boolean).join("&");
  return search === "" ? at : `${at}?${search}`;
}
