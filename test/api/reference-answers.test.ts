import { describe, expect, it } from "vitest";
import { ServiceClient } from "../../src/api/service-client.js";

/** A client whose every request gets one answer. */
function clientFor(body: unknown, status = 200): ServiceClient {
  const text = body === undefined ? null : JSON.stringify(body);
  return new ServiceClient({
    baseUrl: "http://service.test",
    fetch: async () => new Response(text, { status, headers: { "content-type": "application/json" } }),
  });
}
const ref = { sessionId: "s1", workspaceId: "w1" };
const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };
const record = (id: string) => ({ id, workspaceId: "w1", status: "idle", title: id, initialMessage: "", ...times });

describe("getLineage", () => {
  it.each([[null], [{}], [{ children: [] }], [{ sessionId: null, ancestors: null, children: null, treeStats: null }]])(
    "reads %j as a session without relatives",
    async (body) => {
      expect(await clientFor(body).getLineage(ref)).toMatchObject({
        sessionId: "s1",
        rootSessionId: "s1",
        ancestors: [],
        children: [],
        treeStats: { directChildren: 0, truncated: false },
      });
    },
  );

  it("reads children that are flat, {session, children}, or both", async () => {
    const nested = { session: record("a"), children: [{ session: record("b"), children: [] }] };
    const both = { ...record("c"), session: record("c"), children: [] };
    const { children } = await clientFor({ children: [nested, both, record("d")] }).getLineage(ref);
    expect(children).toMatchObject([
      { id: "a", title: "a", children: [{ id: "b", status: "idle" }] },
      { id: "c", children: [] },
      { id: "d", children: [] },
    ]);
  });

  it("leaves out a relative below that does not read as one", async () => {
    const { children } = await clientFor({ children: [{ session: record("a"), children: [1, {}, null] }] }).getLineage(
      ref,
    );
    expect(children).toMatchObject([{ id: "a", children: [] }]);
  });

  it("refuses an answer that is no lineage", async () => {
    await expect(clientFor({ children: [{ id: 1 }] }).getLineage(ref)).rejects.toMatchObject({
      code: "response_malformed",
    });
  });
});

describe("deleteSession", () => {
  it("reads the number of deleted sessions, and null from a server that omits it", async () => {
    expect(await clientFor({ deletedSessionCount: 3 }).deleteSession(ref)).toEqual({ deletedSessionCount: 3 });
    expect(await clientFor(undefined, 204).deleteSession(ref)).toEqual({ deletedSessionCount: null });
  });
});

describe("listEvents with `latest`", () => {
  const event = {
    ...times,
    id: "e1",
    workspaceId: "w1",
    sessionId: "s1",
    sequence: 7,
    type: "turn.completed",
    payload: {},
  };
  const occurred = { ...event, occurredAt: times.createdAt };

  it.each([
    ["one event", occurred, [7]],
    ["an array", [occurred], [7]],
    ["null", null, []],
    ["an empty array", [], []],
  ])("reads %s", async (_what, body, sequences) => {
    const page = await clientFor(body).listEvents(ref, { latest: "terminal" });
    expect(page.events.map(({ sequence }) => sequence)).toEqual(sequences);
  });
});

describe("fileDownloadUrl", () => {
  it("prefers the path under its own base URL, and keeps the address of a storage", async () => {
    const signed = { url: "http://internal/v1/x?signature=1", path: "/v1/x?signature=1", expiresAt: times.createdAt };
    expect((await clientFor(signed).fileDownloadUrl("f1")).url).toBe("http://service.test/v1/x?signature=1");
    const stored = { url: "https://storage.test/x", expiresAt: null };
    expect((await clientFor(stored).fileDownloadUrl("f1")).url).toBe("https://storage.test/x");
    expect((await clientFor({ url: "/v1/x" }).fileDownloadUrl("f1")).url).toBe("http://service.test/v1/x");
  });
});
