import { tableNames } from "../../src/store/belongings.js";
import { pgliteQueries } from "../../src/store/sql-pglite.js";
import { createSqlStore } from "../../src/store/sql-store.js";
import type { Store } from "../../src/store/store.js";
import { openEmptyDatabase } from "./template.js";

/** One text for all tables: a statement of its own for each takes seven times as long. */
const deletions = tableNames
  .toReversed()
  .map((name) => `delete from ${name};`)
  .join("");

/** One database in memory for a whole file, emptied for each test. */
export async function openSqlDatabase() {
  const pglite = await openEmptyDatabase();
  const leaveOpen = () => Promise.resolve();
  return {
    pglite,
    queries: () => pgliteQueries(pglite, leaveOpen),
    async emptyStore(): Promise<Store> {
      await pglite.exec(deletions);
      return createSqlStore(pgliteQueries(pglite, leaveOpen));
    },
    close: () => pglite.close(),
  };
}
