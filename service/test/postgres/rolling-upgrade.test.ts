/** Replaces the processes of one version by those of the next one, whose migration the old ones do not have. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { SessionEvent } from "@service/sdk/protocol";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { bundleChild } from "../bundle-child.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";
import { credentials, has, ofType } from "./processes.js";
import { soon } from "./watched.js";

const command = new URL("../../src/cli.ts", import.meta.url);
/** The next version: it has one more migration, which only adds, as every migration does. */
const nextVersion = {
  file: new URL("../../src/store/sql-migrate.ts", import.meta.url),
  code: '  "0021-sessions-by-change": sessionsByChange,\n',
  becomes: `  "0021-sessions-by-change": sessionsByChange,
    "0999-next": { up: async (db) => void (await db.schema.alterTable("sessions").addColumn("next_version", "text").execute()) },\n`,
};

/** Hangs before or after its first output. In the next version it answers. */
const agentOf = (version: "old" | "next") => `export default {
  name: "${version}",
  async *run({ prompt }, signal) {
    if (prompt === "speaks") yield { type: "tool", id: "t", name: "look", arguments: {} };
    if ("${version}" === "old" && /speaks|thinks/.test(prompt)) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    yield { type: "text", text: "Answered by ${version}." };
  },
};`;

type Version = "old" | "next";
let database: PostgresDatabase;
let folder: string;
const scripts = {} as Record<Version, Awaited<ReturnType<typeof bundleChild>>>;
const started: ChildProcess[] = [];
beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), "upgrade-"));
  scripts.old = await bundleChild(command);
  scripts.next = await bundleChild(command, nextVersion);
  for (const version of ["old", "next"] as const) await writeFile(join(folder, `${version}.mjs`), agentOf(version));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  for (const script of Object.values(scripts)) await script.remove();
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

function launch(version: Version) {
  const flags = [
    "--port",
    "0",
    "--json",
    "--lease-ms",
    "2000",
    "--drain",
    "1",
    "--agent",
    join(folder, `${version}.mjs`),
  ];
  const child = spawn(process.execPath, [scripts[version].path, "--database", database.url, ...flags], {
    env: {
      ...process.env,
      SERVICE_ORGANIZATION_ID: credentials.organizationId,
      SERVICE_API_KEY: credentials.apiKey,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let err = "";
  child.stderr.on("data", (chunk) => (err += String(chunk)));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, err }));
  return { child, ended };
}

interface Body {
  readonly id: string;
  readonly workspace: { readonly id: string };
  readonly error?: { readonly code: string; readonly retryable: boolean; readonly details?: unknown };
}

async function start(version: Version) {
  const { child, ended } = launch(version);
  const line = once(createInterface(child.stdout!), "line").then(([text]) => String(text));
  const first = await Promise.race([line, ended]);
  if (typeof first !== "string") throw new Error(`The ${version} version did not start: ${first.err}`);
  const { url } = JSON.parse(first) as { url: string };
  const headers = { authorization: `Bearer ${credentials.apiKey}`, "content-type": "application/json" };
  async function call(method: string, path: string, body?: object) {
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, body: (await answer.json()) as Body };
  }
  return {
    call,
    log: async (session: string) =>
      (await call("GET", `${session}/events?after=0&limit=2000`)).body as unknown as readonly SessionEvent[],
    follow: async (session: string) => {
      const answer = await fetch(`${url}${session}/events/stream?after=0`, { headers });
      const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
      let read = "";
      return async (words: string) => {
        while (!read.includes(words)) {
          const { done, value } = await soon(`${words} after ${read}`, reader.read());
          if (done) throw new Error(`The stream ended without "${words}": ${read}`);
          read += value;
        }
        return [...read.matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id));
      };
    },
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

type Running = Awaited<ReturnType<typeof start>>;
const message = (clientEventId: string) => ({
  type: "user.message",
  payload: { text: `message ${clientEventId}` },
  clientEventId,
});
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

it("replaces a version by the next one: old processes answer reads and refuse writes, and no accepted message is lost", async () => {
  const [one, other] = [await start("old"), await start("old")];
  const named = { externalSource: "app", externalId: "acme", name: "acme" };
  const sessions = `/v1/workspaces/${(await one.call("PUT", "/v1/workspaces/external", named)).body.workspace.id}/sessions`;
  const begin = async (by: Running, initialMessage: string) => {
    const { status, body } = await by.call("POST", sessions, { initialMessage });
    expect(status).toBe(202);
    return `${sessions}/${body.id}`;
  };
  // An old process may lose a turn between its output and its end.
  async function rests(by: Running, session: string, turns: number): Promise<void> {
    const ended = async () => (await by.log(session)).filter(({ type }) => /^turn\.(?:completed|failed)$/.test(type));
    await expect.poll(ended).toHaveLength(turns);
  }
  const chat = await begin(one, "hello");
  const read = await other.follow(chat);
  await rests(one, chat, 1);
  const speaking = await begin(one, "speaks");
  const thinking = await begin(other, "thinks");
  await expect.poll(async () => has("agent.toolCall.created")(await one.log(speaking))).toBe(true);
  await expect.poll(async () => has("turn.started")(await one.log(thinking))).toBe(true);

  const next = await start("next");
  // Old processes take messages for up to five seconds more. Each accepted one is kept.
  const accepted: string[] = [];
  const refused = async (by: Running, name: string) => {
    for (let n = 0; ; n += 1) {
      const { status, body } = await by.call("POST", `${chat}/events`, message(`${name}-${n}`));
      if (status !== 202) return { id: `${name}-${n}`, status, error: body.error };
      accepted.push(`${name}-${n}`);
      await rests(next, chat, 1 + accepted.length);
    }
  };
  const refusals = [await refused(one, "one"), await refused(other, "other")];
  for (const { status, error } of refusals) {
    expect(status).toBe(503);
    expect(error).toMatchObject({ code: "store_too_new", retryable: true });
  }
  for (const old of [one, other]) {
    expect((await old.call("GET", chat)).status).toBe(200);
    const ready = await old.call("GET", "/readyz");
    expect([ready.status, ready.body.error?.details]).toMatchObject([503, { checks: { schema: "newer" } }]);
  }
  expect((await next.call("GET", "/readyz")).status).toBe(200);

  // The client repeats the refused requests at a process of the next version, twice.
  for (const { id } of [...refusals, ...refusals]) {
    expect((await next.call("POST", `${chat}/events`, message(id))).status).toBe(202);
  }
  const sent = [...accepted, ...refusals.map(({ id }) => id)];
  await rests(next, chat, 1 + sent.length);
  // A stream of an old process continues, from the database.
  const last = sent.at(-1)!;
  const delivered = await read(`"message ${last}"`);
  expect(delivered).toEqual(numbers(delivered.length));

  // The turns of the old processes, after their leases.
  await expect.poll(async () => ofType(await next.log(speaking), "turn.failed").length).toBe(1);
  expect(ofType(await next.log(speaking), "turn.failed")[0]?.payload).toMatchObject({ code: "worker_lost" });
  await rests(next, thinking, 1);
  expect(ofType(await next.log(thinking), "turn.completed")[0]?.payload).toEqual({ output: "Answered by next." });

  for (const old of [one, other]) expect((await old.stop()).code).toBe(0);
  const log = await next.log(chat);
  const ids = ofType(log, "user.message").map(({ clientEventId }) => clientEventId);
  expect(ids.slice(1)).toEqual(sent);
  for (const session of [chat, speaking, thinking]) {
    const events = await next.log(session);
    expect(events.map(({ sequence }) => sequence)).toEqual(numbers(events.length));
  }

  // There is no way back but a backup.
  const { code, err } = await launch("old").ended;
  expect(code).toBe(1);
  expect(err).toContain("newer version of the service");
  expect((await next.stop()).code).toBe(0);
});
