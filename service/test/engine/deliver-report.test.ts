import { expect, it } from "vitest";
import { deliverReport } from "../../src/engine/deliver-report.js";
import { createMemoryStore } from "../../src/store/memory-store.js";
import type { ChildReport } from "../../src/store/records.js";
import { sessionRecord } from "../store/sql-records.js";

const now = "2026-01-01T00:00:00.000Z";
let ids = 0;
const cause = { now, newId: () => `id-${(ids += 1)}` };
const report: ChildReport = { turnId: "t", status: "completed", text: "done", dueAt: now };

async function family() {
  const store = createMemoryStore();
  const parent = sessionRecord({ id: "parent", runnable: false });
  const child = sessionRecord({ id: "child", parentSessionId: "parent", report, wakeAt: now, runnable: false });
  for (const record of [parent, child]) await store.createSession(record, {});
  const told = async () => (await store.readEvents("parent", { limit: 9 })).events;
  return { store, child, told };
}

it("reports to the parent once, however often a crash repeats it", async () => {
  const { store, child, told } = await family();
  await deliverReport(store, child, cause);
  await deliverReport(store, child, cause);
  expect(await told()).toMatchObject([{ clientEventId: "child:t", payload: { text: "done" } }]);
  expect(await store.getSession("child")).toMatchObject({ report: null, wakeAt: null });
});

it("keeps a newer report that arrived while the older one was sent", async () => {
  const { store, child } = await family();
  const newer = { ...report, turnId: "u" };
  await store.changeSession("child", {}, () => ({ change: { session: { report: newer } }, result: null }));
  await deliverReport(store, child, cause);
  expect((await store.getSession("child"))?.report).toEqual(newer);
});

it("is done when the parent was removed", async () => {
  const { store, child } = await family();
  await store.eraseData({ kind: "session", sessionId: "parent" });
  await deliverReport(store, child, cause);
  expect((await store.getSession("child"))?.report).toBeNull();
});
