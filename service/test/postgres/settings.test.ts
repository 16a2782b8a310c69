import { afterAll, beforeAll, expect, it } from "vitest";
import { openStorage, type Storage } from "../../src/open-storage.js";
import type { Settings } from "../../src/settings/setting-table.js";
import { openLine, type DatabaseLine } from "./database-line.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";

let database: PostgresDatabase;
let line: DatabaseLine;
const opened: Storage[] = [];
beforeAll(async () => {
  database = await createDatabase();
  line = await openLine(database.url);
});
afterAll(async () => {
  line.mend();
  await Promise.all(opened.map((storage) => storage.close()));
  await line.close();
  await database.drop();
});

async function open(settings: Partial<Settings>, url = database.url) {
  const patient = { databaseConnectMs: 60_000, databaseStatementMs: 3_600_000, databaseQueryMs: 3_600_000 };
  const storage = await openStorage({ databaseUrl: url }, { settings: { ...patient, ...settings } });
  opened.push(storage);
  return storage;
}

/** Runs while sessions cannot be read. */
async function whileLocked<T>(act: () => Promise<T>): Promise<T> {
  const other = await database.connect();
  await other.query("begin; lock table sessions in access exclusive mode");
  try {
    return await act();
  } finally {
    await other.query("rollback");
  }
}

it("databaseConnections: as many statements run at once", async () => {
  const { store } = await open({ databaseConnections: 12 });
  const watcher = await database.connect();
  const waiting = async () => {
    const text = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    return (await watcher.query<{ n: number }>(text)).rows[0]?.n;
  };
  const reads = await whileLocked(async () => {
    const asked = Array.from({ length: 20 }, () => store.getSession("none"));
    await expect.poll(waiting).toBe(12);
    return asked;
  });
  await Promise.all(reads);
});

it("measures how long statements wait for a connection", async () => {
  const waits: number[] = [];
  const patient = { databaseConnectMs: 60_000, databaseStatementMs: 3_600_000, databaseQueryMs: 3_600_000 };
  const storage = await openStorage(
    { databaseUrl: database.url },
    { settings: { ...patient, databaseConnections: 1 }, onConnected: (ms) => waits.push(ms) },
  );
  opened.push(storage);
  waits.length = 0;
  const reads = await whileLocked(async () => {
    const asked = [storage.store.getSession("none"), storage.store.getSession("none")];
    await expect.poll(() => waits.length).toBe(1);
    return asked;
  });
  await Promise.all(reads);
  expect(waits).toHaveLength(2);
  expect(waits[1]).toBeGreaterThan(waits[0]!);
});

it("databaseStatementMs: the server ends a longer statement", async () => {
  const { store } = await open({ databaseStatementMs: 100 });
  await whileLocked(async () => {
    await expect(store.getSession("none")).rejects.toMatchObject({ code: "store_unavailable" });
  });
});

it("databaseQueryMs: a request fails when no answer arrives", async () => {
  const { store } = await open({ databaseQueryMs: 2_000 }, line.url);
  line.silence();
  await expect(store.getSession("none")).rejects.toMatchObject({ code: "store_unavailable" });
  line.mend();
});
