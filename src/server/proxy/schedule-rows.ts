/** The rows of scheduled tasks in the table of what a browser may do. */
import { isRecord } from "../../wire/protocol/read-fields.js";
import { answers } from "./answers.js";
import { pick, type Body } from "./bodies.js";
import type { SessionProxyOptions } from "./proxy-options.js";
import type { OwnedRoute, ProxyRoute } from "./proxy-route.js";

const tasks = "workspaces/:workspaceId/scheduled-tasks";
const task = `${tasks}/:taskId`;
const enabled: ProxyRoute["enabled"] = (options) => options.scheduledTasks === true;
const owned: OwnedRoute = { act: "record", record: task, answers: answers.scheduledTask };

const taskFields = ["name", "schedule", "runMode", "targetSessionId", "overlapPolicy", "agentConfig"] as const;

/** A browser sets the prompt; instructions and metadata are the host's. */
function agentConfig(config: unknown, { modelSelection }: SessionProxyOptions): unknown {
  if (!isRecord(config)) return config;
  return (modelSelection === false ? pick("prompt") : pick("prompt", "model", "reasoningEffort"))(config);
}

const taskBody =
  (...more: readonly string[]) =>
  (body: Body, options: SessionProxyOptions): Body => {
    const picked = pick(...taskFields, ...more)(body);
    const config = picked["agentConfig"];
    return config === undefined ? picked : { ...picked, agentConfig: agentConfig(config, options) };
  };

export const scheduleRoutes: readonly ProxyRoute[] = [
  {
    method: "GET",
    path: tasks,
    query: ["limit", "cursor"],
    owned: { act: "list", items: "tasks" },
    answers: answers.taskPage,
    enabled,
  },
  {
    method: "POST",
    path: tasks,
    body: taskBody("idempotencyKey"),
    namesSession: "targetSessionId",
    owned: { act: "create" },
    answers: answers.scheduledTask,
    enabled,
  },
  {
    method: "POST",
    path: `${tasks}/preview`,
    body: pick("schedule", "count"),
    answers: answers.schedulePreview,
    uncounted: true,
    enabled,
  },
  { method: "GET", path: task, owned, answers: answers.scheduledTask, enabled },
  {
    method: "PATCH",
    path: task,
    body: taskBody(),
    namesSession: "targetSessionId",
    owned,
    answers: answers.scheduledTask,
    enabled,
  },
  { method: "DELETE", path: task, owned, answers: answers.deletedTask, enabled },
  {
    method: "POST",
    path: `${task}/pause`,
    body: pick(),
    owned,
    answers: answers.scheduledTask,
    uncounted: true,
    enabled,
  },
  { method: "POST", path: `${task}/resume`, body: pick(), owned, answers: answers.scheduledTask, enabled },
  { method: "POST", path: `${task}/trigger`, body: pick("triggerId"), owned, answers: answers.taskRun, enabled },
  { method: "GET", path: `${task}/runs`, query: ["limit", "cursor"], owned, answers: answers.taskRunPage, enabled },
];
