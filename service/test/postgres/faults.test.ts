import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../src/app.js";
import { bundleChild } from "../bundle-child.js";
import { fault } from "../harness.js";
import { manualClock } from "../manual-clock.js";
import { openLine, type DatabaseLine } from "./database-line.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";
import { credentials, follow, gate, has, ofType, passTime, startProcess, type Process } from "./processes.js";

let database: PostgresDatabase;
let console: Client;
let line: DatabaseLine;
let child: Awaited<ReturnType<typeof bundleChild>>;
beforeAll(async () => {
  database = await createDatabase();
  console = await database.connect();
  line = await openLine(database.url);
  child = await bundleChild(new URL("worker-child.ts", import.meta.url));
});
afterAll(async () => {
  await child.remove();
  await line.close();
  await database.drop();
});

const started: Process[] = [];
async function start(url: string, options?: Parameters<typeof startProcess>[1]): Promise<Process> {
  const process = await startProcess(url, options);
  started.push(process);
  return process;
}
afterEach(async () => {
  line.mend();
  for (const process of started.splice(0)) await process.close();
  await database.empty();
});

/** Every connection of every service, by the server's own hand. */
const terminateAll = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'service-embedded'`;
const alive = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'service-embedded'`;

describe("a process that is killed", () => {
  /** Starts it, gives it a turn, kills it where its agent has got to. */
  async function killed(when: string): Promise<{ workspace: string; sessionId: string }> {
    const args = [child.path, database.url, when, credentials.organizationId, credentials.apiKey];
    const worker = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const lines = createInterface(worker.stdout)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe("started");
    // The process that creates the turn runs none itself.
    const giver = await startProcess(database.url, {
      wrap: (store) => ({
        ...store,
        claimSession: async ({ owner }) => ({ claimed: null, due: await store.nextDue(owner) }),
      }),
    });
    const path = await giver.begin("/say I am done", { clientEventId: "m", idempotencyKey: "k" });
    expect((await lines.next()).value).toBe("reached");
    const ended = once(worker, "close");
    worker.kill("SIGKILL");
    await ended;
    await giver.close();
    return { workspace: giver.workspace, sessionId: path };
  }

  it.each([
    ["before-output", "turn.completed", 2],
    ["after-output", "turn.failed", 1],
  ])("%s: another takes its turn over when the lease is over, and not before", async (when, end, starts) => {
    const { sessionId: session } = await killed(when);
    const clock = manualClock(Date.now());
    const next = await start(database.url, { clock });
    const atOnce = await next.log(session);
    await clock.advance(20_000);
    expect(await next.log(session)).toEqual(atOnce);
    await clock.advance(11_000);
    const log = await passTime([next], next.logged(session, has(end)));
    expect(log.slice(0, atOnce.length)).toEqual(atOnce);
    expect(log.map((event) => event.sequence)).toEqual(log.map((_, index) => index + 1));
    expect(log.filter((event) => event.clientEventId === "m")).toHaveLength(1);
    expect([ofType(log, end).length, ofType(log, "turn.started").length]).toEqual([1, starts]);
    expect(next.faults).toEqual([]);
  });
});

describe("a database that is away for a moment", () => {
  it("makes requests fail so that they may be tried again, keeps streams, and is gone on with", async () => {
    const service = await start(line.url);
    const session = await service.begin("/say before");
    const stream = await follow(service, session);
    await stream.until("turn.completed");
    const rest = stream.until('"text":"after"');
    line.cut();
    const message = { type: "user.message", payload: { text: "/say after" }, clientEventId: "again" };
    const refused = await service.call("POST", `${session}/events`, message);
    expect(fault(refused)).toBe("503 store_unavailable");
    expect(refused.body["error"]).toMatchObject({ retryable: true });
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(fault(await service.call("GET", session))).toBe("503 store_unavailable");
    line.mend();
    // Each request may meet one of the connections that broke, of which there are ten.
    let tries = 0;
    let answer = refused;
    for (; answer.status === 503 && tries < 11; tries += 1)
      answer = await service.call("POST", `${session}/events`, message);
    expect(answer.status).toBe(202);
    const read = await passTime([service], rest);
    const sequences = [...read.matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id));
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    await stream.end();
  });

  it("is listened to again, however long it was away", async () => {
    const [here, there] = [await start(line.url), await start(database.url)];
    const session = await here.begin("/say before");
    await here.logged(session, has("turn.completed"));
    line.cut();
    for (let n = 0; n < 10; n += 1) {
      const known = here.faults.length;
      while (here.faults.length === known) await here.clock.advance(5_000);
    }
    await there.send(session, "/say meanwhile");
    await there.logged(session, (log) => ofType(log, "turn.completed").length === 2);
    line.mend();
    const stream = await follow(here, session);
    await passTime([here], stream.until('"text":"meanwhile"'));
    const heard = stream.until('"text":"later"');
    await there.send(session, "/say later");
    expect(await passTime([here], heard)).toContain('"text":"meanwhile"');
    await stream.end();
  });

  it("takes no turn with it: what ran is gone on with after the lease", async () => {
    const [begun, away] = [gate(), gate()];
    const agent: Agent = {
      name: "test",
      async *run() {
        begun.open();
        await away.opened;
        yield { type: "tool", id: "t", name: "look", arguments: {} };
      },
    };
    const service = await start(line.url, { agent });
    const session = await service.begin("go");
    await begun.opened;
    line.cut();
    away.open();
    while (service.faults.length === 0) await service.clock.advance(0);
    line.mend();
    const log = await passTime([service], service.logged(session, has("turn.completed")));
    expect(log.map((event) => event.sequence)).toEqual(log.map((_, index) => index + 1));
    expect(ofType(log, "turn.completed")).toHaveLength(1);
    expect(ofType(log, "agent.toolCall.created")).toHaveLength(1);
  });

  it("may end every connection, in the middle of what they do too, and no process ends", async () => {
    const service = await start(database.url);
    const session = await service.begin("/say before");
    await service.logged(session, has("turn.completed"));
    const answers: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const asked = Array.from({ length: 20 }, (_, n) =>
        service.call("PATCH", session, { title: `${round} ${n}` }).then((answer) => answers.push(statusOf(answer))),
      );
      await console.query(terminateAll);
      await Promise.all(asked);
    }
    expect(new Set(answers)).toEqual(new Set(["200", "503 store_unavailable"]));
    expect((await service.call("GET", session)).status).toBe(200);
    expect((await console.query(alive)).rows.length).toBeGreaterThan(0);
  });
});

const statusOf = (answer: Parameters<typeof fault>[0]) => (answer.status === 200 ? "200" : fault(answer));
