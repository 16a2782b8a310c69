/** Attacks on scheduled tasks, automations, integrations and machines, through the proxy and at the service itself. */
import { byBen, byMallory, expecting, type Attack, type Strategy } from "./attack.js";
import { described, facts, schedule, type FamilyRecords } from "./family-records.js";
import type { Owned, Stage } from "./stage.js";
import { badBytes, badValue, foreignId, spoil, strangeHeader } from "./values.js";

const mount = "/api/service/v1/workspaces/current";
const unknownId = "00000000-0000-4000-8000-000000000000";
type Write = readonly [method: string, path: string, body?: unknown];

const task = {
  name: "Report",
  schedule,
  runMode: "new_session_per_run",
  overlapPolicy: "skip",
  agentConfig: { prompt: "/say hi", model: "scripted" },
};
const template = { prompt: "/say hi", model: "scripted" };
const configuration = { conditions: [{ path: "data.total", equals: 3 }], fields: ["data"] };
const trigger = { name: "Look", eventTypes: ["*"], configuration, sessionTemplate: template };
const source = { name: "Shop", adapterId: "signed-json.v1", webhookSecret: "a-secret-of-ben-alone" };
const installation = { source: described, expectedRevisionId: "rev_1", expectedContentSha256: "0".repeat(64) };

/** Every route that makes a record, with a body that it takes. */
const creations = ({ sourceId }: FamilyRecords): readonly Write[] => [
  ["POST", "/scheduled-tasks", task],
  ["POST", "/automations/sources", source],
  ["POST", "/automations/triggers", { ...trigger, sourceId }],
  ["POST", "/integrations/preview", { source: described }],
  ["POST", "/integrations/install", { ...installation, instanceKey: "k", allowedTools: ["op_1"] }],
  ["POST", "/enrollments/device/approve", { userCode: "BCDF-GHJK" }],
];

/** Every route of a record. */
const recordRoutes = (of: FamilyRecords): readonly Write[] => [
  ["GET", `/scheduled-tasks/${of.taskId}`],
  ["PATCH", `/scheduled-tasks/${of.taskId}`, { name: "Other", schedule }],
  ["DELETE", `/scheduled-tasks/${of.taskId}`],
  ["POST", `/scheduled-tasks/${of.taskId}/pause`, {}],
  ["POST", `/scheduled-tasks/${of.taskId}/resume`, {}],
  ["POST", `/scheduled-tasks/${of.taskId}/trigger`, { triggerId: "t" }],
  ["GET", `/scheduled-tasks/${of.taskId}/runs`],
  ["GET", `/automations/sources/${of.sourceId}`],
  ["PATCH", `/automations/sources/${of.sourceId}`, { name: "Other", webhookSecret: "a-secret-of-ben-alone" }],
  ["DELETE", `/automations/sources/${of.sourceId}`],
  ["GET", `/automations/sources/${of.sourceId}/events`],
  ["POST", `/automations/sources/${of.sourceId}/events`, { type: "order", data: { total: 3 } }],
  ["GET", `/automations/triggers/${of.triggerId}`],
  ["PATCH", `/automations/triggers/${of.triggerId}`, { ...trigger, expectedRevision: 1 }],
  ["DELETE", `/automations/triggers/${of.triggerId}?expectedRevision=1`],
  ["GET", `/integrations/${of.integrationId}`],
  ["GET", `/integrations/${of.integrationId}/uninstall-preview`],
  ["DELETE", `/integrations/${of.integrationId}`],
  ["GET", `/enrollments/${of.enrollmentId}`],
  ["POST", `/enrollments/${of.enrollmentId}/revoke`, {}],
];
const lists = ["/scheduled-tasks", "/automations/sources", "/automations/triggers", "/automations/runs"] as const;
const others = ["/integrations", "/integrations/definitions", "/enrollments"] as const;
const nobodys: FamilyRecords = {
  taskId: unknownId,
  sourceId: unknownId,
  triggerId: unknownId,
  integrationId: unknownId,
  enrollmentId: unknownId,
  endpointId: unknownId,
};

const within = (base: string, [method, path, body]: Write): Attack => byBen(method, base + path, body);
const withHeader = (attack: Attack, ...more: Attack["headers"]): Attack => ({
  ...attack,
  headers: [...attack.headers, ...more],
});
const keyed = (stage: Stage, workspace: string, [method, path, body]: Write): Attack =>
  byMallory(stage, method, `/v1/workspaces/${workspace}${path}`, body);
const allOf = (of: Owned) => [...creations(of), ...recordRoutes(of)];

/** A request without a key, straight to the service. */
function open(method: string, target: string, body?: unknown, headers: Attack["headers"] = []): Attack {
  const attack = byBen(method, target, body, headers);
  return { ...attack, port: "service", headers: attack.headers.filter(([name]) => name !== "cookie") };
}

export const familyAttacks: Readonly<Record<string, Strategy>> = {
  "a record of Ana, or of nobody": (random, { ana }) =>
    expecting(404, "not_found", within(mount, random.pick(recordRoutes(random.pick([ana, nobodys]))))),
  "a record for the workspace": (random, { ben }) => {
    const [method, path, body] = random.pick(creations(ben));
    return expecting(403, "role_required", byBen(method, mount + path, { ...(body as object), owner: "workspace" }));
  },
  "an owner of no shape": (random, { ben }) => {
    const [method, path, body] = random.pick(creations(ben));
    const owner = random.pick<unknown>(["app:ana", "ana", 1, [], { source: "host", id: "ana" }, true, ""]);
    return expecting(400, "invalid_owner", byBen(method, mount + path, { ...(body as object), owner }));
  },
  "a task in a session of Ana": (random, { ana, ben }) => {
    const aim = { runMode: "existing_session", targetSessionId: ana.sessionId };
    return expecting(
      404,
      "session_not_found",
      random.oneIn(2)
        ? byBen("POST", `${mount}/scheduled-tasks`, { ...task, ...aim })
        : byBen("PATCH", `${mount}/scheduled-tasks/${ben.taskId}`, aim),
    );
  },
  "a trigger on a source of Ana": (_random, { ana }) =>
    expecting(404, "not_found", byBen("POST", `${mount}/automations/triggers`, { ...trigger, sourceId: ana.sourceId })),
  "a record from another origin": (random, { ben }) =>
    expecting(
      403,
      "mutation_denied",
      withHeader(within(mount, random.pick(allOf(ben).filter(([method]) => method !== "GET"))), [
        "origin",
        random.pick(["https://blog.product.test", "null"]),
      ]),
    ),
  "a record of nobody's page": (random, { ana, ben }) => {
    const attack = within(mount, random.pick(allOf(random.pick([ana, ben]))));
    const headers = attack.headers.filter(([name]) => name !== "cookie");
    return { ...attack, actor: "nobody", headers, expected: { status: 401 } };
  },
  "a spoilt record": (random, stage) => {
    const [method, path, body] = random.pick([
      ...creations(stage.ben),
      ...recordRoutes(stage.ben).filter(([, , sent]) => sent !== undefined),
    ]);
    return byBen(method, mount + path, spoil(random, body), [strangeHeader(random, stage)]);
  },
  "bytes for a record": (random, stage) => {
    const [method, path] = random.pick(creations(stage.ben));
    return { ...byBen(method, mount + path, "{}", [strangeHeader(random, stage)]), body: badBytes(random) };
  },
  "foreign ids of records": (random, stage) => {
    const id = foreignId(random, stage);
    const records = Object.fromEntries(Object.keys(nobodys).map((name) => [name, id])) as unknown as FamilyRecords;
    return within(mount, random.pick(recordRoutes(records)));
  },
  "a strange list of records": (random, stage) => {
    const name = random.pick(["limit", "cursor", "sourceId", "endUserId", "endUserSource", "withWorkspace"]);
    const value = random.pick(["-1", "x", "%00", "%FF", "9".repeat(40), "true", "__proto__", "ana", "", "e30="]);
    return byBen("GET", `${mount}${random.pick([...lists, ...others])}?${name}=${value}`, undefined, [
      strangeHeader(random, stage),
    ]);
  },
  "a guess of a user code": (random) =>
    byBen("POST", random.pick([`${mount}/enrollments/device/deny`, "/api/service/v1/enrollments/device/lookup"]), {
      userCode: random.oneIn(2) ? "BCDF-GHJK" : badValue(random),
    }),
  "a record behind another key": (random, stage) =>
    expecting(403, "forbidden", keyed(stage, stage.ana.workspaceId, random.pick(allOf(stage.ana)))),
  "a record of another organization": (random, stage) =>
    expecting(404, "not_found", keyed(stage, stage.mallory.workspaceId, random.pick(recordRoutes(stage.ana)))),
  "a spoilt record with a key": (random, stage) => {
    const [method, path, body] = random.pick(creations(nobodys));
    const owned = { ...(body as object), endUser: { source: "a", id: "b" } };
    const attack = keyed(stage, stage.mallory.workspaceId, [method, path, spoil(random, owned)]);
    return withHeader(attack, strangeHeader(random, stage));
  },
  "a forged delivery": (random, { ana }) => {
    const forged = `sha256=${random.pick(["0", "f"]).repeat(64)}`;
    const signature = random.pick<Attack["headers"]>([
      [],
      [["x-service-signature-256", forged]],
      [["x-service-signature-256", "sha256="]],
      [["x-service-signature-256", "é"]],
      [["x-hub-signature-256", forged]],
      [["stripe-signature", "t=1,v1=0"]],
      [["webhook-signature", "v1,AAAA"]],
    ]);
    const attack = open(
      "POST",
      `/v1/webhooks/automations/${ana.endpointId}`,
      { type: "order", id: "e-1", data: { total: 3 } },
      [...signature, ["x-service-delivery-id", "d-1"]],
    );
    return expecting(401, "signature_invalid", random.oneIn(3) ? { ...attack, body: badBytes(random) } : attack);
  },
  "a delivery to no source": (random, { ana }) =>
    expecting(
      404,
      "not_found",
      open("POST", `/v1/webhooks/automations/${random.pick([unknownId, ana.sourceId, "x", "__proto__"])}`, {
        type: "order",
      }),
    ),
  "a machine of nobody": (random, { ana }) => {
    const [method, path] = random.pick<Write>([
      ["GET", ""],
      ["POST", `/${ana.enrollmentId}/start`],
      ["POST", `/${unknownId}/output`],
      ["POST", "/x/result"],
    ]);
    const key = random.pick(["svm_", `svm_${"0".repeat(64)}`, ana.enrollmentId, "svk_guess"]);
    const attack = open(method, `/v1/machine/commands${path}`, method === "GET" ? undefined : { startKey: "k" });
    return expecting(401, "unauthenticated", withHeader(attack, ["authorization", `Bearer ${key}`]));
  },
  "a spoilt code": (random, stage) => {
    const [path, body] = random.pick<readonly [string, unknown]>([
      ["start", facts],
      ["poll", { deviceCode: "svd_1", machine: facts }],
      ["lookup", { userCode: "BCDF-GHJK" }],
    ]);
    return open("POST", `/v1/enrollments/device/${path}`, spoil(random, body), [strangeHeader(random, stage)]);
  },
};
