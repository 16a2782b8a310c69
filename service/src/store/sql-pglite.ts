/**
 * PGlite as a database for the SQL store: PostgreSQL inside this process, in a folder or in memory.
 *
 * What is committed is in the operating system's hands, so it outlives a killed process. It is not forced onto the disk
 * at each commit (PGlite runs with `fsync` off), so the last writes may be lost when the machine itself loses power.
 * Keeping a folder to one process is the data folder's work.
 */
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { ServiceError } from "@service/sdk/protocol";
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import { migrate } from "./sql-migrate.js";
import { createSqlStore } from "./sql-store.js";
import type { SqlTables } from "./sql-tables.js";
import { clearLeases } from "./sql-work.js";
import type { Store } from "./store.js";

/**
 * Opens the store in a folder that this process has to itself, or makes it there. Leases of a process that was killed
 * are taken back.
 *
 * @throws {ServiceError} `store_unreadable` when the folder holds no database that can be opened, `store_too_new` when
 *   a newer version wrote it.
 */
export async function openPgliteStore(databasePath: string): Promise<Store> {
  const pglite = await openFolder(databasePath);
  const db = pgliteQueries(pglite, () => pglite.close());
  try {
    await migrate(db);
    await clearLeases(db);
    return createSqlStore(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Queries over a PGlite that is open. `end` is called when they are destroyed, after the last of them. */
export function pgliteQueries(pglite: PGlite, end: () => Promise<void>): Kysely<SqlTables> {
  return new Kysely<SqlTables>({ dialect: new PostgresDialect({ pool: onePlacePool(pglite, end) }) });
}

/** A new database appears whole: one that was killed while it was being made must not look like a damaged one. */
async function openFolder(databasePath: string): Promise<PGlite> {
  try {
    if (!(await exists(databasePath))) {
      const draft = `${databasePath}.new`;
      await rm(draft, { recursive: true, force: true });
      await mkdir(draft, { recursive: true, mode: 0o700 });
      await (await PGlite.create({ dataDir: draft })).close();
      await rename(draft, databasePath);
    }
    return await PGlite.create({ dataDir: databasePath });
  } catch (error) {
    throw new ServiceError(
      `The database in ${databasePath} cannot be opened. Bring it back from a copy, or start with a new, empty data folder.`,
      { code: "store_unreadable", cause: error },
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** PGlite is one connection: who asks while it is taken waits, so that nobody gets into another's transaction. */
function onePlacePool(pglite: PGlite, end: () => Promise<void>): PostgresPool {
  let last: Promise<void> = Promise.resolve();

  function takePlace(): Promise<() => void> {
    const before = last;
    let release = () => {};
    last = new Promise((resolve) => {
      release = resolve;
    });
    return before.then(() => release);
  }

  return {
    async connect() {
      const release = await takePlace();
      const query = async (text: string, parameters: readonly unknown[]) => {
        const { command, rowCount, affectedRows, rows } = await pglite.query(text, [...parameters]);
        return { command, rowCount: rowCount ?? affectedRows ?? 0, rows };
      };
      return { query: query as PostgresPoolClient["query"], release };
    },
    async end() {
      await takePlace();
      await end();
    },
  };
}
