/**
 * A PostgreSQL server as the database of the SQL store, for as many processes as there are. What keeps two of them apart
 * is the database's: row locks, leases with fences, and NOTIFY for hints.
 */
import { ServiceError } from "@service/sdk/protocol";
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import { Client, Pool, type ClientConfig } from "pg";
import { systemClock, type Clock } from "../clock.js";
import type { FileStore } from "../files/file-store.js";
import { createSqlFileStore, sweepHalfWritten } from "../files/sql-file-store.js";
import { openSqlHints } from "./sql-hints.js";
import { migrate } from "./sql-migrate.js";
import { createSqlStore } from "./sql-store.js";
import type { SqlTables } from "./sql-tables.js";
import { isAway, storeUnreachable } from "./sql-away.js";
import { storeUnavailable, type Store } from "./store.js";

export interface OpenedPostgres {
  /** Closing it closes every connection. */
  readonly store: Store;
  readonly fileStore: FileStore;
}

export interface PostgresStoreOptions {
  /** @default the platform's clock */
  readonly clock?: Clock | undefined;
  /** Told of connections that broke while nobody waited for them. @default nothing */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** How many connections one process uses at most, beside the one on which hints come. */
const maxConnections = 10;
/** How long a connection may take to be had (ms). */
const connectMs = 10_000;

/**
 * Opens the store on a server and brings its database to this version's shape, whoever else does so at the same time.
 *
 * @param databaseUrl `postgres://user:password@host:port/database`, with what `pg` takes as its query (`sslmode` …).
 * @throws {ServiceError} `store_unreachable` when the address is none or nothing there lets us in, `store_too_new` when a
 *   newer version wrote the database. None of them tells the password.
 */
export async function openPostgresStore(
  databaseUrl: string,
  options: PostgresStoreOptions = {},
): Promise<OpenedPostgres> {
  const { clock = systemClock, onError = () => undefined } = options;
  const config = configOf(databaseUrl);
  const pool = openPool(config, onError);
  try {
    await assertReachable(pool, config);
    const db = new Kysely<SqlTables>({ dialect: new PostgresDialect({ pool: guarded(pool) }) });
    await migrate(db);
    await sweepHalfWritten(db, clock);
    const hints = await openSqlHints({ newClient: () => new Client(config), clock, onError });
    return { store: createSqlStore(db, hints), fileStore: createSqlFileStore(db, clock) };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

function configOf(databaseUrl: string): ClientConfig {
  // The reason is left out: it would quote the address, and with it the password.
  if (!/^postgres(?:ql)?:\/\//.test(databaseUrl) || !URL.canParse(databaseUrl)) {
    throw new ServiceError(
      "The address of the database is none. Give one like postgres://user:password@host:5432/database, with what is special in user and password percent-encoded.",
      { code: "store_unreachable" },
    );
  }
  return {
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: "service-embedded",
    // What is read behind a lock must be what its last holder wrote, whatever the database's own default is.
    options: "-c default_transaction_isolation=read\\ committed",
    // A process whose machine is gone must not hold its locks until the network notices.
    idle_in_transaction_session_timeout: 60_000,
  };
}

function openPool(config: ClientConfig, onError: (error: unknown) => void): Pool {
  const pool = new Pool({ ...config, max: maxConnections });
  // The error as it comes holds the client, and so what to connect with.
  pool.on("error", ({ message }) => onError(storeUnavailable(new Error(message))));
  // Also one that is in use may break between two of its queries; the next of them fails, and tells.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

async function assertReachable(pool: Pool, config: ClientConfig): Promise<void> {
  try {
    await pool.query("select 1");
  } catch (error) {
    throw storeUnreachable(config.connectionString ?? "", error);
  }
}

/** What a server that is away makes fail, fails as `store_unavailable`. */
function guarded(pool: Pool): PostgresPool {
  const translate = (error: unknown): never => {
    throw isAway(error) ? storeUnavailable(error) : error;
  };
  return {
    async connect() {
      const client = await pool.connect().catch(translate);
      let broken: Error | undefined;
      async function query(text: unknown, parameters?: readonly unknown[]) {
        try {
          return await client.query(text as string, [...(parameters ?? [])]);
        } catch (error) {
          if (isAway(error)) broken = error as Error;
          return translate(error);
        }
      }
      return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release(broken) };
    },
    end: () => pool.end(),
  };
}
