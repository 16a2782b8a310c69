/**
 * Counts database transactions: `node transactions-child`. Starts a PostgreSQL server and services in this process, each
 * with its own connections, as separate processes would have them, and prints one JSON line for each measurement.
 */
import { setTimeout as after } from "node:timers/promises";
import { Client } from "pg";
import { createEmbeddedService } from "../../service/src/index.js";
import { startPostgres } from "../../service/test/postgres/postgres-server.js";

const turns = 20;
const streams = 300;
const quietMs = 20_000;
const credentials = {
  organizationId: "0a6f0c0e-3a52-4f62-9a4e-0d3f2b1c4d5e",
  apiKey: "svk_0123456789abcdef0123456789abcdef",
};

const server = await startPostgres();
const client = new Client(server.url);
await client.connect();

/** Commits and rollbacks of the database so far. Its numbers are up to a second late. */
async function transactions(database: string): Promise<number> {
  await after(1_500);
  const { rows } = await client.query<{ count: string }>(
    "select xact_commit + xact_rollback as count from pg_stat_database where datname = $1",
    [database],
  );
  return Number(rows[0]?.count);
}

async function withServices(count: number, act: (world: World) => Promise<void>): Promise<void> {
  const database = `bench_${count}_${Date.now()}`;
  await client.query(`create database ${database}`);
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  const services = [];
  for (let n = 0; n < count; n += 1) {
    services.push(await createEmbeddedService({ store: { databaseUrl: url.href }, credentials }));
  }
  const [first] = services;
  const address = (await first!.listen({ port: 0 })).url;
  const headers = { authorization: `Bearer ${credentials.apiKey}`, "content-type": "application/json" };
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(address + path, { method, headers, body: body ? JSON.stringify(body) : null });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string; status: string; workspace: { id: string } };
  };
  const external = { externalSource: "bench", externalId: "b", name: "b" };
  const { workspace } = await call("PUT", "/v1/workspaces/external", external);
  const sessions = `/v1/workspaces/${workspace.id}/sessions`;
  const follow = (path: string, signal: AbortSignal) => fetch(`${address}${path}/events/stream`, { headers, signal });
  try {
    await act({ database, sessions, call, follow });
  } finally {
    await Promise.all(services.map((service) => service.close()));
  }
}

interface World {
  readonly database: string;
  readonly sessions: string;
  readonly call: (method: string, path: string, body?: object) => Promise<{ id: string; status: string }>;
  readonly follow: (path: string, signal: AbortSignal) => Promise<Response>;
}

/** A turn with a stream that follows it: from the message to the end that the stream shows. */
async function countTurns({ database, sessions, call, follow }: World): Promise<number> {
  const { id } = await call("POST", sessions, { initialMessage: "hi" });
  const path = `${sessions}/${id}`;
  const ends = new AbortController();
  const answer = await follow(path, ends.signal);
  const texts = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  const nextEnd = async () => {
    while (!seen.includes("event: turn.completed")) seen += (await texts.read()).value ?? "";
    seen = seen.slice(seen.indexOf("event: turn.completed") + 21);
  };
  await nextEnd();
  const before = await transactions(database);
  for (let n = 0; n < turns; n += 1) {
    await call("POST", `${path}/events`, { type: "user.message", payload: { text: "hi" } });
    await nextEnd();
    // A next turn is no part of this one.
    await after(500);
  }
  const count = (await transactions(database)) - before;
  ends.abort();
  await texts.cancel().catch(() => undefined);
  return count / turns;
}

async function countSilence({ database, sessions, call, follow }: World): Promise<number> {
  const ends = new AbortController();
  const made: { readonly id: string }[] = [];
  for (let n = 0; n < streams; n += 1) made.push(await call("POST", sessions, { initialMessage: "hi" }));
  const answers = await Promise.all(made.map(({ id }) => follow(`${sessions}/${id}`, ends.signal)));
  const resting = new Set<string>();
  const read = answers.map(async ({ body }, n) => {
    let seen = "";
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
      if (ends.signal.aborted) return;
      if (seen === "turn.completed") continue;
      seen = /event: turn\.completed/.test(seen + piece) ? "turn.completed" : seen + piece;
      if (seen === "turn.completed") resting.add(made[n]!.id);
    }
  });
  // Silent from here on: every turn has ended. A connection that falls idle reports its count up to ten seconds later.
  while (resting.size < made.length) await after(100);
  await after(15_000);
  const before = await transactions(database);
  await after(quietMs);
  const count = (await transactions(database)) - before;
  ends.abort();
  await Promise.allSettled(read);
  return count / (quietMs / 1_000);
}

for (const count of [1, 2, 4, 6]) {
  await withServices(count, async (world) => {
    console.log(JSON.stringify({ row: `transactions a turn, ${count} process(es)`, value: await countTurns(world) }));
  });
}
await withServices(1, async (world) => {
  console.log(
    JSON.stringify({ row: `transactions a second, ${streams} silent streams`, value: await countSilence(world) }),
  );
});
await client.end();
await server.stop();
