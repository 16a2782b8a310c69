import { execFile, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { freePort } from "../../../test/support/free-port.js";
import { systemClock } from "../../src/clock.js";
import { initialise, serve, user } from "./postgres-server.js";
import { has, startProcess, type Process } from "./processes.js";

const run = promisify(execFile);
/** Debian's, which has the programs for backups. `npm test` names another one. */
const bin = process.env["POSTGRES_BIN"] ?? "/usr/lib/postgresql/15/bin";

let root: string;
const servers: ChildProcess[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "service-restore-"));
  if (user.uid !== undefined) await chown(root, user.uid, user.uid);
});
afterEach(async () => {
  for (const server of servers) await stop(server);
  servers.length = 0;
  await rm(root, { recursive: true, force: true });
});

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const closed = once(server, "close");
  server.kill("SIGINT");
  await closed;
}

interface Server {
  readonly process: ChildProcess;
  url(database: string): string;
}

async function start(data: string, settings: object = {}): Promise<Server> {
  const port = await freePort();
  const child = await serve(bin, data, port, settings);
  servers.push(child);
  return { process: child, url: (database) => `postgres://service@127.0.0.1:${port}/${database}` };
}

async function newServer(settings: object = {}): Promise<Server> {
  const data = join(root, "data");
  await initialise(bin, data);
  return start(data, settings);
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
}

const open = (url: string): Promise<Process> => startProcess(url, { clock: systemClock as Process["clock"] });

/** The shell commands below a title of docs/postgresql.md. */
async function commandsBelow(title: string): Promise<string> {
  const page = await readFile(new URL("../../../docs/postgresql.md", import.meta.url), "utf8");
  const section = page.slice(page.indexOf(`## ${title}`));
  return /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? "";
}

async function finished(service: Process, message: string): Promise<string> {
  const session = await service.begin(message);
  await service.logged(session, has("turn.completed"));
  return session;
}

it("a dump that was taken while the service wrote, restored by the commands of docs/postgresql.md, continues", async () => {
  const server = await newServer();
  await query(server.url("postgres"), "create database service");
  const before = await open(server.url("service"));
  const session = await finished(before, "/say kept");
  const log = await before.log(session);
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env["PATH"]}`,
    SERVICE_DATABASE_URL: server.url("service"),
    RESTORED_DATABASE_URL: server.url("restored"),
    MAINTENANCE_URL: server.url("postgres"),
  };
  await run("bash", ["-ec", await commandsBelow("Back up and restore")], { env, cwd: root });
  await before.close();

  const after = await open(server.url("restored"));
  expect(await after.log(session)).toEqual(log);
  expect((await after.send(session, "/say more")).status).toBe(202);
  await after.logged(session, (events) => events.filter(({ type }) => type === "turn.completed").length === 2);
  await after.close();
});

it("a base backup with archived logs is restored to the moment before a mistake", async () => {
  const [archive, base] = [join(root, "archive"), join(root, "base")];
  await mkdir(archive);
  if (user.uid !== undefined) await chown(archive, user.uid, user.uid);
  const logged = { wal_level: "replica", fsync: "on", archive_mode: "on", archive_command: `cp %p ${archive}/%f` };
  const server = await newServer(logged);
  await query(server.url("postgres"), "create database service");
  const before = await open(server.url("service"));
  const first = await finished(before, "/say first");
  await run(join(bin, "pg_basebackup"), ["-d", server.url("postgres"), "-D", base, "-X", "none", "-c", "fast"], {
    ...user,
    cwd: root,
  });
  const second = await finished(before, "/say second");
  const [moment] = await query(server.url("service"), "select clock_timestamp()::text as at");
  const mistake = await finished(before, "/say mistake");
  await query(server.url("service"), "select pg_switch_wal()");
  await before.close();
  await stop(server.process);

  await writeFile(join(base, "recovery.signal"), "");
  if (user.uid !== undefined) await chown(join(base, "recovery.signal"), user.uid, user.uid);
  const restored = await start(base, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment?.["at"],
    recovery_target_action: "promote",
  });
  await expect.poll(() => query(restored.url("service"), "select pg_is_in_recovery() as on")).toEqual([{ on: false }]);
  const after = await open(restored.url("service"));
  const found = await Promise.all([first, second, mistake].map(async (path) => (await after.call("GET", path)).status));
  expect(found).toEqual([200, 200, 404]);
  await finished(after, "/say third");
  await after.close();
});
