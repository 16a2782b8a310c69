/** Scheduled tasks: prompts that run on a schedule (`protocol.md` §9.3). */
import { randomId } from "../../foundation/random-id.js";
import { readBody } from "../../wire/protocol/read-body.js";
import {
  deletedTaskSchema,
  scheduledTaskSchema,
  schedulePreviewSchema,
  taskPageSchema,
  taskRunPageSchema,
  taskRunSchema,
  type Schedule,
  type ScheduledTask,
  type SchedulePreview,
  type TaskInput,
  type TaskPage,
  type TaskPatch,
  type TaskRun,
  type TaskRunPage,
} from "../../wire/protocol/schedules.js";
import {
  get,
  workspacePath,
  write,
  type CallOptions,
  type InWorkspace,
  type OwnerQuery,
  type ServiceConnection,
} from "../service-connection.js";

export interface TaskRef extends InWorkspace {
  readonly taskId: string;
}

export interface TaskQuery extends OwnerQuery {
  /** @default 50, at most 100 */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Newest first. */
export async function listScheduledTasks(
  connection: ServiceConnection,
  { workspaceId, ...query }: TaskQuery = {},
  options: CallOptions = {},
): Promise<TaskPage> {
  const value = await get(connection, tasksPath(connection, workspaceId), { ...options, query });
  return readBody(taskPageSchema, value, "a page of scheduled tasks") as unknown as TaskPage;
}

/** Without an `idempotencyKey` one is made, once for the call and all its tries. */
export async function createScheduledTask(
  connection: ServiceConnection,
  input: TaskInput & InWorkspace,
  options: CallOptions = {},
): Promise<ScheduledTask> {
  const { workspaceId, ...rest } = input;
  const body = { ...rest, idempotencyKey: rest.idempotencyKey ?? randomId() };
  return readTask(await write(connection, "POST", tasksPath(connection, workspaceId), body, options));
}

export async function getScheduledTask(
  connection: ServiceConnection,
  ref: TaskRef,
  options: CallOptions = {},
): Promise<ScheduledTask> {
  return readTask(await get(connection, taskPath(connection, ref), options));
}

/** Fields left out stay. A new schedule counts from now. */
export async function updateScheduledTask(
  connection: ServiceConnection,
  ref: TaskRef,
  patch: TaskPatch,
  options: CallOptions = {},
): Promise<ScheduledTask> {
  return readTask(await write(connection, "PATCH", taskPath(connection, ref), patch, options));
}

/** Removes the task and the list of its runs; the sessions of its runs stay. */
export async function deleteScheduledTask(
  connection: ServiceConnection,
  ref: TaskRef,
  options: CallOptions = {},
): Promise<void> {
  const value = await write(connection, "DELETE", taskPath(connection, ref), undefined, options);
  readBody(deletedTaskSchema, value, "the answer to a removal");
}

export async function pauseScheduledTask(
  connection: ServiceConnection,
  ref: TaskRef,
  options: CallOptions = {},
): Promise<ScheduledTask> {
  return readTask(await write(connection, "POST", taskPath(connection, ref, "/pause"), {}, options));
}

/** Due times that passed during the pause stay left out. */
export async function resumeScheduledTask(
  connection: ServiceConnection,
  ref: TaskRef,
  options: CallOptions = {},
): Promise<ScheduledTask> {
  return readTask(await write(connection, "POST", taskPath(connection, ref, "/resume"), {}, options));
}

/**
 * Runs the task now, independent of its schedule and also while it is paused. Returns the existing run for a
 * `triggerId` that was used before.
 */
export async function triggerScheduledTask(
  connection: ServiceConnection,
  { triggerId = randomId(), ...ref }: TaskRef & { readonly triggerId?: string | undefined },
  options: CallOptions = {},
): Promise<TaskRun> {
  const value = await write(connection, "POST", taskPath(connection, ref, "/trigger"), { triggerId }, options);
  return readBody(taskRunSchema, value, "a run of a task") as TaskRun;
}

/** Newest first. A service keeps a bounded number of each task's runs. */
export async function listScheduledTaskRuns(
  connection: ServiceConnection,
  { limit, cursor, ...ref }: TaskRef & Pick<TaskQuery, "limit" | "cursor">,
  options: CallOptions = {},
): Promise<TaskRunPage> {
  const query = { limit, cursor };
  const value = await get(connection, taskPath(connection, ref, "/runs"), { ...options, query });
  return readBody(taskRunPageSchema, value, "a page of runs") as TaskRunPage;
}

/** The next times of a schedule that need not be saved; writes nothing. */
export async function previewSchedule(
  connection: ServiceConnection,
  { workspaceId, ...body }: InWorkspace & { readonly schedule: Schedule; readonly count?: number | undefined },
  options: CallOptions = {},
): Promise<SchedulePreview> {
  const path = `${tasksPath(connection, workspaceId)}/preview`;
  return readBody(schedulePreviewSchema, await write(connection, "POST", path, body, options), "a preview");
}

function tasksPath(connection: ServiceConnection, workspaceId: string | undefined): string {
  return `${workspacePath(connection, workspaceId)}/scheduled-tasks`;
}

function taskPath(connection: ServiceConnection, { workspaceId, taskId }: TaskRef, rest = ""): string {
  return `${tasksPath(connection, workspaceId)}/${encodeURIComponent(taskId)}${rest}`;
}

function readTask(value: unknown): ScheduledTask {
  return readBody(scheduledTaskSchema, value, "a scheduled task") as unknown as ScheduledTask;
}
