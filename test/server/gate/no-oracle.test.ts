import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routeTable } from "../../../src/server/proxy/route-table.js";
import type { SessionProxyOptions } from "../../../src/server/proxy/proxy-options.js";
import { ask, createBackend, source, type Backend } from "../../support/backend.js";

/**
 * For every id that a caller can send: an id of another person and a missing one get the same response, after the
 * same requests to the service.
 */

interface Names {
  readonly sessionId: string;
  readonly turnId: string;
  readonly requestId: string;
  readonly fileId: string;
}

let backend: Backend;
let own: Names;
let theirs: Names;
const missing = (): Names => ({
  sessionId: crypto.randomUUID(),
  turnId: crypto.randomUUID(),
  requestId: crypto.randomUUID(),
  fileId: crypto.randomUUID(),
});

beforeAll(async () => {
  backend = await createBackend();
  own = await namesOf("ana");
  theirs = await namesOf("ben");
});
afterAll(() => backend.close());

/** A session that waits for an answer, with a message behind it, and a file that is announced. */
async function namesOf(user: string): Promise<Names> {
  const { client } = backend.service;
  const chat = await backend.service.chat({ tenant: "acme", user, conversation: "c1" });
  await chat.send("/ask");
  const { sessionId, workspaceId } = chat;
  const ref = { sessionId, workspaceId };
  await client.sendEvent(ref, { type: "user.message", payload: { text: "next" } });
  const [request] = await client.listHumanInputRequests(ref);
  const queue = await client.getQueue(ref);
  const { fileId } = await client.beginUpload(
    { filename: "a.txt", contentType: "text/plain", sizeBytes: 3, endUser: { source, id: user } },
    { workspaceId },
  );
  return { sessionId, turnId: queue.items[0]?.id ?? "", requestId: request?.id ?? "", fileId };
}

/** The answer and the requests behind it, with the ids that were named taken out. */
async function outcome(request: Request, named: Names, options: Partial<SessionProxyOptions> = {}) {
  const before = backend.calls.length;
  const isChat = new URL(request.url).pathname.startsWith("/api/chat");
  const door = isChat ? backend.chat() : backend.proxy({ createSession: () => ({}), ...options });
  const response = await door(request);
  const text = await response.text();
  const plain = (given: string) =>
    Object.entries(named)
      .reduce((rest, [name, id]) => rest.replaceAll(id, `<${name}>`), given)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<uuid>");
  const calls = backend.calls.slice(before).map(({ method, path, body }) => plain(`${method} ${path} ${body}`));
  const headers = [...response.headers].filter(([name]) => name !== "x-service-correlation-id");
  return { status: response.status, headers, body: plain(text), calls };
}

const bodies: Readonly<Record<string, (named: Names) => object>> = {
  events: () => ({ type: "user.message", payload: { text: "hi" } }),
  control: () => ({ action: "pause" }),
  move: ({ turnId }) => ({ expectedQueueVersion: 1, beforeTurnId: turnId }),
  edit: () => ({ expectedTurnVersion: 1, expectedDraftRevision: 0 }),
  steer: () => ({ text: "hi", expectedTurnVersion: 1 }),
  delete: () => ({ expectedTurnVersion: 1 }),
  submit: () => ({ text: "hi", expectedDraftRevision: 0 }),
  "composer-draft": () => ({ text: "hi", expectedRevision: 0 }),
  goal: () => ({ text: "x", expectedObjectiveRevision: 1 }),
  sessions: () => ({ initialMessage: "hi" }),
  uploads: () => ({ filename: "a", contentType: "text/plain", sizeBytes: 3 }),
};

function proxyRequest(method: string, path: string, ids: Names, body?: object): Request {
  const named: Readonly<Record<string, string>> = { ...ids, uploadId: ids.fileId, workspaceId: "current" };
  const filled = path.replaceAll(/:(\w+)/g, (_part, name: string) => named[name] ?? "");
  const isWrite = !["GET", "DELETE"].includes(method);
  const sent = isWrite ? (body ?? bodies[path.split("/").at(-1) ?? ""]?.(ids) ?? {}) : undefined;
  return ask(method, `/api/service/v1/${filled}`, sent, { conversation: "" });
}

const withIds = routeTable.filter(({ path }) => /:(?!workspaceId)/.test(path));

describe.each(withIds)("$method $path", ({ method, path }) => {
  const others = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name).filter((name) => name !== "workspaceId");

  it.each(others)("answers another person's %s like a missing one", async (name) => {
    const field = name === "uploadId" ? "fileId" : name;
    const of = (names: Names) => ({ ...own, [field]: names[field as keyof Names] });
    const none = missing();
    const refused = await outcome(proxyRequest(method, path, of(theirs)), theirs);
    expect(refused).toEqual(await outcome(proxyRequest(method, path, of(none)), none));
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });
});

describe("ids in bodies and queries of the proxy", () => {
  const session = "workspaces/:workspaceId/sessions/:sessionId";
  const event = (type: string, payload: object) => ({ type, payload });
  const answers = { outcome: "answered", answers: [] };
  it.each<[string, string, string, (named: Names) => object]>([
    [
      "a file of a message",
      "POST",
      `${session}/events`,
      ({ fileId }) => event("user.message", { text: "x", resources: [{ kind: "file", fileId }] }),
    ],
    [
      "a file of a steer",
      "POST",
      `${session}/steer`,
      ({ fileId }) => ({ text: "x", resources: [{ kind: "file", fileId }] }),
    ],
    [
      "a file of a draft",
      "PUT",
      `${session}/composer-draft`,
      ({ fileId }) => ({ text: "x", expectedRevision: 0, resources: [{ kind: "file", fileId }] }),
    ],
    [
      "an approval",
      "POST",
      `${session}/events`,
      ({ requestId }) => event("user.approvalDecision", { approvalId: requestId, decision: "approve" }),
    ],
    [
      "a question",
      "POST",
      `${session}/events`,
      ({ requestId }) => event("user.humanInputResponse", { requestId, response: answers }),
    ],
    ["a turn to interrupt", "POST", `${session}/control`, ({ turnId }) => ({ action: "interrupt", turnId })],
    [
      "a turn of a draft",
      "POST",
      `${session}/composer-draft/submit`,
      ({ turnId }) => ({ text: "x", expectedDraftRevision: 9, sourceTurnId: turnId, sourceTurnVersion: 1 }),
    ],
  ])("get the same response for another person's and for missing ones: %s", async (_what, method, path, bodyOf) => {
    const none = missing();
    const refused = await outcome(proxyRequest(method, path, own, bodyOf(theirs)), theirs);
    expect(refused).toEqual(await outcome(proxyRequest(method, path, own, bodyOf(none)), none));
  });

  const list = (query: string) =>
    ask("GET", `/api/service/v1/workspaces/current/sessions?view=page&${query}`, undefined, { conversation: "" });
  it.each([{ sessionList: "mine" }, { sessionList: "visible" }] as const)(
    "list the same of a parent, with %j",
    async (options) => {
      const none = missing();
      const { client } = backend.service;
      const workspaceId = await backend.service.workspaceId({ tenant: "acme" });
      const child = {
        workspaceId,
        initialMessage: "/say hi",
        parentSessionId: theirs.sessionId,
        endUser: { source, id: "ben" },
      };
      await client.createSession(child);
      await client.createSession(child);
      const asked = ({ sessionId }: Names) => list(`limit=1&parentSessionId=${sessionId}`);
      expect(await outcome(asked(theirs), theirs, options)).toEqual(await outcome(asked(none), none, options));
    },
  );

  it("list the same for a cursor at another person's place", async () => {
    const none = missing();
    const asked = ({ sessionId }: Names) => list(`cursor=1_${sessionId}`);
    expect(await outcome(asked(theirs), theirs)).toEqual(await outcome(asked(none), none));
  });

  it("allow the same idempotency key as another person's", async () => {
    const made = (user: string) =>
      backend.proxy({ createSession: () => ({}) })(
        ask(
          "POST",
          "/api/service/v1/workspaces/current/sessions",
          { initialMessage: "/say hi", idempotencyKey: "k" },
          { user, conversation: "" },
        ),
      );
    const [ana, ben] = [await (await made("ana")).json(), await (await made("ben")).json()] as { id: string }[];
    expect(ana?.id).not.toBe(ben?.id);
  });

  it("name a session beside a file", async () => {
    const none = missing();
    const asked = ({ sessionId, fileId }: Names) =>
      ask("GET", `/api/service/v1/workspaces/current/files/${fileId}?session=${sessionId}`, undefined, {
        conversation: "",
      });
    for (const of of [
      (names: Names) => ({ ...own, fileId: names.fileId }),
      (names: Names) => ({ ...own, sessionId: names.sessionId }),
      (names: Names) => names,
    ]) {
      expect(await outcome(asked(of(theirs)), theirs)).toEqual(await outcome(asked(of(none)), none));
    }
  });
});

describe("ids at the chat handler", () => {
  const responses = { headers: { "x-service-chat-format": "responses" }, conversation: "" };
  const follows = (sessionId: string, more: object = {}) =>
    ask("POST", "/api/chat", { input: "hi", previous_response_id: `resp_${sessionId}_7` }, { ...responses, ...more });
  it.each<[string, (named: Names) => Request]>([
    ["an earlier answer", ({ sessionId }) => follows(sessionId)],
    ["an earlier answer beside a conversation", ({ sessionId }) => follows(sessionId, { conversation: "c1" })],
    ["a turn to stop", ({ turnId }) => ask("POST", "/api/chat/stop", { turnId })],
    ["an approval", ({ requestId }) => ask("POST", "/api/chat/respond", { requestId, decision: "approve" })],
    ["a question", ({ requestId }) => ask("POST", "/api/chat/respond", { requestId, skip: true })],
    [
      "a conversation named by a session's id",
      ({ sessionId }) => ask("GET", "/api/chat", undefined, { conversation: sessionId }),
    ],
  ])("get the same response for another person's and for missing ones: %s", async (_what, request) => {
    const none = missing();
    const refused = await outcome(request(theirs), theirs);
    expect(refused).toEqual(await outcome(request(none), none));
  });
});
