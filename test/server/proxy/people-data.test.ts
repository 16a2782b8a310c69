import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bodyOf, createBackend, type Backend } from "../../support/backend.js";
import { code, request } from "./browser-request.js";

let backend: Backend;
let sessionId: string;
let workspaceId: string;
beforeEach(async () => {
  backend = await createBackend();
  workspaceId = await backend.service.workspaceId({ tenant: "acme" });
  const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  await chat.send("/say hi");
  sessionId = chat.sessionId;
});
afterEach(() => backend.close());

type Proxy = ReturnType<Backend["proxy"]>;
const go = (proxy: Proxy, method: string, path: string) => proxy(request(method, `workspaces/current/${path}`));
const as =
  (user: string, role: "admin" | "member" = "member") =>
  () => ({ tenant: "acme", user, role });

describe("deleting a session through the proxy", () => {
  it("is not there unless the host allows it", async () => {
    expect(await code(go(backend.proxy({ resolve: as("ana") }), "DELETE", `sessions/${sessionId}`))).toEqual([
      404,
      "route_not_allowed",
    ]);
  });

  it("erases a session of the person's own, once", async () => {
    const proxy = backend.proxy({ resolve: as("ana"), deleteSession: true });
    const answer = await bodyOf(await go(proxy, "DELETE", `sessions/${sessionId}`));
    expect(answer).toMatchObject({ deletedSessionCount: 1, erased: { sessions: 1 } });
    expect(await code(go(proxy, "DELETE", `sessions/${sessionId}`))).toEqual([404, "session_not_found"]);
  });

  it("is refused for a session of another person, also for one that the person may open", async () => {
    const closed = backend.proxy({ resolve: as("ben"), deleteSession: true });
    expect(await code(go(closed, "DELETE", `sessions/${sessionId}`))).toEqual([404, "session_not_found"]);
    const shared = { authorizeSession: () => true, deleteSession: true };
    const member = backend.proxy({ resolve: as("ben"), ...shared });
    expect(await code(go(member, "DELETE", `sessions/${sessionId}`))).toEqual([403, "role_required"]);
    const admin = backend.proxy({ resolve: as("mia", "admin"), ...shared });
    expect((await go(admin, "DELETE", `sessions/${sessionId}`)).status).toBe(200);
  });
});

describe("memory through the proxy", () => {
  const at = "2026-01-01T00:00:00.000Z";
  async function remember(id: string, user: string | null): Promise<void> {
    const { source } = backend.service;
    const layer =
      user === null
        ? ({ kind: "workspace", workspaceId } as const)
        : ({ kind: "user", workspaceId, endUser: { source, id: user } } as const);
    const put = { id, layer, kind: "fact", text: `about ${user ?? "all"}`, createdAt: at, updatedAt: at };
    await backend.store.changeMemories(layer, () => ({ put, result: null }));
  }
  beforeEach(async () => {
    for (const [id, user] of [
      ["m1", "ana"],
      ["m2", "ben"],
      ["m3", null],
    ] as const)
      await remember(id, user);
  });

  it("is not there unless the host allows it", async () => {
    expect(await code(go(backend.proxy({ resolve: as("ana") }), "GET", "memories"))).toEqual([
      404,
      "route_not_allowed",
    ]);
  });

  it("shows and deletes the memories of the person, and no others", async () => {
    const proxy = backend.proxy({ resolve: as("ana"), memory: true });
    expect(await bodyOf(await go(proxy, "GET", "memories"))).toMatchObject({ memories: [{ id: "m1" }] });
    for (const id of ["m2", "m3", "m4"]) {
      expect(await code(go(proxy, "GET", `memories/${id}`))).toEqual([404, "not_found"]);
      expect(await code(go(proxy, "DELETE", `memories/${id}`))).toEqual([404, "not_found"]);
    }
    expect(await bodyOf(await go(proxy, "DELETE", "memories/m1"))).toMatchObject({ id: "m1" });
    expect(await bodyOf(await go(proxy, "GET", "memories"))).toMatchObject({ memories: [] });
  });

  it("deletes everything of the person, and the workspace's facts for an admin who requests that", async () => {
    const member = backend.proxy({ resolve: as("ana"), memory: true });
    expect(await code(go(member, "DELETE", "memories?owner=workspace"))).toEqual([403, "role_required"]);
    const admin = backend.proxy({ resolve: as("ana", "admin"), memory: true });
    expect(await bodyOf(await go(admin, "DELETE", "memories"))).toEqual({ deletedMemoryCount: 1 });
    expect(await bodyOf(await go(admin, "GET", "memories"))).toMatchObject({ memories: [{ id: "m3" }] });
    expect(await bodyOf(await go(admin, "DELETE", "memories?owner=workspace"))).toEqual({ deletedMemoryCount: 1 });
    const ben = backend.proxy({ resolve: as("ben"), memory: true });
    expect(await bodyOf(await go(ben, "GET", "memories"))).toMatchObject({ memories: [{ id: "m2" }] });
  });

  it("shows and deletes the workspace's facts for an admin", async () => {
    const proxy = backend.proxy({ resolve: as("ana", "admin"), memory: true });
    expect(await bodyOf(await go(proxy, "GET", "memories"))).toMatchObject({ memories: [{ id: "m1" }, { id: "m3" }] });
    expect((await go(proxy, "DELETE", "memories/m3")).status).toBe(200);
  });
});
