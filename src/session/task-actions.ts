/** The verbs for scheduled tasks. */
import { randomId } from "../foundation/random-id.js";
import type {
  Schedule,
  ScheduledTask,
  TaskInput,
  TaskPatch,
  TaskRun,
  TaskRunPage,
} from "../wire/protocol/schedules.js";
import { retrying } from "../api/retrying.js";
import * as routes from "../api/routes/schedules.js";
import type { ServiceConnection } from "../api/service-connection.js";
import { createTrackedWrites, type TrackedWrites } from "./tracked-writes.js";

export type TaskAction = "create" | "update" | "pause" | "resume" | "trigger" | "remove";

export interface TaskActions {
  readonly writes: TrackedWrites<TaskAction>;
  readonly create: (input: TaskInput) => Promise<ScheduledTask>;
  /** Fields left out stay. */
  readonly update: (taskId: string, patch: TaskPatch) => Promise<ScheduledTask>;
  readonly pause: (taskId: string) => Promise<void>;
  /** Due times of the pause stay left out. */
  readonly resume: (taskId: string) => Promise<void>;
  /** Runs it now, beside its schedule. */
  readonly trigger: (taskId: string) => Promise<TaskRun>;
  /** Removes it for good; the sessions of its runs stay. */
  readonly remove: (taskId: string) => Promise<void>;
  /** A page of its runs, newest first. */
  readonly runs: (taskId: string, cursor?: string) => Promise<TaskRunPage>;
  /** The next times of a schedule, as the service computes them. */
  readonly preview: (schedule: Schedule, signal?: AbortSignal) => Promise<readonly string[]>;
}

/** The target of a write that makes a task. */
export const newTaskTarget = "new";
/** How often a write is tried again: each carries a key or may be made twice without harm. */
const retries = 2;

export function createTaskActions(options: {
  readonly client: ServiceConnection;
  readonly workspaceId: string | undefined;
  readonly refresh: () => void;
}): TaskActions {
  const { workspaceId, refresh } = options;
  const client = retrying(options.client, retries);
  const writes = createTrackedWrites<TaskAction>();
  const at = (taskId: string) => ({ taskId, workspaceId });

  async function run<T>(target: string, action: TaskAction, write: () => Promise<T>): Promise<T> {
    return writes.run(target, action, () => write().finally(refresh));
  }

  return {
    writes,
    create: (input) =>
      run(newTaskTarget, "create", () => routes.createScheduledTask(client, { ...input, workspaceId })),
    update: (id, patch) => run(id, "update", () => routes.updateScheduledTask(client, at(id), patch)),
    pause: async (id) => void (await run(id, "pause", () => routes.pauseScheduledTask(client, at(id)))),
    resume: async (id) => void (await run(id, "resume", () => routes.resumeScheduledTask(client, at(id)))),
    trigger: (id) => {
      const triggerId = randomId();
      return run(id, "trigger", () => routes.triggerScheduledTask(client, { ...at(id), triggerId }));
    },
    remove: (id) => run(id, "remove", () => routes.deleteScheduledTask(client, at(id))),
    runs: (id, cursor) => routes.listScheduledTaskRuns(client, { ...at(id), cursor }),
    preview: async (schedule, signal) =>
      (await routes.previewSchedule(client, { workspaceId, schedule }, { signal })).times,
  };
}
