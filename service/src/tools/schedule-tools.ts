import type { Schedule } from "@service/sdk/protocol";
import * as v from "valibot";
import { keyedId } from "../schedules/keyed-id.js";
import { makeTask } from "../schedules/make-task.js";
import type { TaskRecord } from "../schedules/schedule-record.js";
import { scheduleInput, taskFields } from "../schedules/task-input.js";
import { notFound } from "../sessions/api-failure.js";
import type { Cause } from "../sessions/session-draft.js";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { fitting, ownTool, ownTools } from "./own-tool.js";
import type { ToolOutcome, ToolSource } from "./tool.js";

export interface ScheduleToolsWorld {
  readonly store: Store;
  readonly cause: () => Cause;
  /** SHA-256 in lower-case hex. */
  readonly hash: (text: string) => Promise<string>;
}

/** How many tasks one answer lists. A person may have no more, but a session also gets those of others and the workspace. */
const mostListed = 100;

const scheduleProperty = {
  type: "object",
  description:
    'When it runs: {"type":"once","runAt":"2026-12-01T09:00","timeZone":"Europe/Berlin"}, {"type":"interval","everySeconds":3600} or ' +
    '{"type":"calendar","timeZone":"Europe/Berlin","hour":9,"minute":0,"daysOfWeek":[1,2,3,4,5]} (0 is Sunday; every day without daysOfWeek).',
};

/** How an agent wakes itself later (`protocol.md` §12.4): tasks that run in its own session, and no others. */
export function scheduleTools(world: ScheduleToolsWorld): ToolSource {
  const { store } = world;
  const create = ownTool({
    name: "schedule_create",
    description: "Schedules a prompt that is sent to you in this conversation at the times you give.",
    properties: {
      name: { type: "string", description: "A short name that people read." },
      prompt: { type: "string", description: "What you are told when it runs." },
      schedule: scheduleProperty,
    },
    required: ["name", "prompt", "schedule"],
    takes: v.object({ name: taskFields.name, prompt: taskFields.agentConfig.entries.prompt, schedule: scheduleInput }),
    needsApproval: true,
    run: async (given, { session }, { id: callId }) => {
      const id = await keyedId(world.hash, ["session-task", session.id, callId]);
      const producer = { kind: "session", id: session.id } as const;
      return { output: told(await makeTask(store, newTask(session, id, given), world.cause(), producer)) };
    },
  });
  const list = ownTool({
    name: "schedule_list",
    description: "Lists the scheduled prompts of this conversation.",
    properties: {},
    readOnly: true,
    takes: v.object({}),
    run: async (_given, { session }) => look(store, session),
  });
  const cancel = ownTool({
    name: "schedule_cancel",
    description: "Removes a scheduled prompt of this conversation for good.",
    properties: { taskId: { type: "string", description: "Its id, as schedule_list gives it." } },
    required: ["taskId"],
    takes: v.object({ taskId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)) }),
    needsApproval: true,
    run: async ({ taskId }, { session }) => {
      const task = await store.getTask(taskId);
      if (task?.targetSessionId !== session.id) throw notFound("There is no such scheduled prompt in this session.");
      await store.deleteTask(taskId);
      return { output: { ...told(task), removed: true } };
    },
  });
  return ownTools([create, list, cancel]);
}

function newTask(
  { id: targetSessionId, organizationId, workspaceId, endUser }: SessionRecord,
  id: string,
  { name, prompt, schedule }: { readonly name: string; readonly prompt: string; readonly schedule: Schedule },
) {
  const place = { id, organizationId, workspaceId, endUser, targetSessionId };
  return {
    ...place,
    name,
    schedule,
    agentConfig: { prompt },
    runMode: "existing_session" as const,
    overlapPolicy: "skip" as const,
  };
}

async function look(store: Store, { id: targetSessionId, workspaceId }: SessionRecord): Promise<ToolOutcome> {
  const found = await store.listTasks({ workspaceId, targetSessionId, limit: mostListed + 1 });
  const tasks = fitting(found.slice(0, mostListed).map(told));
  return { output: { tasks, hasMore: tasks.length < found.length } };
}

function told({ id, name, status, schedule, agentConfig, nextRunAt }: TaskRecord) {
  return { taskId: id, name, status, schedule, prompt: agentConfig.prompt, nextRunAt };
}
