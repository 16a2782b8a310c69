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
import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from "kysely";
import { migrate } from "./sql-migrate.js";
import { createSqlStore } from "./sql-store.js";
import type { SqlTables } from "./sql-tables.js";
import { clearLeases } from "./sql-work.js";
import type { Store } from "./store.js";

/** About 16 MiB of write-ahead log. */
const writesPerCheckpoint = 5_000;

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
    await tidy(db);
    return createSqlStore(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Queries over a PGlite that is open. `end` is called when they are destroyed, after the last of them. */
export function pgliteQueries(
  pglite: PGlite,
  end: () => Promise<void>,
  checkpointEvery = writesPerCheckpoint,
): Kysely<SqlTables> {
  return new Kysely<SqlTables>({ dialect: new PostgresDialect({ pool: onePlacePool(pglite, end, checkpointEvery) }) });
}

/** PGlite has no background processes: nobody else removes old row versions or keeps the planner's statistics. */
async function tidy(db: Kysely<SqlTables>): Promise<void> {
  await sql`vacuum (analyze, skip_database_stats) sessions, events, turns, requests, memories`.execute(db);
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

/**
 * PGlite is one connection: who asks while it is taken waits, so that nobody gets into another's transaction. It also
 * has no checkpointer: without the checkpoints made here, the write-ahead log would grow until the service is closed.
 */
function onePlacePool(pglite: PGlite, end: () => Promise<void>, checkpointEvery: number): PostgresPool {
  let last: Promise<void> = Promise.resolve();
  let writes = 0;

  function takePlace(): Promise<() => void> {
    const before = last;
    let free = () => {};
    last = new Promise((resolve) => {
      free = resolve;
    });
    return before.then(() => free);
  }

  async function query(text: string, parameters: readonly unknown[]) {
    const { command, rowCount, affectedRows, rows } = await pglite.query(text, [...parameters]);
    if (command === "INSERT" || command === "UPDATE") writes += 1;
    return { command, rowCount: rowCount ?? affectedRows ?? 0, rows };
  }

  function release(free: () => void): void {
    if (writes < checkpointEvery) return free();
    writes = 0;
    // A checkpoint that fails is made up for by the next; the log keeps what it would have written.
    void pglite.query("checkpoint").then(free, free);
  }

  return {
    async connect() {
      const free = await takePlace();
      return { query: query as PostgresPoolClient["query"], release: () => release(free) };
    },
    async end() {
      await takePlace();
      await end();
    },
  };
}
