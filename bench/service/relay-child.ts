/**
 * Appends of one and three processes, behind a relay that adds 5 ms to each round trip and directly: `node relay-child <script
 * of a writer>`. Starts a PostgreSQL server and the writers, each a process of its own, and prints one JSON line for each figure.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as after } from "node:timers/promises";
import { Client } from "pg";
import { openPostgresStore } from "../../service/src/store/sql-postgres.js";
import { startPostgres } from "../../service/test/postgres/postgres-server.js";
import { serverCpu } from "./cpu.js";

const delayMs = 5;
const seconds = 8;
/** Sessions that each process appends to at once. */
const sessions = 20;
const [script = ""] = process.argv.slice(2);

const server = await startPostgres();
const target = new URL(server.url);
const relay = createServer((client) => {
  const upstream = connect(Number(target.port), target.hostname);
  client.on("data", (bytes) => void after(delayMs).then(() => upstream.write(bytes)));
  upstream.pipe(client);
  client.on("close", () => upstream.destroy()).on("error", () => undefined);
  upstream.on("close", () => client.destroy()).on("error", () => undefined);
  for (const socket of [client, upstream]) socket.setNoDelay(true);
}).listen(0, "127.0.0.1");
await once(relay, "listening");
const { port } = relay.address() as { readonly port: number };
await (await openPostgresStore(server.url)).store.close();
const client = new Client(server.url);
await client.connect();

/** Commits and rollbacks so far. A connection reports its count late, and at its end. */
async function transactions(): Promise<number> {
  await after(1_500);
  const { rows } = await client.query<{ count: string }>(
    "select sum(xact_commit + xact_rollback) as count from pg_stat_database where datname is not null",
  );
  return Number(rows[0]?.count);
}

/** Share of looks at the server in which a connection waits for a lock, by the number of connections that wait. */
async function sampleLocks(isOver: () => boolean): Promise<number> {
  let [looks, waits] = [0, 0];
  while (!isOver()) {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'",
    );
    looks += 1;
    waits += rows[0]!.count;
    await after(20);
  }
  return waits / looks;
}

/** @param listeners connections that listen for hints besides those of the processes, as idle processes would. */
async function measure(count: number, isSlow: boolean, listeners = 0): Promise<void> {
  const ears = Array.from({ length: listeners }, () => new Client(server.url));
  for (const ear of ears) {
    await ear.connect();
    await ear.query("listen service_hints");
  }
  const url = new URL(server.url);
  if (isSlow) url.port = String(port);
  const writers = Array.from({ length: count }, () => {
    const args = [script, url.href, String(sessions), String(seconds)];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator](), closed: once(child, "close") };
  });
  for (const { lines } of writers) await lines.next();
  const before = { transactions: await transactions(), cpu: await serverCpu(client) };
  for (const { child } of writers) child.stdin.write("go\n");
  let isOver = false;
  const sampled = sampleLocks(() => isOver);
  const done = await Promise.all(
    writers.map(
      async ({ lines }) => JSON.parse((await lines.next()).value as string) as { appended: number; cpu: number },
    ),
  );
  isOver = true;
  const locks = await sampled;
  const cpu = (await serverCpu(client)) - before.cpu;
  await Promise.all(writers.map(({ closed }) => closed));
  await Promise.all(ears.map((ear) => ear.end()));
  const sent = (await transactions()) - before.transactions;
  const appended = done.reduce((sum, each) => sum + each.appended, 0);
  const own = done.reduce((sum, each) => sum + each.cpu, 0);
  const beside = listeners === 0 ? "" : ` beside ${listeners} idle ones`;
  const place = `${isSlow ? `behind ${delayMs} ms` : "directly"}, ${count} process(es)${beside}`;
  const figures = {
    "appends a second": appended / seconds,
    "transactions an append": sent / appended,
    "connections that wait for a lock, on average": locks,
    "CPU of the processes an append (ms)": (own / appended) * 1_000,
    "CPU of the database an append (ms)": (cpu / appended) * 1_000,
  };
  for (const [name, value] of Object.entries(figures)) console.log(JSON.stringify({ row: `${place}: ${name}`, value }));
}

for (const isSlow of [true, false]) for (const count of [1, 3]) await measure(count, isSlow);
await measure(1, false, 20);
relay.close();
await client.end();
await server.stop();
process.exit(0);
