/** Connections to a PostgreSQL server: their address, limits and pool. */
import { ServiceError } from "@service/sdk/protocol";
import { Pool, type ClientConfig, type PoolConfig } from "pg";
import { storeUnreachable } from "./sql-away.js";
import { storeUnavailable } from "./store.js";

/** Time-outs (ms). A request that waits for a connection and then for a query fails within ten seconds. */
export interface Limits {
  /** To get a connection, from the pool or from the server. */
  readonly connectMs: number;
  /** For the server, to run one statement. Locks that it waits for count. */
  readonly statementMs: number;
  /** For this process, to get the answer to one statement. A silent network ends with it. */
  readonly queryMs: number;
}

export const usualLimits: Limits = { connectMs: 3_000, statementMs: 5_000, queryMs: 5_500 };

/** @throws {ServiceError} `store_unreachable` for an address that is none. */
export function configOf(databaseUrl: string, { connectMs, statementMs, queryMs }: Limits): ClientConfig {
  // The reason is left out: it would quote the address, and with it the password.
  if (!/^postgres(?:ql)?:\/\//.test(databaseUrl) || !URL.canParse(databaseUrl)) {
    throw new ServiceError(
      "The address of the database is invalid. It has the form postgres://user:password@host:5432/database. Percent-encode special characters of user and password.",
      { code: "store_unreachable" },
    );
  }
  return {
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: queryMs,
    keepAlive: true,
    application_name: "service-embedded",
    // Reads after a lock must see the last owner's writes, whatever the database's default isolation.
    options: "-c default_transaction_isolation=read\\ committed",
    // A process whose machine is gone must release its locks before the network notices.
    idle_in_transaction_session_timeout: 10_000,
  };
}

export function openPool(config: PoolConfig, onError: (error: unknown) => void): Pool {
  const pool = new Pool(config);
  // The original error contains the client, and so the credentials.
  pool.on("error", ({ message }) => onError(storeUnavailable(new Error(message))));
  // A connection in use may also break between two queries; the next query then fails and reports it.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

/** @throws {ServiceError} `store_unreachable` when no server admits us. */
export async function assertReachable(pool: Pool, config: ClientConfig): Promise<void> {
  try {
    await pool.query("select 1");
  } catch (error) {
    throw storeUnreachable(config.connectionString ?? "", error);
  }
}

/**
 * Whether a service of any version ever had its data in the database. Makes and changes nothing.
 *
 * @throws {ServiceError} `store_unreachable` as `openPostgresStore` does.
 */
export async function hasStore(databaseUrl: string): Promise<boolean> {
  const config = configOf(databaseUrl, usualLimits);
  const pool = openPool({ ...config, max: 1 }, () => undefined);
  try {
    await assertReachable(pool, config);
    const { rows } = await pool.query<{ name: string | null }>("select to_regclass('kysely_migration') as name");
    return rows[0]?.name != null;
  } finally {
    await pool.end();
  }
}
