/** The work of a look besides claiming turns: due sessions, due tasks, and waiting automation runs. */
import { startRun } from "../automations/start-run.js";
import { runDueTask, settleRuns } from "../schedules/run-tasks.js";
import { settleOverdue } from "../sessions/run-turn.js";
import type { Cause } from "../sessions/session-draft.js";
import type { SessionRecord } from "../store/records.js";
import type { SecretBox } from "../secrets/secret-box.js";
import type { NextDue, Store } from "../store/store.js";
import { deliverReport } from "./deliver-report.js";
import { isDamaged, isLost } from "./lost.js";

export interface DueWorkOptions {
  readonly store: Store;
  readonly secrets: SecretBox | null;
  readonly cause: () => Cause;
  /** Aborts when no further task may start. */
  readonly stopping: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** How many sessions, and how many tasks, one look takes. */
const most = 100;
/** How many automation runs one look starts, so that turns are claimed in between. */
const mostRuns = 50;

export function isDue(time: string | null, now: string): time is string {
  return time !== null && time <= now;
}

/** A session or task that cannot be changed is retried later and delays no other. */
export async function doDueWork(due: NextDue, options: DueWorkOptions): Promise<void> {
  const { store, secrets, cause, stopping, onError } = options;
  const { now } = cause();
  for (const session of isDue(due.session, now) ? await store.listDueSessions(now, most) : []) {
    await settle(store, session, cause).catch((error: unknown) => {
      if (!isLost(error) && !isDamaged(error)) onError(error);
    });
  }
  for (const task of isDue(due.task, now) ? await store.listDueTasks(now, most) : []) {
    if (!stopping.aborted) await runDueTask(store, task, cause()).catch(onError);
  }
  for (const run of isDue(due.run, now) ? await store.listDueAutomationRuns(now, mostRuns) : []) {
    if (!stopping.aborted) await startRun({ store, secrets, onError }, run, cause()).catch(onError);
  }
}

async function settle(store: Store, session: SessionRecord, cause: () => Cause): Promise<void> {
  await deliverReport(store, session, cause());
  await settleRuns(store, session, cause());
  await store.changeSession(session.id, {}, (state) => settleOverdue(state, cause()));
}
