import { expect, it } from "vitest";
import { createMemoryStore } from "../../src/app.js";
import { createMemoryFileStore } from "../../src/files/memory-file-store.js";
import { fault, harness, text } from "../harness.js";
import { oneOfEach } from "../store/one-of-each.js";

const dayMs = 86_400_000;

async function world() {
  const store = createMemoryStore();
  const files = createMemoryFileStore();
  const service = await harness({ store, fileStore: files, retention: { enabled: true } });
  const keepFor = (retentionDays: unknown) => service.call("PATCH", service.workspace, { settings: { retentionDays } });
  const status = async (path: string) => (await service.call("GET", path)).status;
  return { store, files, service, keepFor, status };
}

it("erases a session so many days after its last event, and notes it", async () => {
  const { service, keepFor, status } = await world();
  expect((await keepFor(2)).body).toMatchObject({ settings: { retentionDays: 2 } });
  const [old, fresh] = [await service.start("/child /say leaf"), await service.start("/say hi")];
  await service.clock.advance(1.5 * dayMs);
  await service.send(fresh, "/say more");
  await service.clock.advance(dayMs);
  expect([await status(old), await status(fresh)]).toEqual([404, 200]);
  expect((await service.call("GET", `${service.workspace}/audit`)).body["entries"]).toMatchObject([
    { scope: "retention", by: "service", counts: { sessions: 2 } },
  ]);
  await service.clock.advance(1.1 * dayMs);
  expect([await status(fresh), service.faults]).toEqual([404, []]);
});

it("erases the others where one can't be erased, and reports why", async () => {
  const store = createMemoryStore();
  let broken = "";
  const listDrafts: typeof store.listDrafts = async (id) => {
    if (id === broken) throw new Error("a broken record");
    return store.listDrafts(id);
  };
  const service = await harness({
    store: { ...store, listDrafts },
    fileStore: createMemoryFileStore(),
    retention: { enabled: true },
  });
  await service.call("PATCH", service.workspace, { settings: { retentionDays: 1 } });
  const sessions: string[] = [];
  for (const prompt of ["/say a", "/say b", "/say c"]) {
    sessions.push(await service.start(prompt));
    await service.clock.advance(60_000);
  }
  broken = sessions[1]?.split("/").at(-1) ?? "";
  await service.clock.advance(1.1 * dayMs);
  const statuses = sessions.map(async (path) => (await service.call("GET", path)).status);
  expect(await Promise.all(statuses)).toEqual([404, 200, 404]);
  expect(service.faults.length).toBeGreaterThan(0);
});

it("keeps sessions for good without the setting, and again once it is cleared", async () => {
  const { service, keepFor, status } = await world();
  const session = await service.start("/say hi");
  await service.clock.advance(400 * dayMs);
  expect(await status(session)).toBe(200);
  await keepFor(500);
  expect((await keepFor(null)).body).toMatchObject({ settings: { retentionDays: null, memoryEnabled: true } });
  await service.clock.advance(200 * dayMs);
  expect(await status(session)).toBe(200);
});

it("keeps counts of usage for the current month and twelve before it, or as long as the workspace keeps sessions", async () => {
  const { service, keepFor } = await world();
  const counted = async (month: string) =>
    (await service.call("GET", `${service.workspace}/usage?month=${month}`)).body["usage"]?.["messages"];
  await service.start("/say hi");
  await service.clock.advance(380 * dayMs);
  expect(await counted("2026-01")).toBe(1);
  await service.clock.advance(30 * dayMs);
  expect(await counted("2026-01")).toBe(0);
  await service.start("/say hi");
  expect(await counted("2027-02")).toBe(1);
  await keepFor(30);
  await service.clock.advance(40 * dayMs);
  expect(await counted("2027-02")).toBe(1);
  await service.clock.advance(30 * dayMs);
  expect(await counted("2027-02")).toBe(0);
});

it.each([0, -1, 1.5, "7", 36_501])("refuses to keep sessions for %j days", async (days) => {
  const { keepFor } = await world();
  expect(fault(await keepFor(days))).toBe("422 validation_failed");
});

it("lets a workspace's own key set nothing", async () => {
  const { service } = await world();
  const key = text(
    (await service.call("POST", `${service.workspace}/api-keys`, { name: "own", access: "full" })).body["token"],
  );
  const body = { settings: { retentionDays: 1 } };
  expect(fault(await service.call("PATCH", service.workspace, body, { key }))).toBe("403 forbidden");
});

it("erases a file that no message took after a day, although no other is announced", async () => {
  const { service, files, store } = await world();
  const body = { filename: "a.txt", contentType: "text/plain", sizeBytes: 5 };
  const id = text((await service.call("POST", `${service.workspace}/files/uploads`, body)).body["fileId"]);
  const path = `${service.workspace}/files/uploads/${id}`;
  const bytes = { headers: { "content-type": "application/octet-stream" } };
  await service.call("PUT", `${path}/content`, new TextEncoder().encode("bytes"), bytes);
  await service.call("POST", `${path}/complete`);
  const contentId = (await store.getFile(id))?.contentId ?? "";
  await service.clock.advance(dayMs - 1);
  expect(await files.read({ fileId: id, contentId })).not.toBeNull();
  await service.clock.advance(3_600_001);
  expect(await files.read({ fileId: id, contentId })).toBeNull();
  await service.clock.advance(dayMs + 3_600_000);
  expect(await store.getFile(id)).toBeNull();
});

it("erases what requests under way wrote into a workspace while it was erased, and adds it to the audit", async () => {
  const { store, files, service } = await world();
  const [id, other] = [service.workspace, await service.start("/say hi")].map((path) => path.split("/").at(-1) ?? "");
  const known = (await store.getSession(other ?? ""))!;
  const kept = { ...(await store.getWorkspace(id ?? ""))!, id: "kept" };
  await service.call("POST", `${service.workspace}/erasures`, { scope: { kind: "workspace" } });
  for (const late of ["late", "kept"]) {
    const workspaceId = late === "late" ? (id ?? "") : "kept";
    const record = { ...known, id: late, workspaceId, createIdempotencyKey: null, lastSequence: 0 };
    await store.createSession(record, { events: [], session: { runnable: false, activeTurnId: null } });
  }
  const file = oneOfEach({ prefix: "late", mark: "late", workspaceId: id ?? "", endUser: null }).files;
  await store.createFile(file);
  await files.write({ fileId: file.id, contentId: "c" }, new Response("bytes").body!, 9);
  // Erased once, and imported since.
  await store.addAudit({
    ...(await store.listAudit({ organizationId: known.organizationId, limit: 1 }))[0]!,
    id: "a",
    workspaceId: "kept",
  });
  await store.ensureWorkspace({ ...kept, externalId: "kept" });
  await service.clock.advance(3_600_000);
  expect([await store.getSession("late"), await store.getFile(file.id)]).toEqual([null, null]);
  expect(await files.read({ fileId: file.id, contentId: "c" })).toBeNull();
  expect(await store.getSession("kept")).not.toBeNull();
  const path = `/v1/organizations/${service.app.organizationId}/audit`;
  expect((await service.call("GET", path)).body["entries"]).toContainEqual(
    expect.objectContaining({
      scope: "workspace",
      workspaceId: id,
      counts: expect.objectContaining({ sessions: 2, files: 1 }),
    }),
  );
  expect(service.faults).toEqual([]);
});
