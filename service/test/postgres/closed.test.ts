import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sessionRecord } from "../store/sql-records.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";
import { someoneWaits, until } from "./watched.js";

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

it("rejects calls that wait for a connection with store_closed when the store closes, and later calls too", async () => {
  const { store, fileStore } = await database.open({ connections: 1, leaseClock: "database" });
  const place = { workspaceId: "w", fileId: randomUUID(), contentId: randomUUID() };
  const written = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(new Uint8Array(300_000));
      stream.close();
    },
  });
  await fileStore.write(place, written, 400_000);
  const content = (await fileStore.read(place))!.getReader();
  await content.read();
  const console = await database.connect();
  await console.query("begin; lock table sessions");
  const locked = store.createSession(sessionRecord({ id: "s" }), {});
  await until(console, someoneWaits);

  const time = "2026-01-01T00:00:00.000Z";
  const claim = () => store.claimSession({ owner: "w", now: time, expiresAt: time });
  const calls = () => [store.getSession("s"), store.nextDue(), claim(), fileStore.read(place)];
  const codesOf = async (promises: readonly Promise<unknown>[]) => {
    const ends = await Promise.allSettled(promises);
    return ends.map((end) => (end.status === "rejected" ? (end.reason as { code?: string }).code : end.value));
  };
  const closed = (count: number) => Array.from({ length: count }, () => "store_closed");
  const waiting = calls();
  const closing = store.close();
  expect(await codesOf([...waiting, ...calls(), content.read()])).toEqual(closed(9));
  await console.query("rollback");
  // A call that had a connection ends in order.
  expect((await locked).created).toBe(true);
  await closing;
  expect(await codesOf(calls())).toEqual(closed(4));
});
