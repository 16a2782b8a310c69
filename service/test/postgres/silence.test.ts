import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../src/clock.js";
import { fault } from "../harness.js";
import { openLine, type DatabaseLine } from "./database-line.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";
import { credentials, follow, has, startProcess, type Process } from "./processes.js";

let database: PostgresDatabase;
let line: DatabaseLine;
beforeAll(async () => {
  database = await createDatabase();
  line = await openLine(database.url);
});
afterAll(async () => {
  await line.close();
  await database.drop();
});

const started: Process[] = [];
async function start(url: string): Promise<Process> {
  const process = await startProcess(url, { clock: systemClock as Process["clock"] });
  started.push(process);
  return process;
}
afterEach(async () => {
  line.mend();
  for (const process of started.splice(0)) await process.close();
});

describe("a database that stays silent", () => {
  it("answers every request with 503 within ten seconds, reports it on streams, and continues when it answers again", async () => {
    const service = await start(line.url);
    const session = await service.begin("/say before");
    await service.logged(session, has("turn.completed"));
    const stream = await follow(service, session);
    await stream.until("turn.completed");
    line.silence();
    const from = performance.now();
    const message = { type: "user.message", payload: { text: "/say after" }, clientEventId: "again" };
    const answers = await Promise.all([
      // More than there are connections.
      ...Array.from({ length: 25 }, () => service.call("GET", session)),
      service.call("POST", `${session}/events`, message),
    ]);
    expect(performance.now() - from).toBeLessThan(10_000);
    expect(new Set(answers.map(fault))).toEqual(new Set(["503 store_unavailable"]));
    await stream.until(": waiting");
    line.mend();
    await expect.poll(async () => (await service.call("POST", `${session}/events`, message)).status).toBe(202);
    await stream.until('"text":"after"');
    await stream.end();
  });

  it("does not keep the service from closing", async () => {
    const service = await start(line.url);
    await service.begin("/say before");
    line.silence();
    const reading = service.call("GET", `${service.workspace}/sessions`);
    await service.close();
    expect(fault(await reading)).toBe("503 store_unavailable");
  });
});

describe("a read-only database", () => {
  /** Ends the connections too, as a failover does. */
  const setReadOnly = async (value: "on" | "off") => {
    const console = await database.connect();
    const name = new URL(database.url).pathname.slice(1);
    await console.query("set default_transaction_read_only = off");
    await console.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    await console.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'service-embedded'`,
    );
  };
  afterEach(() => setReadOnly("off"));

  it("answers reads, and writes with 503 until it takes them again", async () => {
    const service = await start(database.url);
    const session = await service.begin("/say before");
    await service.logged(session, has("turn.completed"));
    await setReadOnly("on");
    const reads = [
      session,
      `${session}/events?after=0`,
      `${service.workspace}/sessions`,
      `/v1/organizations/${credentials.organizationId}/api-keys`,
    ];
    for (const path of reads) {
      await expect.poll(async () => (await service.call("GET", path)).status).toBe(200);
    }
    expect(fault(await service.call("PATCH", session, { title: "other" }))).toBe("503 store_unavailable");
    const second = await start(database.url);
    expect((await second.call("GET", session)).status).toBe(200);
    await setReadOnly("off");
    await expect.poll(async () => (await service.call("PATCH", session, { title: "other" })).status).toBe(200);
  });
});

it("answers 503 while the server admits no connection, whatever its reason", async () => {
  const console = await database.connect();
  const role = `role_${randomUUID().replaceAll("-", "")}`;
  await console.query(`create role ${role} superuser login`);
  const url = new URL(database.url);
  url.username = role;
  const service = await start(url.href);
  const session = await service.begin("/say before");
  await service.logged(session, has("turn.completed"));
  await console.query(`alter role ${role} nologin`);
  await console.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [role]);
  const answers = await Promise.all(Array.from({ length: 25 }, () => service.call("GET", session)));
  expect(new Set(answers.map(fault))).toEqual(new Set(["503 store_unavailable"]));
  await console.query(`alter role ${role} login`);
  await expect.poll(async () => (await service.call("GET", session)).status).toBe(200);
  await service.close();
  await console.query(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`);
});
