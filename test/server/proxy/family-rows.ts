/** How a page asks each route of the families that the proxy has. One entry a row of the proxy's table. */
import { facts, secrets, task, trigger } from "../../../service/test/families/family-world.js";
import type { ProxyRoute } from "../../../src/server/proxy/proxy-route.js";
import type { FamilyPages, Person } from "./family-pages.js";

export type PageKind = "taskId" | "sourceId" | "triggerId" | "integrationId" | "enrollmentId";

interface PageRow {
  /** The record that the path names. */
  readonly kind?: PageKind;
  /** A body that the route takes from a page. */
  readonly sample?: (pages: FamilyPages, who: Person) => object | Promise<object>;
  readonly search?: string;
  /** The field of the response with the list, and the kind of its records. */
  readonly lists?: readonly [field: string, kind: PageKind];
}

export type BrowserRow = ProxyRoute & PageRow;

export const familyPath = /(?:scheduled-tasks|automations|integrations|enrollments)/;
export const rowName = ({ method, path }: Pick<ProxyRoute, "method" | "path">) => `${method} ${path}`;

const W = "workspaces/:workspaceId";
const sample = (body: object) => ({ sample: () => body });
const ofTask = { kind: "taskId" } as const;
const ofSource = { kind: "sourceId" } as const;
const ofTrigger = { kind: "triggerId" } as const;
const ofIntegration = { kind: "integrationId" } as const;
const ofMachine = { kind: "enrollmentId" } as const;
const withCode = { sample: async (pages: FamilyPages) => ({ userCode: (await pages.startCode(facts)).userCode }) };

export const browserRows: Readonly<Record<string, PageRow>> = {
  [`GET ${W}/scheduled-tasks`]: { lists: ["tasks", "taskId"] },
  [`POST ${W}/scheduled-tasks`]: sample(task),
  [`POST ${W}/scheduled-tasks/preview`]: sample({ schedule: task.schedule, count: 3 }),
  [`GET ${W}/scheduled-tasks/:taskId`]: ofTask,
  [`PATCH ${W}/scheduled-tasks/:taskId`]: {
    ...ofTask,
    ...sample({ name: "Other", agentConfig: { prompt: "/say b" } }),
  },
  [`DELETE ${W}/scheduled-tasks/:taskId`]: ofTask,
  [`POST ${W}/scheduled-tasks/:taskId/pause`]: ofTask,
  [`POST ${W}/scheduled-tasks/:taskId/resume`]: ofTask,
  [`POST ${W}/scheduled-tasks/:taskId/trigger`]: { ...ofTask, ...sample({ triggerId: "t" }) },
  [`GET ${W}/scheduled-tasks/:taskId/runs`]: ofTask,

  [`GET ${W}/automations/sources`]: { lists: ["sources", "sourceId"] },
  [`POST ${W}/automations/sources`]: sample({ name: "Shop", webhookSecret: secrets.webhook }),
  [`GET ${W}/automations/sources/:sourceId`]: ofSource,
  [`PATCH ${W}/automations/sources/:sourceId`]: {
    ...ofSource,
    ...sample({ name: "Other", webhookSecret: secrets.webhook, previousSecretSeconds: 5 }),
  },
  [`DELETE ${W}/automations/sources/:sourceId`]: ofSource,
  [`GET ${W}/automations/sources/:sourceId/events`]: ofSource,
  [`POST ${W}/automations/sources/:sourceId/events`]: { ...ofSource, ...sample({ type: "order", data: { total: 3 } }) },
  [`GET ${W}/automations/runs`]: {},
  [`GET ${W}/automations/triggers`]: { lists: ["triggers", "triggerId"] },
  [`POST ${W}/automations/triggers`]: {
    sample: async (pages, who) => ({
      ...trigger,
      sessionTemplate: { prompt: "/say hi" },
      sourceId: await pages.make("sourceId", who),
    }),
  },
  [`GET ${W}/automations/triggers/:triggerId`]: ofTrigger,
  [`PATCH ${W}/automations/triggers/:triggerId`]: {
    ...ofTrigger,
    ...sample({ name: "Other", sessionTemplate: { prompt: "/say b" }, expectedRevision: 1 }),
  },
  [`DELETE ${W}/automations/triggers/:triggerId`]: { ...ofTrigger, search: "expectedRevision=1" },

  [`GET ${W}/integrations`]: { lists: ["integrations", "integrationId"] },
  [`GET ${W}/integrations/definitions`]: {},
  [`POST ${W}/integrations/preview`]: { sample: ({ sourceUrl }) => ({ source: { kind: "openapi", url: sourceUrl } }) },
  [`POST ${W}/integrations/install`]: { sample: (pages, who) => pages.installation(who) },
  [`GET ${W}/integrations/:integrationId`]: ofIntegration,
  [`GET ${W}/integrations/:integrationId/uninstall-preview`]: ofIntegration,
  [`DELETE ${W}/integrations/:integrationId`]: { ...ofIntegration, search: "expectedInstanceVersion=1" },

  [`GET ${W}/enrollments`]: { lists: ["enrollments", "enrollmentId"] },
  "POST enrollments/device/lookup": withCode,
  [`POST ${W}/enrollments/device/approve`]: withCode,
  [`POST ${W}/enrollments/device/deny`]: withCode,
  [`GET ${W}/enrollments/:enrollmentId`]: ofMachine,
  [`POST ${W}/enrollments/:enrollmentId/revoke`]: ofMachine,
};
