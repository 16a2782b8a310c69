/** A task on its way into the store: its bounds, and the session that it may name. */
import { conflict, invalid, limitExceeded } from "../sessions/api-failure.js";
import { canonicalJson } from "../sessions/canonical-json.js";
import { isRecord } from "../sessions/is-record.js";
import type { Cause } from "../sessions/session-draft.js";
import type { Producer } from "../store/producer.js";
import type { Store } from "../store/store.js";
import { newTask } from "./plan-runs.js";
import type { TaskRecord } from "./schedule-record.js";

/** How many tasks one person, a workspace itself, and a workspace with all its people may have. */
const maxTasks = { person: 100, workspace: 1_000, all: 10_000 };

type NewTask = Parameters<typeof newTask>[0];

/**
 * A repeated creation returns the task as it is now.
 *
 * @throws {ServiceApiError} 429 over a bound, 422 for a session that the workspace does not have, 409 for a used id with
 *   another fingerprint.
 */
export async function makeTask(store: Store, fields: NewTask, cause: Cause, producer?: Producer): Promise<TaskRecord> {
  const known = await store.getTask(fields.id);
  if (known !== null) return repeated(known, fields);
  await assertTarget(store, fields);
  const most = fields.endUser === null ? maxTasks.workspace : maxTasks.person;
  const room: Parameters<Store["createTask"]>[1] = ({ owner, workspace }) => {
    if (owner >= most) {
      throw limitExceeded(`There are ${most} scheduled tasks of this owner already. Remove some first.`);
    }
    if (workspace >= maxTasks.all) {
      throw limitExceeded(`The workspace has ${maxTasks.all} scheduled tasks already. Remove some first.`);
    }
  };
  return repeated(await store.createTask(newTask(fields, cause), room, producer), fields);
}

function repeated(task: TaskRecord, { contentHash }: NewTask): TaskRecord {
  if (task.contentHash === undefined || task.contentHash === contentHash) return task;
  throw conflict(
    "The idempotencyKey was used for a scheduled task with other content. Use a fresh key, or change that task.",
    "IDEMPOTENCY_KEY_REUSED",
  );
}

/** Null counts as missing: a field that a later version adds must not change the text of a body without it. */
export function contentOf(fields: object): string {
  return canonicalJson(withoutNulls(fields)) ?? "";
}

function withoutNulls(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const given = Object.entries(value).filter(([, part]) => part != null);
  return Object.fromEntries(given.map(([name, part]) => [name, withoutNulls(part)]));
}

/** @throws {ServiceApiError} 422 for a target without its mode, a mode without its target, or a session elsewhere. */
export async function assertTarget(
  store: Store,
  { workspaceId, runMode, targetSessionId }: Pick<TaskRecord, "workspaceId" | "runMode" | "targetSessionId">,
): Promise<void> {
  const field = { field: "targetSessionId" };
  if (runMode !== "existing_session") {
    if (targetSessionId === null) return;
    throw invalid('"targetSessionId" goes with the run mode "existing_session" alone. Leave it out.', 422, field);
  }
  const session = targetSessionId === null ? null : await store.getSession(targetSessionId);
  if (session?.workspaceId === workspaceId) return;
  throw invalid('"targetSessionId" must be a session of this workspace, as runs go to it.', 422, field);
}
