import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { tableNames } from "../../src/store/belongings.js";
import { openPostgresStore, type OpenedPostgres } from "../../src/store/sql-postgres.js";

/** A database of its own on the server of the run, for one test file. */
export interface PostgresDatabase {
  readonly url: string;
  /** Another connection, to inspect or to block; it ends with the database. */
  connect(): Promise<Client>;
  /** Another process's view of the database; it is closed with the database if the test has not. */
  open(options?: Parameters<typeof openPostgresStore>[1]): Promise<OpenedPostgres>;
  /** Forgets every record. */
  empty(): Promise<void>;
  drop(): Promise<void>;
}

/** A busy machine is no silent database. */
const patient = { connectMs: 120_000, statementMs: 120_000, queryMs: 120_000 };

export async function createDatabase(): Promise<PostgresDatabase> {
  const server = inject("databaseServer");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await command(server, `create database ${name}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const url = address.href;
  const open: (() => Promise<void>)[] = [];
  let own: Client | undefined;

  async function connect(): Promise<Client> {
    const client = new Client(url);
    client.on("error", () => undefined);
    await client.connect();
    open.push(() => client.end());
    return client;
  }

  return {
    url,
    connect,
    async open(options) {
      const opened = await openPostgresStore(url, { limits: patient, ...options });
      open.push(() => opened.store.close());
      return opened;
    },
    async empty() {
      own ??= await connect();
      // Faster than `truncate`, which creates each table and index again.
      await own.query(
        tableNames
          .toReversed()
          .map((table) => `delete from ${table}`)
          .join("; "),
      );
    },
    async drop() {
      for (const close of open) await close();
      await command(server, `drop database ${name} with (force)`);
    },
  };
}

async function command(url: string, text: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
