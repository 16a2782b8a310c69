import { describe, expect, it } from "vitest";
import { createMemoryStore, createServiceApp } from "../../src/app.js";
import { nextTimes } from "../../src/schedules/next-times.js";
import { manualClock, settle } from "../manual-clock.js";
import { anyNumber } from "../store/contract/fixtures.js";
import { taskRecord } from "../store/contract/schedules.js";
import { sessionRecord } from "../store/sql-records.js";
import { dying, type Moment } from "./dying-store.js";

const schedule = { type: "interval", everySeconds: 3600, startAt: "2026-01-01T01:00:00.000Z" } as const;
const begin = Date.UTC(2026, 0, 1);

/** One due time on a process that dies at a write, then another process; the runs and their messages in the end. */
async function killedAt(
  n: number,
  moment: Moment,
  runMode: "new_session_per_run" | "reusable_session" | "existing_session",
) {
  const store = createMemoryStore();
  const session = sessionRecord({ runnable: false });
  await store.createSession(session, {});
  const [nextRunAt] = nextTimes(schedule, new Date(begin).toISOString(), 1);
  const target = runMode === "existing_session" ? session.id : null;
  // Longer than another process waits, so that it tries again while the turn runs.
  const agentConfig = { prompt: "/silence 30" };
  const due = { agentConfig, nextRunAt: nextRunAt!, wakeAt: nextRunAt!, targetSessionId: target, runMode };
  const task = await store.createTask(taskRecord({ ...due, schedule, workspaceId: session.workspaceId }), anyNumber);
  const credentials = { organizationId: "o", apiKey: "svk_0123456789abcdef" };
  const faults: unknown[] = [];
  const onError = (error: unknown) => faults.push(error);
  const clock = manualClock(begin);
  await createServiceApp({ store, clock, credentials, onError }).then((app) => app.close());
  const deadly = dying(store, n, moment);
  // The first process runs on a clock of its own, which stops with it.
  const own = manualClock(begin);
  await createServiceApp({ store: deadly.store, clock: own, credentials, onError });
  deadly.arm();
  await own.advance(3_600_000);
  await clock.advance(3_600_000);
  const app = await createServiceApp({ store, clock, credentials, onError });
  // The dead process's leases end, and its claim of the task.
  await clock.advance(120_000);
  await settle();
  const runs = await store.listRuns(task.id, { limit: 9 });
  const sessions = await store.listSessions({ workspaceId: session.workspaceId, limit: 99 });
  const logs = await Promise.all(sessions.map(({ id }) => store.readEvents(id, { limit: 999 })));
  const messages = logs.flatMap(({ events }) => events.filter(({ type }) => type === "user.message"));
  const queued = logs.flatMap(({ events }) => events.filter(({ type }) => type === "turn.queued"));
  await app.close();
  const { wakeAt, nextRunAt: next, lastRun } = (await store.getTask(task.id))!;
  return { runs, messages, queued, faults, wakeAt, next, lastRun, wasKilled: deadly.wasReached() };
}

describe("a process that is killed while a task is due", () => {
  it.each(["new_session_per_run", "reusable_session", "existing_session"] as const)(
    "leaves one run and one message, whatever write it dies at: %s",
    async (runMode) => {
      let killed = 0;
      for (let n = 1; n < 60; n += 1) {
        for (const moment of ["before", "after"] as const) {
          const end = await killedAt(n, moment, runMode);
          const told = { n, moment };
          expect({ ...told, runs: end.runs.map(({ scheduledAt }) => scheduledAt) }).toEqual({
            ...told,
            runs: [schedule.startAt],
          });
          expect({ ...told, messages: end.messages.length, turns: end.queued.length }).toEqual({
            ...told,
            messages: 1,
            turns: 1,
          });
          const [run] = end.runs;
          expect({ ...told, status: ["completed", "failed"].includes(run!.status), sent: run!.triggerEventId }).toEqual(
            {
              ...told,
              status: true,
              sent: end.messages[0]!.id,
            },
          );
          expect([end.wakeAt, end.next, end.lastRun?.id]).toEqual(["2026-01-01T02:00:00.000Z", end.wakeAt, run!.id]);
          expect(end.faults).toEqual([]);
          if (end.wasKilled) killed += 1;
        }
        if (killed < n * 2) break;
      }
      expect(killed).toBeGreaterThanOrEqual(10);
    },
  );
});

it("of three processes that look at one due task at once, one takes it", async () => {
  const store = createMemoryStore();
  const [nextRunAt] = nextTimes(schedule, new Date(begin).toISOString(), 1);
  const task = await store.createTask(taskRecord({ nextRunAt: nextRunAt!, wakeAt: nextRunAt!, schedule }), anyNumber);
  const credentials = { organizationId: "o", apiKey: "svk_0123456789abcdef" };
  const clock = manualClock(begin);
  const apps = [];
  for (let n = 0; n < 3; n += 1) apps.push(await createServiceApp({ store, clock, credentials }));
  await clock.advance(5 * 3_600_000);
  expect(await store.listRuns(task.id, { limit: 9 })).toHaveLength(5);
  expect(await store.listSessions({ workspaceId: task.workspaceId, limit: 99 })).toHaveLength(5);
  for (const app of apps) await app.close();
});
