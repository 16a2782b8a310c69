import { describe, expect, it } from "vitest";
import { maxKeptRuns, type RunRecord, type TaskRecord } from "../../../src/schedules/schedule-record.js";
import type { Owner } from "../../../src/store/owner.js";
import { anyNumber, time, type Contract } from "./fixtures.js";

export function taskRecord(fields: Partial<TaskRecord> = {}): TaskRecord {
  return {
    id: crypto.randomUUID(),
    organizationId: "o",
    workspaceId: "w",
    endUser: null,
    name: "tea \0 💬",
    status: "active",
    schedule: { type: "manual" },
    runMode: "new_session_per_run",
    targetSessionId: null,
    overlapPolicy: "skip",
    agentConfig: { prompt: "/say hi" },
    nextRunAt: null,
    wakeAt: null,
    lastRun: null,
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

export function runRecord(task: TaskRecord, key: string, fields: Partial<RunRecord> = {}): RunRecord {
  return {
    id: crypto.randomUUID(),
    taskId: task.id,
    key,
    status: "running",
    triggerType: "schedule",
    scheduledAt: time(0),
    firedAt: time(0),
    sessionId: null,
    turnId: null,
    triggerEventId: null,
    catchUp: false,
    plan: null,
    completedAt: null,
    error: null,
    createdAt: time(0),
    ...fields,
  };
}

/** Scheduled tasks and their runs. */
export function scheduleContract(the: Contract): void {
  const create = async (fields: Partial<TaskRecord> = {}) => the.store.createTask(taskRecord(fields), anyNumber);
  const write = (task: TaskRecord, runs: readonly RunRecord[], fields: Partial<TaskRecord> = {}) =>
    the.store.changeTask(task.id, {}, () => ({ task: fields, runs, result: null }));
  const names = async (query: Partial<Parameters<typeof the.store.listTasks>[0]>) =>
    (await the.store.listTasks({ workspaceId: "w", limit: 9, ...query })).map(({ name }) => name);
  const ana: Owner = { source: "app", id: "ana" };

  describe("scheduled tasks", () => {
    it("are kept whole, and a second one under the same id is the first", async () => {
      const schedule = { type: "interval", everySeconds: 60 } as const;
      const task = await create({ endUser: ana, schedule, contentHash: "c" });
      expect(await the.store.getTask(task.id)).toEqual(task);
      expect(await the.store.createTask({ ...task, name: "other", contentHash: "d" }, anyNumber)).toEqual(task);
      expect(await the.store.getTask("none")).toBeNull();
    });

    it("are listed by owner and session, newest first, a page at a time", async () => {
      await create({ name: "a", endUser: ana, createdAt: time(1) });
      await create({ name: "b", createdAt: time(2) });
      await create({ name: "c", endUser: { source: "app", id: "ben" }, createdAt: time(3), targetSessionId: "s" });
      await create({ name: "d", workspaceId: "other", endUser: ana, createdAt: time(4) });
      expect(await names({})).toEqual(["c", "b", "a"]);
      expect(await names({ owners: [ana] })).toEqual(["a"]);
      expect(await names({ owners: [null, ana] })).toEqual(["b", "a"]);
      expect(await names({ targetSessionId: "s" })).toEqual(["c"]);
      const [first] = await the.store.listTasks({ workspaceId: "w", limit: 1 });
      expect(await names({ behind: first })).toEqual(["b", "a"]);
    });

    it("change behind one lock: of ten at once each sees what the one before wrote", async () => {
      const task = await create();
      await Promise.all(
        Array.from({ length: 10 }, () =>
          the.store.changeTask(task.id, {}, (state) => ({
            task: { name: `${Number(state.task.name) + 1 || 1}` },
            result: null,
          })),
        ),
      );
      expect((await the.store.getTask(task.id))?.name).toBe("10");
    });

    it("write nothing when a decision throws, and are null when they are missing", async () => {
      const task = await create();
      const broken = the.store.changeTask(task.id, {}, () => {
        throw new Error("no");
      });
      await expect(broken).rejects.toThrow("no");
      expect(await the.store.changeTask("none", {}, () => ({ result: 1 }))).toBeNull();
    });

    it("pass a decision their open runs, oldest first, and the run with the requested key", async () => {
      const task = await create();
      const runs = [runRecord(task, "b", { createdAt: time(2) }), runRecord(task, "a", { createdAt: time(1) })];
      const ended = runRecord(task, "c", { status: "failed", completedAt: time(3) });
      await write(task, [...runs, ended]);
      const seen = await the.store.changeTask(task.id, { runKey: "c" }, (state) => ({ result: state }));
      expect(seen?.result.openRuns).toEqual(runs.toReversed());
      expect(seen?.result.prior).toEqual(ended);
      const next = { ...runs[0]!, status: "completed" as const };
      await write(task, [next]);
      expect((await the.store.listRuns(task.id, { limit: 9 })).find(({ key }) => key === "b")).toEqual(next);
    });

    it("list runs newest first, a page at a time, and keep the newest ended ones", async () => {
      const task = await create();
      const at = (n: number) => new Date(Date.parse(time(0)) + n * 1000).toISOString();
      const run = (n: number, status: RunRecord["status"]) => runRecord(task, `k${n}`, { status, createdAt: at(n) });
      await write(task, [
        run(0, "running"),
        ...Array.from({ length: maxKeptRuns + 3 }, (_, n) => run(n + 1, "skipped")),
      ]);
      const all = await the.store.listRuns(task.id, { limit: 9_999 });
      expect(all).toHaveLength(maxKeptRuns + 1);
      expect(all.at(-1)?.key).toBe("k0");
      expect(all[0]?.key).toBe(`k${maxKeptRuns + 3}`);
      const page = await the.store.listRuns(task.id, { limit: 2, behind: all[0] });
      expect(page).toEqual(all.slice(1, 3));
    });

    it("go with their runs", async () => {
      const task = await create();
      await write(task, [runRecord(task, "a")]);
      expect(await the.store.deleteTask(task.id)).toBe(true);
      expect(await the.store.deleteTask(task.id)).toBe(false);
      expect(await the.store.listRuns(task.id, { limit: 9 })).toEqual([]);
    });

    it("are due by their wake time, and the earliest one wakes a worker", async () => {
      expect(await the.store.nextDue()).toMatchObject({ task: null });
      await create({ name: "later", wakeAt: time(9) });
      const task = await create({ name: "due", wakeAt: time(3) });
      await create({ name: "overdue", wakeAt: time(1) });
      expect((await the.store.listDueTasks(time(3), 9)).map(({ name }) => name)).toEqual(["overdue", "due"]);
      expect((await the.store.listDueTasks(time(3), 1)).map(({ name }) => name)).toEqual(["overdue"]);
      expect(await the.store.nextDue()).toMatchObject({ task: time(1) });
      await write(task, [], { wakeAt: null });
      expect((await the.store.listDueTasks(time(3), 9)).map(({ name }) => name)).toEqual(["overdue"]);
    });

    it("hint to workers when they are made and when they change", async () => {
      let hints = 0;
      const stop = the.store.watchWork(() => (hints += 1));
      const task = await create();
      const made = hints;
      await write(task, []);
      stop();
      expect([made > 0, hints > made]).toEqual([true, true]);
    });
  });
}
