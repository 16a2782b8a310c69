import { PGlite } from "@electric-sql/pglite";
import { tableNames } from "../../src/store/belongings.js";
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
      for (const name of tableNames.toReversed()) await db.deleteFrom(name).execute();
      return createSqlStore(db);
    },
    close: () => pglite.close(),
  };
}
