import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { eventDraft, sessionRecord } from "../store/sql-records.js";
import { fault, harness } from "../harness.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
afterEach(() => database.empty());

it("answers reads and refuses writes with 503 in a process whose database a newer version has migrated", async () => {
  let now = 0;
  const { store } = await database.open({ uptime: () => now });
  const old = await harness({ store });
  const session = await old.start("/say before");
  const console = await database.connect();
  await console.query("insert into kysely_migration (name, timestamp) values ('9999-newer', 'now')");
  now += 5_000;
  const refused = await old.send(session, "/say more");
  expect(fault(refused)).toBe("503 store_too_new");
  expect(refused.body["error"]).toMatchObject({ retryable: true });
  expect((await old.call("GET", session)).status).toBe(200);
  await console.query("delete from kysely_migration where name = '9999-newer'");
  await old.app.close();
});

it("ends leases by the database's clock, whatever the clock of a process shows", async () => {
  const time = (ms: number) => new Date(ms).toISOString();
  const claim = (ms: number) => ({ owner: String(ms), now: time(ms), expiresAt: time(ms + 30_000) });
  const [right, ahead] = [Date.now(), Date.now() + 600_000];
  const at = async (now: number) => {
    const clock = { now: () => now, after: () => () => undefined };
    return (await database.open({ clock, leaseClock: "database", uptime: () => 0 })).store;
  };
  const [one, other] = [await at(right), await at(ahead)];
  await one.createSession(sessionRecord({ id: "s" }), { events: [eventDraft()] });
  const { claimed } = await one.claimSession(claim(right));
  expect(claimed?.session.id).toBe("s");
  expect((await other.claimSession(claim(ahead))).claimed).toBeNull();
  // When to look again is a time of the process that asks.
  const due = Date.parse((await other.nextDue()).turn!);
  expect([due > ahead, due < ahead + 60_000]).toEqual([true, true]);
  expect(await one.renewLease(claimed!.lease, time(right - 1_000))).toBe(true);
  expect((await other.claimSession(claim(ahead))).claimed?.session.id).toBe("s");
});

it.each([600_000, -600_000])(
  "finds a waiting turn at once, %i ms from the clock of the process that made it",
  async (ms) => {
    const time = Date.now() + ms;
    await (
      await database.open()
    ).store.createSession(sessionRecord({ id: "s", updatedAt: new Date(time).toISOString() }), {
      events: [eventDraft()],
    });
    for (const shift of [0, ms, -ms]) {
      const clock = { now: () => Date.now() + shift, after: () => () => undefined };
      const { store } = await database.open({ clock, leaseClock: "database" });
      expect(Date.parse((await store.nextDue()).turn!)).toBeLessThan(clock.now() + 1_000);
    }
  },
);
