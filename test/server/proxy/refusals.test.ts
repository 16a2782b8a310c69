import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bodyOf, createBackend, type Backend } from "../../support/backend.js";
import { code, message, request, type BrowserOptions } from "./browser-request.js";

let backend: Backend;
let workspaceId: string;
let sessionId: string;
let proxy: (request: Request) => Promise<Response>;

beforeEach(async () => {
  backend = await createBackend();
  workspaceId = await backend.service.workspaceId({ tenant: "acme" });
  const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  await chat.send("/say hi");
  sessionId = chat.sessionId;
  proxy = backend.proxy();
});
afterEach(() => backend.close());

const session = (rest = "") => `workspaces/current/sessions/${sessionId}${rest}`;
const go = (method: string, path: string, body?: unknown, options?: BrowserOptions) =>
  proxy(request(method, path, body, options));
const upstream = (method: string) =>
  backend.calls.filter((call) => call.method === method && call.path.includes(sessionId));

describe("refusals, in order", () => {
  it("of a method", async () => {
    for (const method of ["OPTIONS", "HEAD"]) {
      const answer = await go(method, session());
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("GET, POST, PUT, PATCH, DELETE");
    }
  });

  it("by the host, untouched and before anything else is looked at", async () => {
    const answer = await proxy(new Request("https://host.test/nowhere", { method: "POST" }));
    expect([answer.status, await answer.json()]).toEqual([401, { error: "sign in" }]);
  });

  it("of a visitor without a user", async () => {
    proxy = backend.proxy({ resolve: () => ({ tenant: "acme" }) });
    expect(await code(go("GET", session()))).toEqual([401, "user_required"]);
  });

  it.each([
    {},
    { tenant: "" },
    { tenant: "acme", user: "" },
    { tenant: 1 },
    "x",
    { tenant: "a", workspaceId: "b" },
    { tenant: "a", role: "root" },
  ])("of a host whose resolve gives %j", async (resolution) => {
    proxy = backend.proxy({ resolve: () => resolution as never });
    expect(await code(go("GET", session()))).toEqual([500, "resolve_invalid"]);
  });

  it.each([
    ["GET", "workspaces"],
    ["GET", "organizations/o/api-keys"],
    ["GET", "access/me"],
    ["PUT", "workspaces/external"],
    ["DELETE", "workspaces/current/sessions/s"],
    ["POST", "workspaces/current/sessions"],
    ["GET", "workspaces/current/sessions/s/secrets"],
    ["GET", "workspaces/current/sessions/..%2Fother"],
    ["GET", "workspaces/current/sessions/a%20b"],
    ["GET", "workspaces/current/sessions/%E0%A4%A"],
    ["GET", "workspaces/current/sessions/s/"],
    ["GET", `workspaces/current/sessions/${"x".repeat(129)}`],
    ["POST", "workspaces/current/inference-control"],
  ])("of %s %s, which is not in the table", async (method, path) => {
    const body = method === "GET" ? undefined : {};
    expect(await code(go(method, path, body))).toEqual([404, "route_not_allowed"]);
    expect(upstream("DELETE")).toEqual([]);
  });

  it("of a path outside the mount", async () => {
    proxy = backend.proxy({ basePath: "/api/service/" });
    expect((await go("GET", session())).status).toBe(200);
    const beside = new Request(`https://host.test/other/v1/${session()}`, { headers: { "x-user": "ana" } });
    expect(await code(proxy(beside))).toEqual([404, "route_not_allowed"]);
  });

  it("of a write from another site, and of one the host does not mean", async () => {
    const foreign = { headers: { "sec-fetch-site": "cross-site" } };
    expect(await code(go("POST", session("/events"), message("hi"), foreign))).toEqual([403, "mutation_denied"]);
    expect((await go("GET", session(), undefined, foreign)).status).toBe(200);
    proxy = backend.proxy({ authorizeMutation: (asked) => asked.headers.get("x-csrf") === "token" });
    expect(await code(go("POST", session("/events"), message("hi")))).toEqual([403, "mutation_denied"]);
    expect((await go("POST", session("/events"), message("hi"), { headers: { "x-csrf": "token" } })).status).toBe(200);
  });

  it("of another workspace", async () => {
    const other = await backend.service.workspaceId({ tenant: "globex" });
    expect(await code(go("GET", `workspaces/${other}/sessions/${sessionId}`))).toEqual([403, "workspace_not_allowed"]);
  });

  it("of another user's session, with the same answer as for one that never was", async () => {
    for (const rest of ["", "/events", "/queue", "/turns", "/human-input-requests"]) {
      const foreign = await go("GET", session(rest), undefined, { user: "ben" });
      const unknown = await go("GET", `workspaces/current/sessions/${crypto.randomUUID()}${rest}`);
      expect(foreign.status).toBe(404);
      expect(await foreign.json()).toEqual(await unknown.json());
    }
    expect(await code(go("POST", session("/events"), message("hi"), { user: "ben" }))).toEqual([
      404,
      "session_not_found",
    ]);
    expect(await code(go("GET", session(), undefined, { headers: { "x-tenant": "globex" } }))).toEqual([
      404,
      "session_not_found",
    ]);
  });

  it("of a session under another product's label", async () => {
    const other = await backend.newService({ source: "other" }).chat({ workspaceId, user: "ana", conversation: "c1" });
    await other.send("/say hi");
    sessionId = other.sessionId;
    expect(await code(go("GET", session()))).toEqual([404, "session_not_found"]);
  });

  it("of a shared conversation, save the one that the host's resolve gave", async () => {
    const shared = await backend.service.chat({ workspaceId, conversation: "team", actor: { id: "ana" } });
    await shared.send("/say hi");
    sessionId = shared.sessionId;
    expect(await code(go("GET", session()))).toEqual([404, "session_not_found"]);
    proxy = backend.proxy({ resolve: () => ({ tenant: "acme", user: "ana", conversation: "team" }) });
    expect((await go("GET", session())).status).toBe(200);
    proxy = backend.proxy({ resolve: () => ({ tenant: "acme", user: "ana", conversation: "else" }) });
    expect(await code(go("GET", session()))).toEqual([404, "session_not_found"]);
  });

  it("as the host decides", async () => {
    proxy = backend.proxy({ authorizeSession: ({ endUser }, { user }) => user === "auditor" && endUser?.id === "ana" });
    expect((await go("GET", session(), undefined, { user: "auditor" })).status).toBe(200);
    expect(await code(go("GET", session()))).toEqual([404, "session_not_found"]);
  });

  it("of a body that is too large, of another type, or no object", async () => {
    proxy = backend.proxy({ maxBodyBytes: 200 });
    expect(await code(go("POST", session("/events"), message("x".repeat(200))))).toEqual([413, "body_too_large"]);
    const typed = { headers: { "content-type": "text/plain" } };
    expect(await code(go("POST", session("/events"), message("x"), typed))).toEqual([415, "unsupported_media_type"]);
    const packed = { headers: { "content-encoding": "gzip" } };
    expect(await code(go("POST", session("/events"), message("x"), packed))).toEqual([415, "unsupported_media_type"]);
    for (const body of ["{", "[]", '"x"', "null", ""]) {
      expect(await code(go("POST", session("/events"), body))).toEqual([400, "invalid_body"]);
    }
  });

  it("of what the host has switched off", async () => {
    proxy = backend.proxy({ archive: false, sessionList: false });
    expect(await code(go("PUT", session("/archive"), { archived: true }))).toEqual([404, "route_not_allowed"]);
    expect(await code(go("GET", "workspaces/current/sessions?view=page"))).toEqual([404, "route_not_allowed"]);
  });

  it("of a list that is not by page, and of the forensic view", async () => {
    expect(await code(go("GET", "workspaces/current/sessions"))).toEqual([400, "page_view_required"]);
    expect(await code(go("GET", session("/events?mode=forensic&after=0")))).toEqual([
      403,
      "forensic_events_not_allowed",
    ]);
    for (const query of ["mode=monitoring&mode=forensic", "mode=forensic&mode=monitoring"]) {
      expect(await code(go("GET", session(`/events?${query}`)))).toEqual([403, "forensic_events_not_allowed"]);
    }
    expect(await code(go("GET", "workspaces/current/sessions?view=page&view=all"))).toEqual([
      400,
      "page_view_required",
    ]);
  });

  it("of events and controls that are the host's alone", async () => {
    for (const type of ["user.cancel", "turn.completed", "agent.message.delta", 7, undefined]) {
      expect(await code(go("POST", session("/events"), { type, payload: {} }))).toEqual([403, "event_not_allowed"]);
    }
    for (const action of ["cancel", "delete", undefined]) {
      const body = { action, clientEventId: "x" };
      expect(await code(go("POST", session("/control"), body))).toEqual([403, "control_not_allowed"]);
    }
  });

  it("of credentials, foreign resources and a forged actor", async () => {
    const steer = (more: object) => go("POST", session("/steer"), { text: "hi", clientEventId: "x", ...more });
    const send = (more: object) => go("POST", session("/events"), message("hi", { payload: { text: "hi", ...more } }));
    for (const write of [steer, send]) {
      expect(await code(write({ mcpCredentialUpdates: [] }))).toEqual([403, "credential_update_not_allowed"]);
      const resources = [
        { kind: "file", fileId: "f" },
        { kind: "repository", uri: "x" },
      ];
      expect(await code(write({ resources }))).toEqual([403, "resource_not_allowed"]);
      expect(await code(write({ actor: { id: "eve" } }))).toEqual([400, "field_not_allowed"]);
    }
    const forged = message("hi", { actor: { id: "eve" } });
    expect(await code(go("POST", session("/events"), forged))).toEqual([400, "field_not_allowed"]);
    expect(upstream("POST").filter(({ body }) => body.includes("eve"))).toEqual([]);
  });

  it("of a session's fields that the host decides, by name", async () => {
    proxy = backend.proxy({ createSession: () => ({}) });
    const create = (body: object) => go("POST", "workspaces/current/sessions", body);
    for (const field of [
      "endUser",
      "agentAccess",
      "memoryScope",
      "instructions",
      "requestedSessionId",
      "tools",
      "mcpCredentialUpdates",
      "model",
      "actor",
    ]) {
      const answer = await create({ initialMessage: "hi", [field]: "x" });
      expect((await bodyOf(answer.clone())).error.message).toContain(field);
      expect(await code(answer)).toEqual([400, "create_field_not_allowed"]);
    }
    expect(await code(create({}))).toEqual([400, "initial_message_required"]);
    expect(await code(create({ initialMessage: " " }))).toEqual([400, "initial_message_required"]);
    expect(await code(create({ initialMessage: "hi", idempotencyKey: "" }))).toEqual([400, "invalid_idempotency_key"]);
    expect(await code(create({ initialMessage: "hi", idempotencyKey: "x".repeat(201) }))).toEqual([
      400,
      "invalid_idempotency_key",
    ]);
  });
});
