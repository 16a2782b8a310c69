/** One record of each family for a person of the host, made as their own page would make it. */
export const familySecrets = {
  webhook: "canary-webhook-secret-of-ana",
  credential: "canary-credential-of-ana",
} as const;

/** Ids that exist, by the name that they have in paths. */
export interface FamilyRecords {
  readonly taskId: string;
  readonly sourceId: string;
  readonly triggerId: string;
  readonly integrationId: string;
  readonly enrollmentId: string;
  readonly endpointId: string;
}

/** An API that describes itself in full, so that nothing is fetched. */
export const described = {
  kind: "openapi",
  document: {
    openapi: "3.1.0",
    info: { title: "Orders", version: "1" },
    servers: [{ url: "https://orders.test" }],
    security: [{ key: [] }],
    paths: { "/orders": { get: { operationId: "listOrders" } } },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } } },
  },
};
export const schedule = { type: "interval", everySeconds: 86_400, startAt: "2099-01-01T00:00:00.000Z" };
export const facts = { name: "laptop", folder: "project", abilities: ["read"] };

type Call = (method: string, path: string, body: object) => Promise<string>;

/**
 * @param call asks the host as the person, and throws for a refusal.
 * @param enroll asks the service as a machine.
 */
export async function makeRecords(call: Call, enroll: Call, isAna: boolean): Promise<FamilyRecords> {
  const W = "/api/service/v1/workspaces/current";
  const read = async (path: string, body: object) =>
    JSON.parse(await call("POST", W + path, body)) as Readonly<Record<string, string>>;
  const device = async (path: string, body: object) =>
    JSON.parse(await enroll("POST", `/v1/enrollments/device/${path}`, body)) as Readonly<Record<string, string>>;
  const secret = (canary: string) => (isAna ? canary : "a-secret-of-ben-alone");
  const task = await read("/scheduled-tasks", {
    name: "Report",
    schedule,
    runMode: "new_session_per_run",
    agentConfig: { prompt: "/say hi" },
  });
  const source = await read("/automations/sources", { name: "Shop", webhookSecret: secret(familySecrets.webhook) });
  const trigger = await read("/automations/triggers", {
    sourceId: source["id"],
    name: "Look",
    eventTypes: ["*"],
    sessionTemplate: { prompt: "/say hi" },
  });
  const preview = (await read("/integrations/preview", { source: described })) as unknown as {
    readonly revisionId: string;
    readonly contentSha256: string;
    readonly auth: { readonly schemes: readonly { readonly id: string }[] };
  };
  const integration = await read("/integrations/install", {
    source: described,
    expectedRevisionId: preview.revisionId,
    expectedContentSha256: preview.contentSha256,
    credential: { schemeId: preview.auth.schemes[0]?.id, value: secret(familySecrets.credential) },
  });
  const { userCode = "", deviceCode = "" } = await device("start", facts);
  await read("/enrollments/device/approve", { userCode });
  const { credentials } = (await device("poll", { deviceCode })) as unknown as {
    readonly credentials: { readonly enrollmentId: string };
  };
  return {
    taskId: task["id"]!,
    sourceId: source["id"]!,
    triggerId: trigger["id"]!,
    integrationId: integration["id"]!,
    enrollmentId: credentials.enrollmentId,
    endpointId: source["webhookPath"]!.split("/").at(-1)!,
  };
}
