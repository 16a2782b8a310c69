import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServiceClient } from "../../../src/api/service-client.js";
import { routeTable } from "../../../src/server/proxy/route-table.js";
import type { SessionProxyOptions } from "../../../src/server/proxy/proxy-options.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { bodyOf, createBackend, resolveHeaders, type Backend } from "../../support/backend.js";
import { serviceRoutes } from "../../support/service-routes.js";
import { code, message, request, upstreamWith, type BrowserOptions } from "./browser-request.js";

let backend: Backend;
let sessionId: string;
let proxy: (request: Request) => Promise<Response>;
beforeEach(async () => {
  backend = await createBackend();
  const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  await chat.send("/say hi");
  sessionId = chat.sessionId;
  proxy = backend.proxy();
});
afterEach(() => backend.close());

const session = (rest = "") => `workspaces/current/sessions/${sessionId}${rest}`;
const go = (method: string, path: string, body?: unknown, options?: BrowserOptions) =>
  proxy(request(method, path, body, options));

/** The browser's own client, as this user, through a proxy. */
function browser(user = "ana", options: Partial<SessionProxyOptions> = {}): ServiceClient {
  const through = backend.proxy(options);
  const fetch: typeof globalThis.fetch = (input, init) => {
    const asked = new Request(new URL(input as string, "https://host.test"), init);
    asked.headers.set("x-user", user);
    return through(asked);
  };
  return new ServiceClient({ baseUrl: "/api/service", fetch });
}
const ref = () => ({ sessionId });

/** A turn that runs for long, and prompts that wait behind it. */
async function waiting(...texts: readonly string[]) {
  const client = browser();
  await client.sendEvent(ref(), { type: "user.message", payload: { text: "/silence 60" } });
  for (const text of texts) await client.sendEvent(ref(), { type: "user.message", payload: { text } });
  for (;;) {
    const queue = await client.getQueue(ref());
    if (queue.items.length === texts.length && queue.items[0]?.prompt === texts[0]) return { client, queue };
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("a person's queue", () => {
  it("is moved, sent ahead and emptied, and each write names its author", async () => {
    const { client, queue } = await waiting("one", "two");
    const [one, two] = queue.items;
    const moved = await client.moveQueuedTurn(ref(), two?.id ?? "", {
      expectedQueueVersion: queue.version,
      beforeTurnId: one?.id ?? null,
    });
    expect(moved.items.map(({ prompt }) => prompt)).toEqual(["two", "one"]);
    const removed = await client.deleteQueuedTurn(ref(), two?.id ?? "", {
      expectedTurnVersion: moved.items[0]?.version ?? 0,
    });
    expect(removed.items.map(({ prompt }) => prompt)).toEqual(["one"]);
    const turn = removed.items[0];
    await client.steerQueuedTurn(ref(), turn?.id ?? "", { expectedTurnVersion: turn?.version ?? 0 });
    const writes = backend.calls.filter(({ path }) => /\/queue\/.+\/(move|steer|delete)$/.test(path));
    expect(writes.map(({ headers }) => JSON.parse(headers.get("x-service-actor") ?? "{}"))).toEqual(
      writes.map(() => ({ source: "host", id: "ana" })),
    );
    expect(writes).toHaveLength(3);
  });

  it("is returned in its current state after another person's change", async () => {
    const { client, queue } = await waiting("one", "two");
    const late = { expectedQueueVersion: queue.version - 1, beforeTurnId: null };
    await expect(client.moveQueuedTurn(ref(), queue.items[0]?.id ?? "", late)).rejects.toMatchObject({
      status: 409,
      code: "QUEUE_VERSION_CHANGED",
      details: { current: { queueVersion: queue.version } },
    });
  });

  it("gives a prompt back into that person's own draft", async () => {
    const { client, queue } = await waiting("one");
    const turn = queue.items[0];
    const body = { expectedTurnVersion: turn?.version ?? 0, expectedDraftRevision: 0 };
    const { snapshot, draft } = await client.editQueuedTurn(ref(), turn?.id ?? "", body);
    expect(snapshot.items).toEqual([]);
    expect(draft.text).toBe("one");
    expect(await client.getComposerDraft(ref())).toEqual(draft);
  });
});

describe("a person's draft", () => {
  it("is saved, reports a change elsewhere, and is sent", async () => {
    const client = browser();
    const kept = await client.putComposerDraft(ref(), { text: "/say sent", expectedRevision: 0 });
    await expect(client.putComposerDraft(ref(), { text: "late", expectedRevision: 0 })).rejects.toMatchObject({
      status: 409,
      code: "DRAFT_CHANGED",
    });
    const body = { text: kept.text, expectedDraftRevision: kept.revision };
    const { accepted, draft } = await client.submitComposerDraft(ref(), body);
    expect(accepted).toMatchObject({ type: "user.message", payload: { text: "/say sent", actor: { id: "ana" } } });
    expect(draft.text).toBe("");
  });

  it("is not read or written by another who may open the session", async () => {
    await browser().putComposerDraft(ref(), { text: "ana's", expectedRevision: 0 });
    const ben = browser("ben", { authorizeSession: () => true });
    expect((await ben.getComposerDraft(ref())).text).toBe("");
    await ben.putComposerDraft(ref(), { text: "ben's", expectedRevision: 0 });
    expect((await browser().getComposerDraft(ref())).text).toBe("ana's");
  });

  it.each([
    ["PUT", "/composer-draft", { expectedRevision: 0 }],
    ["POST", "/composer-draft/submit", { expectedDraftRevision: 1, clientEventId: "x" }],
  ])("takes by %s %s what a message takes, and nothing more", async (method, path, more) => {
    const body = { text: "hi", ...more };
    const write = (field: object) => code(go(method, session(path), { ...body, ...field }));
    expect(await write({ mcpCredentialUpdates: [] })).toEqual([403, "credential_update_not_allowed"]);
    expect(await write({ resources: [{ kind: "repository" }] })).toEqual([403, "resource_not_allowed"]);
    expect(await write({ actor: { id: "eve" } })).toEqual([400, "field_not_allowed"]);
  });
});

describe("a session's goal", () => {
  it("is none, set, paused, rewritten and cleared", async () => {
    const client = browser();
    expect(await client.getGoal(ref())).toBeNull();
    await client.sendEvent(ref(), { type: "user.message", payload: { text: "/goal Find it" } });
    let goal = await client.getGoal(ref());
    for (; goal === null; goal = await client.getGoal(ref())) await new Promise((resolve) => setImmediate(resolve));
    expect(goal).toMatchObject({ text: "Find it", status: "active" });
    expect(await client.updateGoal(ref(), { status: "paused", rationale: "lunch" })).toMatchObject({
      status: "paused",
    });
    const edit = { text: "Find both", expectedObjectiveRevision: goal.objectiveRevision };
    expect(await client.updateGoal(ref(), edit)).toMatchObject({ text: "Find both" });
    await expect(client.updateGoal(ref(), edit)).rejects.toMatchObject({ status: 409 });
    await client.deleteGoal(ref());
    expect(await client.getGoal(ref())).toBeNull();
  });
});

describe("a message on its way", () => {
  const sent = () => backend.calls.filter(({ method, path }) => method === "POST" && path.includes("/sessions"));
  const last = () => JSON.parse(sent().at(-1)?.body ?? "{}");

  it("is completed by the host, whose fields have priority", async () => {
    const told: unknown[] = [];
    proxy = backend.proxy({
      createSession: () => ({}),
      beforeForwardMessage: (asked) => {
        told.push(asked);
        return { modelContext: "Ana is on page 7." };
      },
    });
    await go("POST", session("/events"), message("/say hi", { payload: { text: "/say hi", modelContext: "Mine." } }));
    expect(last().payload.modelContext).toBe("Ana is on page 7.\n\nMine.");
    await go("POST", session("/steer"), { text: "/say hi", clientEventId: "s" });
    expect(last().modelContext).toBe("Ana is on page 7.");
    await go("PUT", session("/composer-draft"), { text: "/say hi", expectedRevision: 0 });
    await go("POST", session("/composer-draft/submit"), {
      text: "/say hi",
      expectedDraftRevision: 1,
      clientEventId: "d",
    });
    expect(last().modelContext).toBe("Ana is on page 7.");
    await go("POST", "workspaces/current/sessions", { initialMessage: "/say hi" });
    expect(last().modelContext).toBe("Ana is on page 7.");
    await go("POST", session("/events"), { type: "user.pause", clientEventId: "p" });
    expect(told).toEqual([
      { sessionId, delivery: "send" },
      { sessionId, delivery: "steer" },
      { sessionId, delivery: "submit" },
      { delivery: "create" },
    ]);
  });

  it("is the same message again under its key, whatever the host adds by now", async () => {
    let page = 0;
    proxy = backend.proxy({ beforeForwardMessage: () => ({ modelContext: `Ana is on page ${(page += 1)}.` }) });
    const sent = message("/say hi");
    const [first, again] = [await go("POST", session("/events"), sent), await go("POST", session("/events"), sent)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect((await bodyOf(again)).id).toBe((await bodyOf(first)).id);
    const other = { ...sent, payload: { text: "/say bye" } };
    expect(await code(go("POST", session("/events"), other))).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
  });

  it("is refused by the host, and nothing is sent", async () => {
    proxy = backend.proxy({ beforeForwardMessage: () => new Response("Not today", { status: 402 }) });
    const before = sent().length;
    expect((await go("POST", session("/events"), message("hi"))).status).toBe(402);
    expect(sent()).toHaveLength(before);
  });

  it("chooses no model where the host has locked that", async () => {
    const choice = { model: "big", reasoningEffort: "max", latencyMode: "fast" };
    await go("POST", session("/events"), message("/say hi", { payload: { text: "/say hi", ...choice } }));
    expect(last().payload).toMatchObject(choice);
    proxy = backend.proxy({ modelSelection: false });
    await go("POST", session("/events"), message("/say hi", { payload: { text: "/say hi", ...choice } }));
    expect(Object.keys(last().payload)).toEqual(["text"]);
    await go("POST", session("/steer"), { text: "/say hi", clientEventId: "s", ...choice });
    expect(Object.keys(last()).toSorted()).toEqual(["clientEventId", "text"]);
    expect(await bodyOf(await go("GET", "config/client"))).toMatchObject({ modelSelection: false });
    expect(await code(go("GET", "workspaces/current/model-catalog"))).toEqual([404, "route_not_allowed"]);
  });
});

describe("a list of sessions", () => {
  it("lists everything that the host's rule lets the person open, where it is enabled", async () => {
    const ben = await backend.service.chat({ tenant: "acme", user: "ben", conversation: "c2" });
    await ben.send("/say hi");
    const ids = async (client: ServiceClient) => (await client.listSessionPage()).sessions.map(({ id }) => id);
    expect(await ids(browser())).toEqual([sessionId]);
    const all = await ids(browser("ana", { sessionList: "visible", authorizeSession: () => true }));
    expect([...all].toSorted()).toEqual([sessionId, ben.sessionId].toSorted());
    expect(await ids(browser("ana", { sessionList: "visible" }))).toEqual([sessionId]);
  });
});

describe("a session's relatives", () => {
  it("are those that the person may open", async () => {
    const client = browser();
    await client.sendEvent(ref(), { type: "user.message", payload: { text: "/child /say done" } });
    const children = async (asked = client) => (await asked.getLineage(ref())).children.map(({ id }) => id);
    let own = await children();
    for (; own.length === 0; own = await children()) await new Promise((resolve) => setImmediate(resolve));
    expect((await client.getSession({ sessionId: own[0] ?? "" })).parentSessionId).toBe(sessionId);
    const strict = browser("ana", { authorizeSession: ({ id }) => id === sessionId });
    expect(await children(strict)).toEqual([]);
    expect((await client.getLineage(ref())).treeStats.totalDescendants).toBe(1);
    expect((await strict.getLineage(ref())).treeStats.totalDescendants).toBe(0);
  });
});

describe("a relative removed while its relatives are read", () => {
  it("is omitted, and the others are returned", async () => {
    const { service } = backend;
    const { workspaceId } = await service.client.getSession({
      sessionId,
      workspaceId: await service.workspaceId({ tenant: "acme" }),
    });
    const child = { workspaceId, initialMessage: "/say hi", parentSessionId: sessionId };
    const [gone, kept] = [await service.client.createSession(child), await service.client.createSession(child)];
    const racing = upstreamWith(service, async (asked) => {
      const answer = await service.forward(asked);
      await service.client.deleteSession({ sessionId: gone.id, workspaceId });
      return answer;
    });
    const through = createSessionProxy(racing, { resolve: resolveHeaders, authorizeSession: () => true });
    const { children } = await bodyOf(await through(request("GET", session("/lineage"))));
    expect(children.map(({ id }: { id: string }) => id)).toEqual([kept.id]);
  });
});

describe("the host's hooks", () => {
  it("never receive more of a body than the limit, and each may read it", async () => {
    const read: string[] = [];
    proxy = backend.proxy({
      maxBodyBytes: 300,
      resolve: async (asked) => {
        read.push(await asked.text());
        return { tenant: "acme", user: "ana" };
      },
      authorizeMutation: async (asked) => (await asked.text()) === read.at(-1),
    });
    expect((await go("POST", session("/events"), message("/say hi"))).status).toBe(200);
    expect(read).toHaveLength(1);
    expect(await code(go("POST", session("/events"), message("x".repeat(400))))).toEqual([413, "body_too_large"]);
    expect(read).toHaveLength(1);
  });
});

describe("every route of the service", () => {
  it("is in the proxy's table, or is refused as one that is not there", async () => {
    const routes = await serviceRoutes();
    expect(routes.length).toBeGreaterThan(30);
    const shape = (path: string) => path.replace(/^\/v1\//, "").replaceAll(/:\w+/g, ":id");
    const allowed = new Set(routeTable.map(({ method, path }) => `${method} ${shape(path)}`));
    const refused: string[] = [];
    for (const { method, path } of routes) {
      if (allowed.has(`${method} ${shape(path)}`)) continue;
      refused.push(`${method} ${shape(path)}`);
      const at = path.replace("/v1/", "").replaceAll(/:\w+/g, "x1");
      expect(await code(go(method, at, method === "GET" ? undefined : {}))).toEqual([404, "route_not_allowed"]);
    }
    // Every route that a browser may not call: a new route of the service must be added to one side.
    expect(refused.toSorted()).toMatchInlineSnapshot(`
      [
        "DELETE organizations/:id/api-keys/:id",
        "DELETE workspaces/:id/files/:id",
        "DELETE workspaces/:id/members/:id",
        "GET access/me",
        "GET machine/commands",
        "GET organizations/:id/api-keys",
        "GET organizations/:id/audit",
        "GET organizations/:id/members",
        "GET organizations/:id/sessions",
        "GET organizations/:id/workspaces",
        "GET workspaces",
        "GET workspaces/:id/audit",
        "GET workspaces/:id/export",
        "GET workspaces/:id/members",
        "GET workspaces/:id/sessions/:id/files/:id",
        "GET workspaces/:id/usage/people",
        "PATCH organizations/:id/members/:id",
        "PATCH workspaces/:id",
        "PATCH workspaces/:id/members/:id",
        "POST enrollments/device/poll",
        "POST enrollments/device/start",
        "POST machine/commands/:id/output",
        "POST machine/commands/:id/result",
        "POST machine/commands/:id/start",
        "POST organizations/:id/api-keys",
        "POST webhooks/automations/:id",
        "POST workspaces",
        "POST workspaces/:id/enrollments/token",
        "POST workspaces/:id/erasures",
        "POST workspaces/:id/members",
        "PUT workspaces/external",
      ]
    `);
  });
});
