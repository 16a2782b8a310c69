/** A PostgreSQL server that can be killed, suspended and left without disk space. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "../../../test/support/free-port.js";
import { initialise, serve, user } from "../postgres/postgres-server.js";
import { mountSmallDisk } from "../postgres/small-disk.js";
import { pause } from "./service-process.js";

const bin = process.env["POSTGRES_BIN"] ?? "/usr/lib/postgresql/15/bin";
/** The server and some minutes of messages need a third of it. */
const megabytes = 400;

/** A commit must be in the operating system's memory at least: the server is killed, the machine is not. */
const settings = { synchronous_commit: "on", min_wal_size: "32MB", max_wal_size: "48MB" };

export interface DatabaseServer {
  readonly url: string;
  /** Kills the whole server without warning. */
  kill(): Promise<void>;
  /** Kills the process of one connection, after which the server restarts itself. */
  killBackend(): Promise<void>;
  /** Suspends every process of the server. @returns the function that continues them */
  suspend(): Promise<() => void>;
  fillDisk(): Promise<void>;
  emptyDisk(): Promise<void>;
  /** Starts the server unless it runs, and waits until it takes writes. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function openDatabaseServer(): Promise<DatabaseServer> {
  const root = await mkdtemp(join(tmpdir(), "service-chaos-"));
  if (user.uid !== undefined) await chown(root, user.uid, user.uid);
  const disk = join(root, "disk");
  await mkdir(disk);
  const small = await mountSmallDisk(disk, megabytes);
  if (small === null && user.uid !== undefined) await chown(disk, user.uid, user.uid);
  const data = join(disk, "data");
  await initialise(bin, data);
  const port = await freePort();
  const url = (name: string) => `postgres://service@127.0.0.1:${port}/${name}`;
  let server: ChildProcess | null = null;
  let starting: Promise<void> = Promise.resolve();

  async function launch(): Promise<void> {
    const started = await serve(bin, data, port, settings);
    server = started;
    started.once("exit", () => {
      if (server === started) server = null;
    });
  }

  async function isWriting(): Promise<boolean> {
    return query<object>(url("service"), "create temporary table probe (); select 1").then(
      () => true,
      () => false,
    );
  }

  async function start(): Promise<void> {
    // Processes of a killed server may keep its memory for a moment, and one on a full disk cannot recover.
    while (server === null) await launch().catch(() => pause(100));
    while (!(await isWriting())) {
      await pause(100);
      if (server === null) return start();
    }
  }

  async function pids(): Promise<readonly number[]> {
    const found = await query<{ pid: number }>(url("postgres"), "select pid from pg_stat_activity").catch(() => []);
    return found.map(({ pid }) => pid);
  }

  await launch();
  await query(url("postgres"), "create database service");
  return {
    url: url("service"),
    async kill() {
      const killed = server;
      if (killed === null) return;
      const exited = once(killed, "exit");
      killed.kill("SIGKILL");
      await exited;
    },
    async killBackend() {
      const [found] = await query<{ pid: number }>(
        url("postgres"),
        "select pid from pg_stat_activity where application_name = 'service-embedded' order by random() limit 1",
      ).catch(() => []);
      if (found !== undefined) signal(found.pid, "SIGKILL");
    },
    async suspend() {
      const suspended = [...(server?.pid === undefined ? [] : [server.pid]), ...(await pids())];
      for (const pid of suspended) signal(pid, "SIGSTOP");
      return () => {
        for (const pid of suspended) signal(pid, "SIGCONT");
      };
    },
    fillDisk: async () => (small === null ? refuseRows(url("service"), true) : small.fill()),
    emptyDisk: async () => (small === null ? refuseRows(url("service"), false) : small.empty()),
    start: () => (starting = starting.then(start)),
    async close() {
      const running = server;
      if (running !== null) {
        const exited = once(running, "exit");
        signal(running.pid ?? 0, "SIGCONT");
        running.kill("SIGQUIT");
        await exited;
      }
      await small?.remove();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Where no small disk can be made, rows are refused with PostgreSQL's own code of a full disk. */
async function refuseRows(url: string, isFull: boolean): Promise<void> {
  const statements = isFull
    ? `create or replace function no_room() returns trigger language plpgsql as
         $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
       create or replace trigger no_room before insert on events for each row execute function no_room()`
    : "drop trigger if exists no_room on events";
  await query(url, statements).catch(() => undefined);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
