import { clientConfigSchema, healthSchema } from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import type { World } from "../world.js";
import { serverVersion } from "../version.js";
import type { RouteAbout } from "./about.js";

/** Features beyond the API's core; a missing one is not supported. */
const features = {
  chat: true,
  approvals: true,
  humanInput: true,
  steer: true,
  queue: true,
  composerDrafts: true,
  lineage: true,
  goals: true,
  scheduledTasks: true,
  workspaceKeys: true,
  members: true,
} as const;

const revision = "embedded";

/** Descriptions of the responses that need no key, by path; all are read with GET. */
export const publicAbout: Readonly<Record<string, RouteAbout>> = {
  "/healthz": { summary: "Read the service's health", answers: { 200: healthSchema } },
  "/v1/config/client": { summary: "Read what the service can do", answers: { 200: clientConfigSchema } },
};

/** Answers that need no key. */
export const publicAnswers: Readonly<
  Record<string, (world: Pick<World, "files" | "models" | "integrations" | "machines" | "secrets">) => Response>
> = {
  "/healthz": () =>
    json({
      ok: true,
      service: "service-embedded",
      environment: "embedded",
      deploymentRevision: revision,
      serverVersion,
    }),
  "/v1/config/client": ({ files, integrations, machines, secrets, models: { name, catalog, defaults } }) =>
    json({
      serverVersion,
      features: {
        ...features,
        files: files !== null,
        // A source needs a secret, which is stored under the host's key.
        automations: secrets !== null,
        integrations: integrations !== null,
        enrollments: machines !== null,
      },
      deploymentRevision: revision,
      apiContractRevision: "1",
      agent: { name },
      defaultModel: catalog.defaultModel,
      allowedModels: catalog.models.map(({ id }) => id),
      models: catalog.models.map(({ id, label }) => ({ id, label })),
      defaultReasoningEffort: defaults.reasoningEffort,
      allowedReasoningEfforts: [...new Set(catalog.models.flatMap(({ reasoningEfforts }) => reasoningEfforts))],
      mcpServers: [],
      fileUploads: { enabled: files !== null, maxSizeBytes: files?.maxSizeBytes ?? 0 },
      auth: { mode: "api_key" },
    }),
};
