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
import { unlessGone } from "./unless-gone.js";
import { createTrackedWrites, type PanelWorld, type TrackedWrites } from "./tracked-writes.js";

/** A write on a scheduled task. */
export type TaskAction = "create" | "update" | "pause" | "resume" | "trigger" | "remove";

export interface TaskActions {
  readonly writes: TrackedWrites<TaskAction>;
  readonly create: (input: TaskInput) => Promise<ScheduledTask>;
  /** Omitted fields stay. */
  readonly update: (taskId: string, patch: TaskPatch) => Promise<ScheduledTask>;
  readonly pause: (taskId: string) => Promise<void>;
  /** Due times during the pause are skipped. */
  readonly resume: (taskId: string) => Promise<void>;
  /** Runs it now, beside its schedule. */
  readonly trigger: (taskId: string) => Promise<TaskRun>;
  /** Removes it permanently; the sessions of its runs stay. */
  readonly remove: (taskId: string) => Promise<void>;
  /** A page of its runs, newest first. */
  readonly runs: (taskId: string, cursor?: string) => Promise<TaskRunPage>;
  /** The next times of a schedule, as the service computes them. */
  readonly preview: (schedule: Schedule, signal?: AbortSignal) => Promise<readonly string[]>;
}

/** The target of a write that makes a task. */
export const newTaskTarget = "new";
export function createTaskActions(options: PanelWorld): TaskActions {
  const { workspaceId, refresh } = options;
  const client = retrying(options.client);
  const writes = createTrackedWrites<TaskAction>(refresh);
  const { run } = writes;
  const at = (taskId: string) => ({ taskId, workspaceId });

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
    remove: (id) => run(id, "remove", () => routes.deleteScheduledTask(client, at(id)).catch(unlessGone)),
    runs: (id, cursor) => routes.listScheduledTaskRuns(client, { ...at(id), cursor }),
    preview: async (schedule, signal) =>
      (await routes.previewSchedule(client, { workspaceId, schedule }, { signal })).times,
  };
}
