/**
 * A PostgreSQL server as the database of the SQL store, for any number of processes. The database keeps them apart:
 * row locks and leases with fences. Hints go by NOTIFY, or by the host's carrier.
 */
import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from "kysely";
import { Client, type ClientConfig, type Pool, type PoolClient } from "pg";
import { systemClock, type Clock } from "../clock.js";
import type { FileStore } from "../files/file-store.js";
import { createSqlFileStore, sweepHalfWritten } from "../files/sql-file-store.js";
import type { HintCarrier } from "./hint-carrier.js";
import { assertReachable, configOf, openPool, usualLimits, type Limits } from "./postgres-pool.js";
import { openNotifyCarrier, type NotifyCarrier } from "./notify-carrier.js";
import { createSqlHints } from "./sql-hints.js";
import { databaseTime, ownTime } from "./lease-time.js";
import { isKnownMigration, migrate } from "./sql-migrate.js";
import { createSchemaWatch, type SchemaWatch } from "./sql-schema-watch.js";
import { createSqlStore } from "./sql-store.js";
import { createSockets } from "./sql-sockets.js";
import type { SqlTables } from "./sql-tables.js";
import { isAway } from "./sql-away.js";
import { explainFault } from "./sql-faults.js";
import { isUnavailable, storeClosed, storeUnavailable, type Store } from "./store.js";

export interface OpenedPostgres {
  /** Closing it closes every connection. */
  readonly store: Store;
  readonly fileStore: FileStore;
}

export interface PostgresStoreOptions {
  /** @default the platform's clock */
  readonly clock?: Clock | undefined;
  /** By which clock leases end. @default "database", and "process" where a clock is given */
  readonly leaseClock?: "database" | "process" | undefined;
  /** Milliseconds that no change of the clock alters. @default performance.now */
  readonly uptime?: (() => number) | undefined;
  /** Called with connections that broke while idle. @default nothing */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Called with the time that a statement or transaction waited for a connection (ms). @default nothing */
  readonly onConnected?: ((ms: number) => void) | undefined;
  /** @default 3_000, 5_000 and 5_500 */
  readonly limits?: Limits | undefined;
  /** Most connections of this process, besides the one for hints. @default 10 */
  readonly connections?: number | undefined;
  /** Carries hints between processes. It is closed with the store, and when the store cannot be opened. @default NOTIFY */
  readonly hints?: HintCarrier | NotifyCarrier | undefined;
}

/** How long one statement of a migration may take (ms): it may build an index over a large table. */
const migrationMs = 3_600_000;

/**
 * Opens the store on a server and migrates its database to this version, also when other processes do so
 * concurrently.
 *
 * @param databaseUrl `postgres://user:password@host:port/database`, with `pg`'s own query (`sslmode` …).
 * @throws {ServiceError} `store_unreachable` when the address is invalid or no server admits us, `store_too_new` when
 *   a newer version wrote the database. No message contains the password.
 */
export async function openPostgresStore(
  databaseUrl: string,
  options: PostgresStoreOptions = {},
): Promise<OpenedPostgres> {
  try {
    return await open(databaseUrl, options);
  } catch (error) {
    await options.hints?.close();
    throw error;
  }
}

async function open(databaseUrl: string, options: PostgresStoreOptions): Promise<OpenedPostgres> {
  const { clock = systemClock, onError = () => undefined, limits = usualLimits, connections = 10 } = options;
  const { onConnected, uptime = () => performance.now() } = options;
  const { leaseClock = options.clock === undefined ? "database" : "process" } = options;
  const sockets = createSockets();
  const config = { ...configOf(databaseUrl, limits), stream: sockets.open };
  await prepare(config, onError);
  const pool = openPool({ ...config, max: connections }, onError);
  const db = queriesOver(pool, createSchemaWatch(isKnownMigration, options.uptime), { onConnected, uptime });
  const ask = async () =>
    Number((await sql<{ ms: number }>`${timeOfDatabase}`.execute(db).catch(explainFault)).rows[0]?.ms);
  try {
    await sweepHalfWritten(db, clock).catch(reportUnavailable(onError));
    const newClient = () => new Client(config);
    const carrier = options.hints ?? (await openNotifyCarrier({ newClient, clock, onError }));
    const store = createSqlStore(db, {
      hints: createSqlHints(carrier, { clock, onError }),
      leaseTime: leaseClock === "database" ? databaseTime({ ask, clock, uptime: options.uptime }) : ownTime,
    });
    return {
      store: { ...store, close: () => sockets.destroyAfter(store.close()) },
      fileStore: createSqlFileStore(db, clock),
    };
  } catch (error) {
    await sockets.destroyAfter(pool.end());
    throw error;
  }
}

/** Brings the database to this version's shape, on connections that wait as long as migrations take. */
async function prepare(config: ClientConfig, onError: (error: unknown) => void): Promise<void> {
  const pool = openPool({ ...config, statement_timeout: migrationMs, query_timeout: migrationMs, max: 1 }, onError);
  try {
    await assertReachable(pool, config);
    await migrate(queriesOver(pool));
  } finally {
    await pool.end();
  }
}

const timeOfDatabase = sql.raw("select extract(epoch from clock_timestamp()) * 1000 as ms");

interface Waits {
  readonly onConnected?: ((ms: number) => void) | undefined;
  readonly uptime: () => number;
}

/** @param schema asked before each write. */
function queriesOver(pool: Pool, schema?: SchemaWatch, waits?: Waits): Kysely<SqlTables> {
  return new Kysely<SqlTables>({ dialect: new PostgresDialect({ pool: guarded(pool, schema, waits) }) });
}

/** A read-only database must not keep a process from starting: it can answer reads. */
function reportUnavailable(onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    if (!isUnavailable(error)) throw error;
    onError(error);
  };
}

function isWrite(text: unknown): boolean {
  return typeof text === "string" && /^\s*(?:insert|update|delete|merge|with)\b/i.test(text);
}

/**
 * Connections of a pool. When the pool ends, waiting callers are rejected with `store_closed`: the pool itself serves none of
 * them and lets them wait for their time-out.
 */
function connectionsOf(pool: Pool) {
  const waiting = new Set<(reason: unknown) => void>();
  return {
    connect: () =>
      new Promise<PoolClient>((resolve, reject) => {
        waiting.add(reject);
        // Without a connection nothing was asked, whatever the server's reason: a full disk fails logins with a code of its own.
        const fail = (error: unknown) => reject(pool.ending ? storeClosed() : storeUnavailable(error));
        pool
          .connect()
          .then((client) => (waiting.has(reject) ? resolve(client) : client.release()), fail)
          .finally(() => waiting.delete(reject));
      }),
    async end() {
      for (const reject of waiting) reject(storeClosed());
      waiting.clear();
      await pool.end();
    },
  };
}

/** Translates failures of an unavailable server to `store_unavailable`. */
function guarded(pool: Pool, schema?: SchemaWatch, waits?: Waits): PostgresPool {
  const translate = (error: unknown): never => {
    throw isAway(error) ? storeUnavailable(error) : error;
  };
  const connections = connectionsOf(pool);
  return {
    async connect() {
      const begun = waits?.uptime() ?? 0;
      const client = await connections.connect();
      waits?.onConnected?.(waits.uptime() - begun);
      let broken: Error | undefined;
      async function query(text: unknown, parameters?: readonly unknown[]) {
        // A connection whose answer was given up is not asked again, so that a roll-back does not wait once more.
        if (broken !== undefined) throw storeUnavailable(broken);
        try {
          if (isWrite(text)) await schema?.assertKnown((known) => client.query(known));
          return await client.query(text as string, [...(parameters ?? [])]);
        } catch (error) {
          if (isAway(error)) broken = error as Error;
          return translate(error);
        }
      }
      return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release(broken) };
    },
    end: () => connections.end(),
  };
}
