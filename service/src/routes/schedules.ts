/** Scheduled tasks and their runs (`protocol.md` §9.3). */
import {
  deletedTaskSchema,
  scheduledTaskSchema,
  schedulePreviewSchema,
  taskPageSchema,
  taskRunPageSchema,
  taskRunSchema,
  type ScheduledTask,
  type TaskRun,
} from "@service/sdk/protocol";
import * as v from "valibot";
import { maybeEndUser } from "./bodies.js";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { keyedId } from "../schedules/keyed-id.js";
import { assertTarget, contentOf, makeTask } from "../schedules/make-task.js";
import { nextTimes } from "../schedules/next-times.js";
import { editTask, triggerTask } from "../schedules/plan-runs.js";
import type { RunRecord, TaskChange, TaskRecord, TaskState } from "../schedules/schedule-record.js";
import { scheduleInput, taskFields, taskPatch, whole } from "../schedules/task-input.js";
import { withoutMissing } from "../sessions/without-missing.js";
import { ownerKey } from "../store/owner.js";
import { isoNow } from "../world.js";
import { ownersOf, ownersQuery, ownRecord } from "./owners.js";
import { causeOf, inWorkspace, type Route, type WorkspaceCall } from "./route.js";
import { sealedPage } from "./sealed-page.js";

const key = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
export const createTaskBody = v.object({ ...taskFields, endUser: maybeEndUser, idempotencyKey: v.nullish(key, null) });
export const triggerTaskBody = v.object({ triggerId: v.nullish(key, null) });
export const previewScheduleBody = v.object({
  schedule: scheduleInput,
  count: v.nullish(whole(1, 20), 5),
});

const path = "/scheduled-tasks";
const pages = { limit: "integer", cursor: "text" } as const;
const pageSize = { limit: 50, most: 100 };
const ofTask = { query: ownersQuery, answers: { 200: scheduledTaskSchema } } as const;

export const scheduleRoutes: readonly Route[] = [
  inWorkspace(
    "GET",
    path,
    "read",
    { summary: "List scheduled tasks", query: { ...pages, ...ownersQuery }, answers: { 200: taskPageSchema } },
    async (call) => {
      const asked = { workspaceId: call.workspace.id, owners: ownersOf(call.query) };
      const { page, nextCursor } = await sealedPage(call, pageSize, (wanted) =>
        call.world.store.listTasks({ ...asked, ...wanted }),
      );
      return json({ tasks: page.map(wireTask), nextCursor });
    },
  ),

  inWorkspace(
    "POST",
    path,
    "write",
    { summary: "Create a scheduled task", body: createTaskBody, answers: { 201: scheduledTaskSchema } },
    async (call) => {
      const { world, workspace, request } = call;
      const { idempotencyKey, ...fields } = await readBody(request, createTaskBody);
      checkChoice(call, fields.agentConfig);
      const { id: workspaceId, organizationId } = workspace;
      const identity =
        idempotencyKey === null
          ? { id: world.newId() }
          : {
              id: await keyedId(world.hash, ["scheduled-task", workspaceId, ownerKey(fields.endUser), idempotencyKey]),
              contentHash: await world.hash(contentOf(fields)),
            };
      const task = await makeTask(world.store, { ...fields, ...identity, workspaceId, organizationId }, causeOf(call));
      return json(wireTask(task), 201);
    },
  ),

  /** Computes and writes nothing, so a read-only key may ask. */
  inWorkspace(
    "POST",
    `${path}/preview`,
    "read",
    {
      summary: "Preview the next times of a schedule",
      body: previewScheduleBody,
      answers: { 200: schedulePreviewSchema },
    },
    async ({ world, request }) => {
      const { schedule, count } = await readBody(request, previewScheduleBody);
      return json({ times: nextTimes(schedule, isoNow(world.clock), count) });
    },
  ),

  inWorkspace("GET", `${path}/:taskId`, "read", { summary: "Read a scheduled task", ...ofTask }, async (call) =>
    json(wireTask(await taskOf(call))),
  ),

  inWorkspace(
    "PATCH",
    `${path}/:taskId`,
    "write",
    { summary: "Change a scheduled task", body: taskPatch, ...ofTask },
    async (call) => {
      const { agentConfig, ...patch } = withoutMissing(await readBody(call.request, taskPatch));
      const task = await taskOf(call);
      if (agentConfig !== undefined) checkChoice(call, agentConfig);
      // Instructions and metadata stay, as a host may have set them behind a person's prompt.
      const config = agentConfig && { ...task.agentConfig, ...withoutMissing(agentConfig) };
      // Another mode leaves the session of the mode before behind.
      const isElsewhere = patch.runMode !== undefined && patch.runMode !== "existing_session";
      const whole = { ...(isElsewhere && { targetSessionId: null }), ...patch, ...(config && { agentConfig: config }) };
      await assertTarget(call.world.store, { ...task, ...whole });
      const { task: changed } = await change(call, {}, (state, cause) => editTask(state, whole, cause));
      return json(wireTask(changed));
    },
  ),

  inWorkspace(
    "DELETE",
    `${path}/:taskId`,
    "write",
    { summary: "Remove a scheduled task", query: ownersQuery, answers: { 200: deletedTaskSchema } },
    async (call) => {
      const { id } = await taskOf(call);
      await call.world.store.deleteTask(id);
      return json({ ok: true });
    },
  ),

  inWorkspace("POST", `${path}/:taskId/pause`, "write", { summary: "Pause a scheduled task", ...ofTask }, (call) =>
    setStatus(call, "paused"),
  ),
  inWorkspace("POST", `${path}/:taskId/resume`, "write", { summary: "Resume a scheduled task", ...ofTask }, (call) =>
    setStatus(call, "active"),
  ),

  inWorkspace(
    "POST",
    `${path}/:taskId/trigger`,
    "write",
    { summary: "Run a scheduled task now", query: ownersQuery, body: triggerTaskBody, answers: { 202: taskRunSchema } },
    async (call) => {
      const { triggerId } = await readBody(call.request, triggerTaskBody);
      const runKey = `trigger:${triggerId ?? call.world.newId()}`;
      const { result } = await change(call, { runKey }, (state, cause) => triggerTask(state, runKey, cause));
      return json(wireRun(result), 202);
    },
  ),

  inWorkspace(
    "GET",
    `${path}/:taskId/runs`,
    "read",
    {
      summary: "List the runs of a scheduled task",
      query: { ...pages, ...ownersQuery },
      answers: { 200: taskRunPageSchema },
    },
    async (call) => {
      const { id } = await taskOf(call);
      const { page, nextCursor } = await sealedPage(call, pageSize, (wanted) => call.world.store.listRuns(id, wanted));
      return json({ runs: page.map(wireRun), nextCursor });
    },
  ),
];

async function taskOf(call: WorkspaceCall): Promise<TaskRecord> {
  return ownRecord(call, await call.world.store.getTask(call.param("taskId")), "scheduled task");
}

async function setStatus(call: WorkspaceCall, status: TaskRecord["status"]): Promise<Response> {
  const { task } = await change(call, {}, (state, cause) =>
    state.task.status === status ? { result: null } : editTask(state, { status }, cause),
  );
  return json(wireTask(task));
}

async function change<T>(
  call: WorkspaceCall,
  options: { readonly runKey?: string },
  decide: (state: TaskState, cause: ReturnType<typeof causeOf>) => TaskChange<T>,
): Promise<{ readonly task: TaskRecord; readonly result: T }> {
  const { id } = await taskOf(call);
  const cause = causeOf(call);
  const changed = await call.world.store.changeTask(id, options, (state) => decide(state, cause));
  // It was removed in between.
  return changed ?? ownRecord<never>(call, null, "scheduled task");
}

function checkChoice({ world }: WorkspaceCall, { model, reasoningEffort }: TaskRecord["agentConfig"]): void {
  world.models.check({ model, reasoningEffort }, { place: "agentConfig." });
}

function wireTask(task: TaskRecord): ScheduledTask {
  const { organizationId: _organization, wakeAt: _wake, contentHash: _content, lastRun, agentConfig, ...told } = task;
  return {
    ...told,
    action: { kind: "agent_turn" },
    agentConfig,
    lastRun: lastRun === null ? null : wireRun(lastRun),
  };
}

function wireRun({ key: _key, plan: _plan, createdAt: _createdAt, ...run }: RunRecord): TaskRun {
  return { ...run, actionKind: "agent_turn" };
}
