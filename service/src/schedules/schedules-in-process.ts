import { asJson } from "../store/as-json.js";
import { newestFirst, oldestFirst } from "../store/memory-queries.js";
import { work, type Run } from "../store/memory-shelves.js";
import type { HoldProducer } from "../store/memory-producers.js";
import type { MemoryTables } from "../store/memory-tables.js";
import { isSameOwner, ownerKey } from "../store/owner.js";
import type { Watchers } from "../store/watchers.js";
import { isOpenRun, maxKeptRuns } from "./schedule-record.js";
import type { RunRecord, ScheduleMethods, TaskQuery, TaskRecord } from "./schedule-record.js";

/** A task with its runs, by their keys. */
interface Held {
  task: TaskRecord;
  readonly runs: Map<string, RunRecord>;
}

/** Scheduled tasks and their runs in a store that forgets everything with its process. */
export function schedulesInProcess(
  run: Run,
  memory: MemoryTables,
  { watchers, holdProducer }: { readonly watchers: Watchers; readonly holdProducer: HoldProducer },
): { readonly methods: ScheduleMethods; readonly wakeTimes: () => readonly string[] } {
  const tasks = new Map<string, Held>();
  memory.register("scheduled_tasks", {
    all: () => all(),
    add(task) {
      if (tasks.has(task.id)) return false;
      tasks.set(task.id, { task, runs: new Map() });
      return true;
    },
    remove: ({ id }) => void tasks.delete(id),
    columns: ({ id, workspaceId, endUser }) => ({ id, workspace_id: workspaceId, owner: ownerKey(endUser) }),
  });
  memory.register("scheduled_runs", {
    *all() {
      for (const { runs } of tasks.values()) yield* runs.values();
    },
    add(record) {
      const runs = tasks.get(record.taskId)?.runs;
      if (runs === undefined || runs.has(record.key)) return false;
      runs.set(record.key, record);
      return true;
    },
    remove: ({ taskId, key }) => void tasks.get(taskId)?.runs.delete(key),
    columns: ({ taskId }) => ({ task_id: taskId }),
  });
  const all = () => [...tasks.values()].map(({ task }) => task);
  const wakes = () => all().filter(({ wakeAt }) => wakeAt !== null);
  const byWake = (a: TaskRecord, b: TaskRecord) =>
    oldestFirst({ createdAt: a.wakeAt ?? "", id: a.id }, { createdAt: b.wakeAt ?? "", id: b.id });

  const methods: ScheduleMethods = {
    createTask: (record, room, producer) =>
      run(() => {
        const known = tasks.get(record.id);
        if (known !== undefined) return known.task;
        holdProducer(producer);
        const neighbours = all().filter(({ workspaceId }) => workspaceId === record.workspaceId);
        const own = neighbours.filter(({ endUser }) => isSameOwner(endUser, record.endUser));
        room({ owner: own.length, workspace: neighbours.length });
        tasks.set(record.id, { task: asJson(record), runs: new Map() });
        watchers.notify(work);
        return asJson(record);
      }),
    getTask: (taskId) => run(() => tasks.get(taskId)?.task ?? null),
    listTasks: (query) =>
      run(() =>
        all()
          .filter((task) => isWanted(task, query))
          .toSorted(newestFirst)
          .slice(0, query.limit),
      ),
    changeTask: (taskId, { runKey }, decide) =>
      run(() => {
        const held = tasks.get(taskId);
        if (held === undefined) return null;
        const openRuns = [...held.runs.values()].filter(isOpenRun).toSorted(oldestFirst);
        const prior = (runKey === undefined ? undefined : held.runs.get(runKey)) ?? null;
        const { task, runs = [], result } = decide({ task: held.task, openRuns, prior });
        held.task = asJson({ ...held.task, ...task });
        for (const written of runs) held.runs.set(written.key, asJson(written));
        dropRuns(held);
        if (task !== undefined) watchers.notify(work);
        return { task: held.task, result };
      }),
    deleteTask: (taskId) => run(() => tasks.delete(taskId)),
    listRuns: (taskId, { behind, limit }) =>
      run(() =>
        [...(tasks.get(taskId)?.runs.values() ?? [])]
          .filter((entry) => behind === undefined || newestFirst(entry, behind) > 0)
          .toSorted(newestFirst)
          .slice(0, limit),
      ),
    listDueTasks: (now, limit) =>
      run(() =>
        wakes()
          .filter(({ wakeAt }) => (wakeAt ?? "") <= now)
          .toSorted(byWake)
          .slice(0, limit),
      ),
  };
  return { methods, wakeTimes: () => wakes().map(({ wakeAt }) => wakeAt ?? "") };
}

function isWanted(task: TaskRecord, { workspaceId, owners, targetSessionId, behind }: TaskQuery): boolean {
  return (
    task.workspaceId === workspaceId &&
    (owners === undefined || owners.some((owner) => isSameOwner(owner, task.endUser))) &&
    (targetSessionId === undefined || task.targetSessionId === targetSessionId) &&
    (behind === undefined || newestFirst(task, behind) > 0)
  );
}

/** Drops the ended runs behind the newest ones. */
function dropRuns({ runs }: Held): void {
  const ended = [...runs.values()].filter((entry) => !isOpenRun(entry)).toSorted(newestFirst);
  for (const { key } of ended.slice(maxKeptRuns)) runs.delete(key);
}
