/** Scheduled tasks in a worker: due runs become turns, and ended turns end their runs. */
import { isServiceError, ServiceApiError } from "@service/sdk/protocol";
import { SessionDraft, type Cause } from "../sessions/session-draft.js";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { runEnded, runFailed, runStarted, takeDue } from "./plan-runs.js";
import type { RunRecord, TaskRecord } from "./schedule-record.js";
import { startRun } from "./start-run.js";

/** Takes the due runs of one task. A concurrent process takes nothing. */
export async function runDueTask(store: Store, { id }: Pick<TaskRecord, "id">, cause: Cause): Promise<void> {
  const taken = await store.changeTask(id, {}, (state) => takeDue(state, cause));
  for (const run of taken?.result ?? []) await makeTurn(store, taken!.task, run, cause);
}

async function makeTurn(store: Store, task: TaskRecord, run: RunRecord, cause: Cause): Promise<void> {
  try {
    const at = await startRun(store, task, run, cause);
    await store.changeTask(task.id, {}, (state) => runStarted(state, run.id, at, cause));
  } catch (error) {
    // The task was removed with its runs.
    if (isServiceError(error) && error.code === "producer_missing") return;
    const told = refusalOf(error);
    if (told === null) throw error;
    await store.changeTask(task.id, {}, (state) => runFailed(state, run.id, told, cause));
  }
}

/** The error of a failed run; null for a transient fault. */
function refusalOf(error: unknown): RunRecord["error"] {
  if (error instanceof ServiceApiError && error.status < 500) return { code: error.code, message: error.message };
  if (!isServiceError(error) || error.code !== "session_missing") return null;
  return { code: error.code, message: "The session that this task runs in was removed. The task is paused." };
}

/** Records in the tasks how their runs in this session ended. Idempotent, so it may be repeated after a crash. */
export async function settleRuns(store: Store, session: SessionRecord, cause: Cause): Promise<void> {
  const settled = session.endedRuns ?? [];
  if (settled.length === 0) return;
  for (const run of settled) await store.changeTask(run.taskId, {}, (state) => runEnded(state, run, cause));
  await store.changeSession(session.id, {}, (state) => {
    const draft = new SessionDraft(state, cause);
    const known = new Set(settled.map(({ runId }) => runId));
    draft.patch({ endedRuns: (draft.session.endedRuns ?? []).filter(({ runId }) => !known.has(runId)) });
    return draft.done(null);
  });
}
