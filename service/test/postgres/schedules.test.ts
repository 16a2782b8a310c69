import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../src/app.js";
import { isThorough } from "../../../test/support/runs.js";
import { text } from "../harness.js";
import { dying, type Moment } from "../schedules/dying-store.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";
import { startProcess, type Process } from "./processes.js";

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
const stores: Store[] = [];
const alive: Process[] = [];
afterEach(async () => {
  for (const process of alive.splice(0)) await process.close();
  // The app of a process that died never ends.
  for (const store of stores.splice(0)) await store.close();
  await database.empty();
});

async function doomed(at: number, moment: Moment) {
  let life: ReturnType<typeof dying> | undefined;
  const wrap = (store: Store) => (life = dying(store, at, moment)).store;
  const process = await startProcess(database.url, { wrap });
  stores.push(process.store);
  return { ...process, arm: () => life?.arm(), wasReached: () => life?.wasReached() === true };
}

async function living(): Promise<Process> {
  const process = await startProcess(database.url);
  alive.push(process);
  return process;
}

const ended = ["completed", "failed"];
const startAt = "2026-01-01T00:00:02.000Z";

/** Makes a task that is due once, and lets seconds pass for all processes until its run has ended. */
async function runOnce(processes: readonly Process[], runMode: string) {
  const last = processes.at(-1)!;
  const tasks = `${last.workspace}/scheduled-tasks`;
  const schedule = { type: "interval", everySeconds: 86_400, startAt };
  const body = { name: "Report", schedule, runMode, agentConfig: { prompt: "/silence 30" } };
  const task = text((await last.call("POST", tasks, body)).body["id"]);
  for (let second = 0; second < 900; second += 1) {
    const runs = await last.store.listRuns(task, { limit: 9 });
    if (runs.length > 0 && runs.every(({ status }) => ended.includes(status))) break;
    await Promise.all(
      processes.map(async ({ clock, store }) => {
        await store.nextDue();
        await clock.advance(1_000);
      }),
    );
  }
  const runs = await last.store.listRuns(task, { limit: 9 });
  const workspaceId = last.workspace.split("/").at(-1)!;
  const sessions = await last.store.listSessions({ workspaceId, limit: 99 });
  const logs = await Promise.all(sessions.map(({ id }) => last.store.readEvents(id, { limit: 999 })));
  const messages = logs.flatMap(({ events }) => events.filter(({ type }) => type === "user.message"));
  return { runs, messages, sessions };
}

const once = (runs: readonly { readonly scheduledAt: string; readonly triggerEventId: string | null }[]) =>
  runs.map(({ scheduledAt, triggerEventId }) => [scheduledAt, triggerEventId]);

describe("of three processes on one database", () => {
  it.each(["new_session_per_run", "reusable_session"])("one makes the turn of a due time: %s", async (runMode) => {
    const processes = [await living(), await living(), await living()];
    const { runs, messages, sessions } = await runOnce(processes, runMode);
    expect(once(runs)).toEqual([[startAt, messages[0]?.id]]);
    expect([messages.length, sessions.length]).toEqual([1, 1]);
    expect(processes.flatMap(({ faults }) => faults)).toEqual([]);
  });

  it("the last one makes the turn when both others are killed at any of their writes", async () => {
    let killed = 0;
    for (const n of isThorough ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 2, 4]) {
      const victims = [await doomed(n, "after"), await doomed(n, "before")];
      const survivor = await living();
      for (const victim of victims) victim.arm();
      const { runs, messages } = await runOnce([...victims, survivor], "new_session_per_run");
      const mine = messages.filter(({ id }) => runs.some(({ triggerEventId }) => triggerEventId === id));
      expect({ n, runs: once(runs) }).toEqual({ n, runs: [[startAt, mine[0]?.id]] });
      expect({ n, messages: messages.length }).toEqual({ n, messages: 1 });
      killed += victims.filter((victim) => victim.wasReached()).length;
      await survivor.close();
      await database.empty();
    }
    expect(killed).toBeGreaterThan(2);
  }, 180_000);
});
