import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../src/app.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";
import { gate, has, passTime, startProcess, type Process } from "./processes.js";

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const started: Process[] = [];
async function start(agent: Agent): Promise<Process> {
  const process = await startProcess(database.url, { agent });
  started.push(process);
  return process;
}
afterEach(async () => {
  for (const process of started.splice(0)) await process.close();
  await database.empty();
});

const [ana, ben] = ["ana", "ben"].map((id) => ({ source: "app", id }));

/**
 * The first process runs a turn of ben and one of ana, and shuts down, which takes until ben's turn ends. Another turn of
 * ana waits for the end of hers.
 */
async function waitingBehindALimit() {
  const ends: Readonly<Record<string, ReturnType<typeof gate>>> = { ana: gate(), ben: gate(), next: gate() };
  ends["next"]?.open();
  const agent: Agent = {
    name: "test",
    async *run({ prompt }, signal) {
      yield { type: "tool", id: "t", name: "look", arguments: {} };
      const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      await Promise.race([ends[prompt]?.opened, aborted]);
    },
  };
  const here = await start(agent);
  const settings = { quotas: { person: { runningTurns: 1 } } };
  expect((await here.call("PATCH", here.workspace, { settings })).status).toBe(200);
  // Its lease is the first to end, so the second process waits for that one.
  const other = await here.begin("ben", { endUser: ben });
  await here.logged(other, has("agent.toolCall.created"));
  await here.clock.advance(1);
  const running = await here.begin("ana", { endUser: ana });
  await here.logged(running, has("agent.toolCall.created"));
  const there = await start(agent);
  const waiting = await there.begin("next", { endUser: ana });
  const closed = here.app.close({ drainMs: 60_000 });
  const finish = async () => {
    ends["ben"]?.open();
    await closed;
    return there.faults;
  };
  return { there, running, waiting, end: () => ends["ana"]?.open(), finish };
}

/** Lets the time pass in which a process notices what another has changed. */
const soonAfter = (process: Process, session: string) =>
  passTime([process], process.logged(session, has("turn.completed")), 10);

describe("a turn that waits for a person's limit of running turns", () => {
  it("is started by another process when the process of the running turn claims nothing more", async () => {
    const { there, waiting, end, finish } = await waitingBehindALimit();
    end();
    await soonAfter(there, waiting);
    expect(await finish()).toEqual([]);
  });

  it("is started when the running turn of a process that shuts down is cancelled", async () => {
    const { there, running, waiting, finish } = await waitingBehindALimit();
    expect((await there.call("POST", `${running}/control`, { action: "cancel", clientEventId: "c" })).status).toBe(200);
    await soonAfter(there, waiting);
    expect(await finish()).toEqual([]);
  });
});
