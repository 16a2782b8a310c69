/** Attacks on the service itself: without a key, with a bad one, and with the key of another organization. */
import { byMallory, expecting, type Attack, type Strategy } from "./attack.js";
import type { Random } from "./random.js";
import type { Stage } from "./stage.js";
import { badBytes, foreignId, spoil, strangeHeader } from "./values.js";

const own = ({ mallory }: Stage) => `/v1/workspaces/${mallory.workspaceId}/sessions/${mallory.sessionId}`;
const writes: readonly (readonly [string, string, unknown])[] = [
  ["POST", "/events", { type: "user.message", payload: { text: "hi" }, clientEventId: "k" }],
  ["POST", "/steer", { text: "hi" }],
  ["POST", "/control", { action: "pause" }],
  ["PUT", "/composer-draft", { text: "hi", revision: 0 }],
  ["PATCH", "/goal", { text: "g" }],
  ["PATCH", "", { title: "t" }],
];

function withHeaders(attack: Attack, name: string, value: string | null): Attack {
  const rest = attack.headers.filter(([given]) => given !== name);
  return { ...attack, headers: value === null ? rest : [...rest, [name, value]] };
}

function anyRoute(random: Random, stage: Stage): Attack {
  const { ana, mallory, organizationId } = stage;
  const workspace = random.pick([ana.workspaceId, mallory.workspaceId]);
  const [method, path, body] = random.pick(writes);
  return random.pick([
    byMallory(stage, method, `/v1/workspaces/${workspace}/sessions/${ana.sessionId}${path}`, body),
    byMallory(
      stage,
      "GET",
      `/v1/workspaces/${workspace}/sessions/${ana.sessionId}${random.pick(["", "/events", "/events/stream", "/queue", "/turns", "/goal"])}`,
    ),
    byMallory(stage, "GET", `/v1/workspaces/${ana.workspaceId}/sessions`),
    byMallory(stage, "GET", `/v1/workspaces/${workspace}/files/${ana.fileId}${random.pick(["", "/content"])}`),
    byMallory(
      stage,
      "GET",
      `/v1/organizations/${organizationId}/${random.pick(["api-keys", "sessions", "workspaces"])}`,
    ),
    byMallory(stage, "POST", `/v1/organizations/${organizationId}/api-keys`, { name: "x", access: "full" }),
  ]);
}

export const serviceAttacks: Readonly<Record<string, Strategy>> = {
  "no key, or a bad one": (random, stage) => {
    const key = random.pick([
      null,
      "",
      "Bearer",
      "Bearer ",
      "Bearer svk_guess",
      "Basic c3ZrOng=",
      `Bearer ${stage.mallory.apiKey}x`,
      "bearer\tx",
      "Bearer \u00e9",
    ]);
    const attack = withHeaders(
      random.oneIn(2) ? anyRoute(random, stage) : byMallory(stage, "GET", "/v1/access/me"),
      "authorization",
      key,
    );
    return { ...attack, actor: "nobody", expected: { status: 401 } };
  },
  "another organization": (random, stage) => anyRoute(random, stage),
  "a session that is not there": (random, stage) =>
    expecting(
      404,
      "not_found",
      byMallory(
        stage,
        "GET",
        `/v1/workspaces/${stage.mallory.workspaceId}/sessions/${random.pick([stage.ana.sessionId, "00000000-0000-4000-8000-000000000000", "x"])}`,
      ),
    ),
  "no route": (random, stage) =>
    byMallory(
      stage,
      random.pick(["GET", "POST", "PUT"]),
      random.pick(["/", "/v1", "/v1/x", "/v2/access/me", "/healthz/x", "//healthz", "/v1/workspaces/%2e%2e/x"]),
    ),
  "a method of no route": (random, stage) =>
    byMallory(
      stage,
      random.pick(["PUT", "DELETE", "PATCH"]),
      random.pick(["/healthz", "/v1/config/client", "/v1/access/me"]),
    ),
  "a spoilt body": (random, stage) => {
    const [method, path, body] = random.pick(writes);
    const attack = byMallory(stage, method, own(stage) + path, spoil(random, body));
    return { ...attack, headers: [...attack.headers, strangeHeader(random, stage)] };
  },
  "a spoilt session": (random, stage) =>
    byMallory(
      stage,
      "POST",
      `/v1/workspaces/${stage.mallory.workspaceId}/sessions`,
      spoil(random, {
        initialMessage: "hi",
        agentAccess: "user",
        endUser: { source: "a", id: "b" },
        mcpServers: [{ id: "a", url: "http://127.0.0.1:1/" }],
        skills: [],
        metadata: {},
        settings: {},
      }),
    ),
  "bytes for a body": (random, stage) => {
    const [method, path] = random.pick(writes);
    return { ...byMallory(stage, method, own(stage) + path, "{}"), body: badBytes(random) };
  },
  "foreign ids": (random, stage) =>
    byMallory(stage, "GET", `/v1/workspaces/${foreignId(random, stage)}/sessions/${foreignId(random, stage)}`),
};
