import { afterAll, beforeAll, expect, it } from "vitest";
import { fault, harness } from "../harness.js";
import { reportDamage } from "../../src/store/sql-check.js";
import type { Store } from "../../src/store/store.js";
import { openSqlDatabase } from "./sql-database.js";
import { eventDraft, sessionRecord } from "./sql-records.js";

let database: Awaited<ReturnType<typeof openSqlDatabase>>;
let store: Store;
beforeAll(async () => {
  database = await openSqlDatabase();
  store = await database.emptyStore();
});
afterAll(() => database.close());

it("closes a session whose log has lost its end to writes, keeps it readable up to the hole, and reports it", async () => {
  const lossy = sessionRecord({ id: "lossy", runnable: true });
  await store.createSession(lossy, { events: [eventDraft(), eventDraft(), eventDraft()] });
  await store.createSession(sessionRecord({ id: "whole" }), { events: [eventDraft()] });
  const times = { now: lossy.createdAt, expiresAt: "2999-01-01T00:00:00.000Z" };
  const claimed = await store.claimSession({ owner: "a", ...times });
  await store.appendEvents("lossy", claimed!.lease, [eventDraft()]);
  await database.pglite.query("delete from events where session_id = 'lossy' and sequence >= 3");
  const write = (id: string) =>
    store.changeSession(id, {}, () => ({ change: { events: [eventDraft()] }, result: null }));
  await expect(write("lossy")).rejects.toMatchObject({ code: "session_damaged" });
  await expect(store.appendEvents("lossy", claimed!.lease, [eventDraft()])).rejects.toMatchObject({
    code: "session_damaged",
  });
  expect((await store.readEvents("lossy", { limit: 9 })).events.map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect((await write("whole")).session.lastSequence).toBe(2);
  const reported: unknown[] = [];
  await reportDamage(database.queries(), (error) => reported.push(error));
  expect(reported).toEqual([
    expect.objectContaining({ code: "session_damaged", message: expect.stringContaining("lossy") }),
  ]);
});

it("answers a write with 507 and words while the disk is full, and reads as before", async () => {
  const service = await harness({ store });
  const session = await service.start("/say before");
  // What PostgreSQL raises when it cannot extend a file.
  await database.pglite.exec(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger no_room before insert on events for each row execute function no_room()`);
  const refused = await service.send(session, "/say more");
  expect(fault(refused)).toBe("507 store_full");
  expect(refused.body["error"]).toMatchObject({ retryable: true, message: expect.stringContaining("no room") });
  expect((await service.call("GET", session)).status).toBe(200);
  await database.pglite.exec("drop trigger no_room on events");
  expect((await service.send(session, "/say more")).status).toBe(202);
  await service.app.close();
});
