/** Attacks on the session proxy, by the refusal that each must meet. */
import { byBen, expecting, unfinished, type Attack, type Strategy } from "./attack.js";
import type { Random } from "./random.js";
import type { Stage } from "./stage.js";
import { badBytes, foreignId, spoil, strangeHeader } from "./values.js";

const mount = "/api/service/v1/workspaces/current";
const of = (id: string) => `${mount}/sessions/${id}`;
const unknownId = "00000000-0000-4000-8000-000000000000";

/** Every route of a session with a body that it takes. */
const sessionWrites: readonly (readonly [string, string, unknown])[] = [
  ["PATCH", "", { title: "t" }],
  ["PUT", "/archive", { archived: true }],
  ["POST", "/events", { type: "user.message", payload: { text: "hi", resources: [], tools: [] }, clientEventId: "k" }],
  ["POST", "/steer", { text: "hi", clientEventId: "k" }],
  ["POST", "/control", { action: "pause", reason: "r", clientEventId: "k" }],
  ["PUT", "/composer-draft", { text: "hi", revision: 0, annotations: [], resources: [] }],
  ["POST", "/composer-draft/submit", { revision: 0, clientEventId: "k" }],
  ["PATCH", "/goal", { text: "g", mutationPolicy: "agent_with_approval", successCriteria: "s" }],
  ["DELETE", "/goal", undefined],
];
const sessionReads = [
  "",
  "/events",
  "/events/stream",
  "/queue",
  "/composer-draft",
  "/goal",
  "/lineage",
  "/human-input-requests",
  "/turns",
];

function anySessionRoute(random: Random, id: string): Attack {
  const [method, path, body] = random.pick(sessionWrites);
  return random.oneIn(3) ? byBen("GET", of(id) + random.pick(sessionReads)) : byBen(method, of(id) + path, body);
}

function inQueue(random: Random, session: string, turn: string): Attack {
  const action = random.pick(["move", "edit", "steer", "delete"]);
  return byBen("POST", `${of(session)}/queue/${turn}/${action}`, {
    version: 1,
    expectedVersion: 1,
    queueVersion: 1,
    text: "t",
    position: 0,
  });
}

export const proxyAttacks: Readonly<Record<string, Strategy>> = {
  "a write from another origin": (random, { ben }) => {
    const attack = random.oneIn(2)
      ? inQueue(random, ben.sessionId, ben.turnId)
      : byBen("POST", `${of(ben.sessionId)}/control`, { action: "pause" });
    const origin = random.pick<Attack["headers"]>([
      [["origin", "https://blog.product.test"]],
      [["sec-fetch-site", "same-site"]],
      [["origin", "null"]],
      [["origin", "http://app.product.test:444"]],
    ]);
    return expecting(403, "mutation_denied", { ...attack, headers: [...attack.headers, ...origin] });
  },
  "a body of another type": (random, { ben }) => {
    const attack = byBen("POST", `${of(ben.sessionId)}/events`, { type: "user.message", payload: { text: "hi" } });
    const headers = attack.headers.filter(([name]) => name !== "content-type");
    return expecting(415, "unsupported_media_type", {
      ...attack,
      headers: [
        ...headers,
        [
          "content-type",
          random.pick(["text/plain", "multipart/form-data; boundary=x", "text/json", "application/x-ndjson"]),
        ],
      ],
    });
  },
  "a body over the limit": (_random, { ben }) =>
    expecting(413, "body_too_large", byBen("POST", `${of(ben.sessionId)}/events`, " ".repeat(1_048_577))),
  "a body that never ends": (random, { ben }) => {
    const [method, path, body] = random.pick(sessionWrites.slice(0, -1));
    return unfinished(random, byBen(method, of(ben.sessionId) + path, body));
  },
  "a body that is no JSON object": (random, { ben }) =>
    expecting(400, "invalid_body", {
      ...byBen("POST", `${of(ben.sessionId)}/events`, "{"),
      body: random.pick(["{", "[]", "1", '"a"', "nul", `${"[".repeat(5_000)}${"]".repeat(5_000)}`]),
    }),
  "a session of Ana, or of nobody": (random, { ana }) =>
    expecting(404, "session_not_found", anySessionRoute(random, random.pick([ana.sessionId, unknownId, "x"]))),
  "a queue item of Ana": (random, { ana }) =>
    expecting(404, "session_not_found", inQueue(random, ana.sessionId, ana.turnId)),
  "a file of Ana, or of nobody": (random, { ana }) =>
    expecting(404, "file_not_found", fileOf(random, random.pick([ana.fileId, unknownId]))),
  "another workspace": (random, { ana, mallory }) =>
    expecting(
      403,
      "workspace_not_allowed",
      byBen(
        "GET",
        `/api/service/v1/workspaces/${random.pick([mallory.workspaceId, unknownId, "x"])}/sessions/${ana.sessionId}`,
      ),
    ),
  "no row of the table": (random, { ben, organizationId }) =>
    expecting(
      404,
      "route_not_allowed",
      byBen(
        ...random.pick<readonly [string, string, unknown?]>([
          ["GET", "/api/service/v1/access/me"],
          ["GET", `/api/service/v1/organizations/${organizationId}/api-keys`],
          ["POST", `/api/service/v1/organizations/${organizationId}/api-keys`, { name: "x", access: "full" }],
          ["DELETE", of(ben.sessionId)],
          ["GET", `/api/service/v1/organizations/${organizationId}/sessions`],
          ["PUT", "/api/service/v1/workspaces/external", { externalSource: "a", externalId: "b", name: "c" }],
          ["GET", `${mount}/sessions/..%2f..%2f..`],
          ["GET", "/api/service/healthz"],
          ["GET", "/api/service/v1//workspaces"],
          ["GET", `${of(ben.sessionId)}/events/`],
          ["POST", `${mount}/inference-control`, {}],
          ["PATCH", "/api/service/v1/workspaces/current", {}],
        ]),
      ),
    ),
  "a field that a browser may not set": (random) =>
    expecting(
      400,
      "create_field_not_allowed",
      byBen("POST", `${mount}/sessions`, {
        initialMessage: "hi",
        [random.pick(["endUser", "agentAccess", "memoryScope", "mcpServers", "instructions", "parentSessionId"])]:
          random.pick(["workspace", {}, [], "x"]),
      }),
    ),
  "a session without a message": (random) =>
    expecting(
      400,
      "initial_message_required",
      byBen("POST", `${mount}/sessions`, { initialMessage: random.pick(["", null, 1, {}]) }),
    ),
  "an event of another type": (random, { ben }) =>
    expecting(
      403,
      "event_not_allowed",
      byBen("POST", `${of(ben.sessionId)}/events`, {
        type: random.pick([
          "agent.message.completed",
          "turn.completed",
          "session.status.changed",
          "__proto__",
          "user.cancel ",
        ]),
        payload: {},
      }),
    ),
  "a control that is the host's": (random, { ben }) =>
    expecting(
      403,
      "control_not_allowed",
      byBen("POST", `${of(ben.sessionId)}/control`, {
        action: random.pick(["cancel", "terminate", ["pause"], { toString: "pause" }, null, 1]),
      }),
    ),
  "an actor": (random, { ben }) =>
    expecting(
      400,
      "field_not_allowed",
      byBen("POST", `${of(ben.sessionId)}${random.pick(["/steer", "/control"])}`, {
        action: "pause",
        text: "hi",
        actor: { id: "ana" },
      }),
    ),
  credentials: (_random, { ben }) =>
    expecting(
      403,
      "credential_update_not_allowed",
      byBen("POST", `${of(ben.sessionId)}/steer`, {
        text: "hi",
        mcpCredentialUpdates: [{ serverId: "a", headers: { a: "b" } }],
      }),
    ),
  "a resource that is no file": (random, { ben }) =>
    expecting(
      403,
      "resource_not_allowed",
      byBen("POST", `${of(ben.sessionId)}/steer`, {
        text: "hi",
        resources: [
          random.pick<unknown>([{ kind: "repository", url: "https://evil.test" }, 1, null, { kind: "__proto__" }]),
        ],
      }),
    ),
  "a list that is no page": (random) =>
    expecting(
      400,
      "page_view_required",
      byBen("GET", `${mount}/sessions${random.pick(["", "?view=all", "?view=page&view=all", "?view="])}`),
    ),
  "the forensic log": (random, { ben }) =>
    expecting(
      403,
      "forensic_events_not_allowed",
      byBen("GET", `${of(ben.sessionId)}/events?${random.pick(["mode=forensic", "mode=compact&mode=forensic"])}`),
    ),
  "a key of no shape": (random) =>
    expecting(
      400,
      random.pick(["invalid_idempotency_key"]),
      byBen("POST", `${mount}/sessions`, {
        initialMessage: "hi",
        idempotencyKey: random.pick<unknown>(["", 1, {}, "k".repeat(1_000)]),
      }),
    ),
  "an event key of no shape": (random) =>
    expecting(
      400,
      "invalid_client_event_id",
      byBen("POST", `${mount}/sessions`, {
        initialMessage: "hi",
        clientEventId: random.pick<unknown>(["", 1, {}, "k".repeat(1_000)]),
      }),
    ),
  "another person's identity token": (random, { ben }) => {
    const attack = byBen("POST", `${of(ben.sessionId)}/control`, { action: "pause" });
    return expecting(409, "identity_changed", {
      ...attack,
      headers: [...attack.headers, ["x-service-identity", random.pick(["0", "a"]).repeat(64)]],
    });
  },
  "a method of no route": (random, { ben }) =>
    expecting(405, "method_not_allowed", byBen(random.pick(["OPTIONS", "PROPFIND"]), of(ben.sessionId))),
  nobody: (random, { ana, ben }) => {
    const attack = anySessionRoute(random, random.pick([ana.sessionId, ben.sessionId]));
    const rest = attack.headers.filter(([name]) => name !== "cookie");
    return { ...attack, actor: "nobody", headers: rest, expected: { status: 401 } };
  },
  "a spoilt body": (random, stage) => {
    const [method, path, body] = random.pick(sessionWrites);
    return byBen(method, of(stage.ben.sessionId) + path, spoil(random, body), [strangeHeader(random, stage)]);
  },
  "bytes for a body": (random, stage) => {
    const [method, path] = random.pick(sessionWrites);
    return {
      ...byBen(method, of(stage.ben.sessionId) + path, "{}", [strangeHeader(random, stage)]),
      body: badBytes(random),
    };
  },
  "foreign ids everywhere": (random, stage) =>
    random.oneIn(2)
      ? anySessionRoute(random, foreignId(random, stage))
      : inQueue(random, stage.ben.sessionId, foreignId(random, stage)),
  "an upload of no shape": (random, stage) =>
    byBen(
      "POST",
      `${mount}/files/uploads`,
      spoil(random, { filename: "a.txt", contentType: "text/html", sizeBytes: 3, sha256: "0".repeat(64) }),
      [strangeHeader(random, stage)],
    ),
  "a strange query": (random, stage: Stage) =>
    byBen(
      "GET",
      `${of(stage.ben.sessionId)}/events?${random.pick(["after", "before", "limit", "includeTypes", "direction", "latest", "compact", "payloadMode"])}=${random.pick(["-1", "x", "%00", "%FF", "9".repeat(40), "true", "__proto__", "newest", ""])}`,
      undefined,
      [strangeHeader(random, stage)],
    ),
};

function fileOf(random: Random, id: string): Attack {
  const [method, path] = random.pick<readonly [string, string]>([
    ["GET", ""],
    ["POST", "/download-url"],
    ["GET", "/content"],
  ]);
  return byBen(method, `${mount}/files/${id}${path}`);
}
