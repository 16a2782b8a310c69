import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runDataCommand } from "../../src/cli-data.js";
import { openPgliteThread } from "../../src/store/pglite-thread.js";
import { fault, harness } from "../harness.js";
import { manualClock } from "../manual-clock.js";
import { openStorage } from "../../src/open-storage.js";
import { newFolder, type NewFolder } from "./new-folder.js";
import { openSqlDatabase } from "./sql-database.js";
import { eventDraft, sessionRecord } from "./sql-records.js";

let database: Awaited<ReturnType<typeof openSqlDatabase>>;
let folder: NewFolder;
beforeAll(async () => {
  database = await openSqlDatabase();
});
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(async () => {
  await database.close();
  await folder.remove();
});

const times = { now: "2026-01-01T00:00:00.000Z", expiresAt: "2999-01-01T00:00:00.000Z" };

it("closes a session whose log has lost its end to writes, keeps it readable up to the hole, and reports it", async () => {
  const store = await database.emptyStore();
  const three = [eventDraft(), eventDraft(), eventDraft()];
  await store.createSession(sessionRecord({ id: "lossy" }), { events: three });
  const { claimed } = await store.claimSession({ owner: "a", ...times });
  await store.appendEvents("lossy", claimed!.lease, [eventDraft()]);
  await store.createSession(sessionRecord({ id: "whole", runnable: false }), { events: [eventDraft()] });
  await database.pglite.query("delete from events where session_id = 'lossy' and sequence >= 3");
  const write = (id: string) =>
    store.changeSession(id, {}, () => ({ change: { events: [eventDraft()] }, result: null }));
  const damaged = { code: "session_damaged" };
  await expect(write("lossy")).rejects.toMatchObject(damaged);
  await expect(store.appendEvents("lossy", claimed!.lease, [eventDraft()])).rejects.toMatchObject(damaged);
  expect((await store.readEvents("lossy", { limit: 9 })).events.map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect((await write("whole")).session.lastSequence).toBe(2);
  expect(await store.listDamage({ everyEvent: false, limit: 9 })).toEqual([
    { sessionId: "lossy", lastSequence: 4, wholeUntil: 2 },
  ]);
});

it("reports damage at the start and once a day", async () => {
  const store = await database.emptyStore();
  await store.createSession(sessionRecord({ id: "lossy", runnable: false }), { events: [eventDraft()] });
  await database.pglite.query("delete from events");
  const [clock, faults] = [manualClock(), [] as unknown[]];
  const damage = expect.objectContaining({ code: "session_damaged", message: expect.stringContaining("lossy") });
  const { app } = await harness({ store, clock, retention: {}, onError: (error) => faults.push(error) });
  const reported = async (times: number) => {
    while (faults.length < times) await clock.advance(0);
    expect(faults).toEqual(Array.from({ length: times }, () => damage));
  };
  await reported(1);
  for (let hour = 0; hour < 23; hour += 1) await clock.advance(3_600_000);
  await reported(1);
  await clock.advance(3_600_000);
  await reported(2);
  await app.close();
});

it("answers a write with 507 and words while the disk is full, and reads as before", async () => {
  const service = await harness({ store: await database.emptyStore() });
  const session = await service.start("/say before");
  // PostgreSQL's error when it cannot extend a file.
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

it("verifies and repairs a folder: each log is cut at its first hole and takes writes again", async () => {
  const place = { dataDir: folder.path };
  const data = ["--data", place.dataDir];
  const noKey = { credentials: { organizationId: "", apiKey: "" } };
  const before = await openStorage(place, noKey);
  for (const id of ["whole", "end", "middle"]) {
    const events = Array.from({ length: 4 }, () => eventDraft());
    await before.store.createSession(sessionRecord({ id, runnable: false, createIdempotencyKey: id }), { events });
  }
  await before.close();
  expect(await runDataCommand(["verify", ...data])).toBe("Every log is whole.");
  const pglite = await openPgliteThread(join(place.dataDir, "database"));
  await pglite.query("delete from events where session_id = 'end' and sequence > 3");
  await pglite.query("delete from events where session_id = 'middle' and sequence = 2");
  await pglite.close();

  const found = [
    "session end: 4 events were written, whole up to 3",
    "session middle: 4 events were written, whole up to 1",
  ];
  await expect(runDataCommand(["verify", ...data])).rejects.toThrow(found.join("\n"));
  expect(await runDataCommand(["repair", ...data])).toBe([...found, "Repaired 2 sessions."].join("\n"));
  expect(await runDataCommand(["verify", ...data])).toBe("Every log is whole.");

  const after = await openStorage(place, noKey);
  for (const [id, last] of [
    ["end", 4],
    ["middle", 2],
  ] as const) {
    const { session } = await after.store.changeSession(id, {}, () => ({
      change: { events: [eventDraft()] },
      result: null,
    }));
    expect(session.lastSequence).toBe(last);
  }
  await after.close();
});
