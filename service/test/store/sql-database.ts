import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { migrate } from "../../src/store/sql-migrate.js";
import { pgliteQueries } from "../../src/store/sql-pglite.js";
import { createSqlStore } from "../../src/store/sql-store.js";
import type { Store } from "../../src/store/store.js";

/** One database in memory for a whole file: a new one costs seconds, an emptied one milliseconds. */
export async function openSqlDatabase() {
  const pglite = await PGlite.create();
  const leaveOpen = () => Promise.resolve();
  await migrate(pgliteQueries(pglite, leaveOpen));
  return {
    pglite,
    queries: () => pgliteQueries(pglite, leaveOpen),
    async emptyStore(): Promise<Store> {
      const db = pgliteQueries(pglite, leaveOpen);
      await sql`truncate organizations, api_keys, workspace_keys, members, workspaces, sessions, events, turns, requests, memories, device_codes, machines, scheduled_tasks, integrations,
        automation_sources, automation_triggers, automation_events, automation_deliveries, automation_runs cascade`.execute(
        db,
      );
      return createSqlStore(db);
    },
    close: () => pglite.close(),
  };
}
