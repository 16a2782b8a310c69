import { PGlite } from "@electric-sql/pglite";
import { Migrator, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { first } from "../../src/store/migrations/0001-first.js";
import { migrate } from "../../src/store/sql-migrate.js";
import { pgliteQueries } from "../../src/store/sql-pglite.js";
import { sessionPage } from "../../src/store/sql-session-list.js";
import { createSqlStore } from "../../src/store/sql-store.js";
import { clearLeases } from "../../src/store/sql-work.js";
import type { SessionQuery, Store } from "../../src/store/store.js";
import { openSqlDatabase } from "./sql-database.js";
import { eventDraft, sessionRecord } from "./sql-records.js";
import { sqlContract } from "./sql-contract.js";
import { storeContract } from "./store-contract.js";

let database: Awaited<ReturnType<typeof openSqlDatabase>>;
beforeAll(async () => {
  database = await openSqlDatabase();
});
afterAll(() => database.close());

storeContract("The SQL store on PGlite", () => database.emptyStore());
sqlContract("The SQL store on PGlite", () => database.emptyStore());

describe("the SQL store", () => {
  let store: Store;
  beforeEach(async () => {
    store = await database.emptyStore();
  });

  const claim = async (owner: string, now = "2026-01-01T00:00:00.000Z", expiresAt = "2026-01-01T00:00:30.000Z") =>
    (await store.claimSession({ owner, now, expiresAt })).claimed;

  it("releases every lease on request, and refuses its former owner", async () => {
    await store.createSession(sessionRecord({ id: "s" }), {});
    const before = await claim("dead");
    expect(await claim("next")).toBeNull();
    await clearLeases(database.queries());
    const after = await claim("next");
    expect(after?.lease).toEqual({ sessionId: "s", owner: "next", fence: before!.lease.fence + 1 });
    await expect(store.appendEvents("s", before!.lease, [eventDraft()])).rejects.toMatchObject({ code: "lease_lost" });
  });

  it("bounds the write-ahead log by a checkpoint each so many writes, between transactions", async () => {
    const leaveOpen = () => Promise.resolve();
    const busy = createSqlStore(pgliteQueries(database.pglite, leaveOpen, 5));
    const session = sessionRecord();
    await busy.createSession(session, {});
    const lastCheckpoint = async () => {
      const { rows } = await database.pglite.query<{ lsn: string }>(
        "select checkpoint_lsn::text as lsn from pg_control_checkpoint()",
      );
      return rows[0]!.lsn;
    };
    const seen = new Set([await lastCheckpoint()]);
    for (let round = 0; round < 3; round += 1) {
      const change = () => ({ change: { events: [eventDraft()] }, result: null });
      await Promise.all(Array.from({ length: 5 }, () => busy.changeSession(session.id, {}, change)));
      seen.add(await lastCheckpoint());
    }
    expect(seen.size).toBe(4);
    expect((await store.readEvents(session.id, { limit: 99 })).events).toHaveLength(15);
  });

  it.each<[string, string, Omit<SessionQuery, "limit">]>([
    ["a person's", "sessions_of_person", { workspaceId: "w", endUser: { source: "app", id: "ana" } }],
    ["one's own", "sessions_of_parent", { workspaceId: "w", parentSessionId: "p" }],
    ["an organization's", "sessions_of_organization", { organizationId: "o" }],
  ])("finds %s sessions by an index, not by all of the others", async (_whose, index, query) => {
    const db = database.queries();
    const people = Array.from({ length: 2_000 }, (_, n) => `('s${n}', 'w', 'o', 'r', 'p${n}', 'app', 'u${n}')`);
    await sql
      .raw(
        `insert into sessions (id, workspace_id, organization_id, root_session_id, parent_session_id, end_user_source,
          end_user_id, status, created_by_kind, created_by_subject, message_search, created_at, updated_at, runnable,
          last_sequence, lease_fence, given, doc)
         select v.*, 'idle', 'service', 'k', '', '2026', '2026', false, 0, 0, '{}', '{}' from (values ${people.join()}) v`,
      )
      .execute(db);
    await sql`analyze sessions`.execute(db);
    const plan = await sessionPage(db, { ...query, limit: 9 })
      .select("id")
      .explain();
    expect(JSON.stringify(plan)).toContain(index);
  });

  it("migrates a database that is migrated without touching it", async () => {
    await store.createSession(sessionRecord({ id: "kept" }), {});
    await migrate(database.queries());
    expect(await store.getSession("kept")).not.toBeNull();
  });

  it("takes over what the first version kept", async () => {
    const old = await PGlite.create();
    // Text that PostgreSQL cannot store makes its own JSON functions fail.
    const known = { id: "kept", status: "idle", title: "a\0b\ud800" };
    try {
      const queries = pgliteQueries(old, () => Promise.resolve());
      const migrations = { "0001-first": first };
      await new Migrator({ db: queries, provider: { getMigrations: async () => migrations } }).migrateToLatest();
      const { goal: _, report: __, mcpServers: ___, initialMessage, settings, ...rest } = sessionRecord(known);
      await old.query(
        `insert into sessions (id, workspace_id, created_by_kind, created_by_subject, message_search, created_at,
          updated_at, runnable, last_sequence, lease_fence, given, doc)
         values ('kept', 'w', 'service', 'k', 'hello', $1, $1, false, 0, 0, $2, $3)`,
        [rest.createdAt, JSON.stringify({ initialMessage, settings }), JSON.stringify(rest)],
      );
      await migrate(queries);
      const store = createSqlStore(queries);
      const expected = sessionRecord(known);
      expect(await store.getSession("kept")).toEqual(expected);
      for (const query of [{ organizationId: "o" }, { rootSessionId: "kept" }, { status: "idle" }]) {
        expect(await store.listSessions({ ...query, limit: 9 })).toEqual([expected]);
      }
    } finally {
      await old.close();
    }
  });

  it("refuses a database that a newer version has written", async () => {
    const add = `insert into kysely_migration (name, timestamp) values ('9999-tomorrow', 'now')`;
    await database.pglite.exec(add);
    await expect(migrate(database.queries())).rejects.toMatchObject({ code: "store_too_new" });
    await database.pglite.exec(`delete from kysely_migration where name = '9999-tomorrow'`);
    await expect(migrate(database.queries())).resolves.toBeUndefined();
  });
});
