/**
 * PGlite as a database for the SQL store: PostgreSQL inside this process, in a folder.
 *
 * A committed write is with the operating system, so it survives a killed process. It is not flushed to the disk at
 * each commit (PGlite runs with `fsync` off), so the last writes may be lost when the machine itself loses power. The
 * data folder's lock keeps other processes out.
 */
import { mkdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { ServiceError } from "@service/sdk/protocol";
import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from "kysely";
import { createPlaces, type Lane } from "./places.js";
import { openPgliteThread, type PgliteConnection, type PgliteThread } from "./pglite-thread.js";
import { hasLogHole, lastLogPage } from "./pglite-log.js";
import { explainFault } from "./sql-faults.js";
import { rewriteDamagedTables } from "./sql-lost-pages.js";
import { migrate } from "./sql-migrate.js";
import { createSqlStore } from "./sql-store.js";
import type { SqlTables } from "./sql-tables.js";
import { clearLeases } from "./sql-work.js";
import type { Store } from "./store.js";

/** About 16 MiB of write-ahead log. */
const writesPerCheckpoint = 5_000;

export interface OpenedPglite extends Store, Pick<PgliteThread, "copyTo"> {
  /** Losses of the folder that were found when it was opened. The rest can be used. */
  readonly damage: readonly ServiceError[];
}

/**
 * Opens the store in a folder that only this process uses, or creates it there. Leases of a killed process are
 * released. The database runs in a thread of its own.
 *
 * @param onCrash called when the database has crashed: every later call rejects with `store_crashed`.
 * @throws {ServiceError} `store_unreadable` when the folder has no readable database, `data_folder_not_writable` when its
 *   disk is full, `store_too_new` when a newer version wrote it.
 */
export async function openPgliteStore(
  databasePath: string,
  onCrash?: (error: ServiceError) => void,
): Promise<OpenedPglite> {
  const lastPage = await lastLogPage(databasePath);
  const connection = await openFolder(databasePath, onCrash);
  const { requests, turns } = pgliteLanes(connection, () => connection.close());
  try {
    const damage = [...(await logDamage(requests, lastPage)), ...(await tableDamage(requests))];
    await migrate(requests);
    await clearLeases(requests);
    await tidy(requests);
    return { ...createSqlStore(requests, { turns }), damage, copyTo: (folder) => connection.copyTo(folder) };
  } catch (error) {
    await requests.destroy();
    throw error;
  }
}

/** At once after the start: whatever is written moves the end of the log. */
async function logDamage(db: Kysely<SqlTables>, lastPage: number): Promise<readonly ServiceError[]> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(db);
  if (!hasLogHole(lastPage, rows[0]?.at ?? "0/0")) return [];
  return [
    dataLost(
      "The write-ahead log of the data folder has a hole, as after a power failure or on a damaged disk. Writes behind it are lost: sessions end where the log was whole. Restore a backup if you miss them.",
    ),
  ];
}

async function tableDamage(db: Kysely<SqlTables>): Promise<readonly ServiceError[]> {
  const names = await rewriteDamagedTables(db).catch(explainFault);
  if (names.length === 0) return [];
  return [
    dataLost(
      `Files of the database have lost pages, as on a damaged disk: ${names.join(", ")}. What is left of these tables was kept. Restore a backup, or run \`service-embedded verify\` and \`repair\`.`,
    ),
  ];
}

function dataLost(message: string): ServiceError {
  return new ServiceError(message, { code: "store_data_lost" });
}

interface Lanes {
  /** Destroying it ends the connection, after the last query. */
  readonly requests: Kysely<SqlTables>;
  /** For what turns write: requests go before it. */
  readonly turns: Kysely<SqlTables>;
}

function pgliteLanes(
  connection: PgliteConnection,
  end: () => Promise<void>,
  checkpointEvery = writesPerCheckpoint,
): Lanes {
  const pool = createConnectionPool(connection, checkpointEvery);
  const over = (lane: PostgresPool) => new Kysely<SqlTables>({ dialect: new PostgresDialect({ pool: lane }) });
  return { requests: over(pool.lane("request", end)), turns: over(pool.lane("turn", () => Promise.resolve())) };
}

/** Queries over a PGlite that is open. `end` is called when they are destroyed, after the last of them. */
export function pgliteQueries(
  connection: PgliteConnection,
  end: () => Promise<void>,
  checkpointEvery?: number,
): Kysely<SqlTables> {
  return pgliteLanes(connection, end, checkpointEvery).requests;
}

/** PGlite has no background processes: this removes old row versions and updates the planner's statistics. */
async function tidy(db: Kysely<SqlTables>): Promise<void> {
  await sql`vacuum (analyze, skip_database_stats) sessions, events, turns, requests, memories`.execute(db);
}

/** A new database appears only when complete: a creation that was killed must not look like a damaged database. */
async function openFolder(databasePath: string, onCrash?: (error: ServiceError) => void): Promise<PgliteThread> {
  try {
    if (!(await exists(databasePath))) {
      const draft = `${databasePath}.new`;
      await rm(draft, { recursive: true, force: true });
      await mkdir(draft, { recursive: true, mode: 0o700 });
      await (await openPgliteThread(draft)).close();
      await rename(draft, databasePath);
    }
    return await openPgliteThread(databasePath, onCrash);
  } catch (error) {
    if (await isDiskFull(databasePath, error))
      throw new ServiceError(
        `The database in ${databasePath} cannot be opened, as its disk is full. Nothing is lost: free at least 100 MB and start again.`,
        { code: "data_folder_not_writable", cause: error },
      );
    throw new ServiceError(
      `The database in ${databasePath} cannot be opened. Bring it back from a copy, or start with a new, empty data folder.`,
      { code: "store_unreadable", cause: error },
    );
  }
}

/** Room that PostgreSQL needs for a segment of its log. */
const segmentBytes = 16 * 1_024 * 1_024;

/** Whether a database failed for want of room. Its thread often ends without the reason, so the room on the disk counts as well. */
async function isDiskFull(databasePath: string, error: unknown): Promise<boolean> {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/No space left on device|ENOSPC|EDQUOT/.test(cause.message)) return true;
  const room = await statfs(dirname(databasePath)).catch(() => null);
  return room !== null && room.bavail * room.bsize < segmentBytes;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * PGlite is one connection: callers wait while it is in use, so that none enters another's transaction. It also has
 * no checkpointer: without the checkpoints made here, the write-ahead log would grow until the service is closed.
 */
function createConnectionPool(connection: PgliteConnection, checkpointEvery: number) {
  const places = createPlaces();
  let writes = 0;

  async function query(text: string, parameters: readonly unknown[]) {
    const { command, rowCount, affectedRows, rows } = await connection.query(text, [...parameters]);
    if (command === "INSERT" || command === "UPDATE") writes += 1;
    return { command, rowCount: rowCount ?? affectedRows ?? 0, rows };
  }

  function release(free: () => void): void {
    if (writes < checkpointEvery) return free();
    writes = 0;
    // A checkpoint that fails is made up for by the next; the log keeps what it would have written.
    void connection.query("checkpoint").then(free, free);
  }

  return {
    /** The connection in the order of one lane. */
    lane: (lane: Lane, end: () => Promise<void>): PostgresPool => ({
      async connect() {
        const free = await places.take(lane);
        return { query: query as PostgresPoolClient["query"], release: () => release(free) };
      },
      async end() {
        await places.take(lane);
        await end();
      },
    }),
  };
}
