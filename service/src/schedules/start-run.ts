/**
 * Makes a run of a task the turn of a session. Done again after a crash in between, it finds the same turn: the run's id is
 * the session's idempotency key and the message's `clientEventId`.
 */
import type { SessionEvent } from "@service/sdk/protocol";
import { conflict } from "../sessions/api-failure.js";
import { newSession } from "../sessions/new-session.js";
import { sendMessage } from "../sessions/send-message.js";
import type { Cause } from "../sessions/session-draft.js";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import type { RunPlan, RunRecord, TaskRecord } from "./schedule-record.js";

/** Where a run is. */
export interface StartedRun {
  readonly sessionId: string;
  readonly turnId: string;
  readonly triggerEventId: string;
}

type StartStore = Pick<Store, "createSession" | "changeSession" | "listTurns">;

/**
 * @throws {ServiceError} what keeps the session from taking the message: `session_missing`, a 4xx `ServiceApiError`, or
 *   `producer_missing` when the task was removed meanwhile.
 */
export async function startRun(store: StartStore, task: TaskRecord, run: RunRecord, cause: Cause): Promise<StartedRun> {
  const { plan } = run;
  if (plan === null) throw conflict("The run is a turn already.");
  const actor = { source: "scheduled_task", id: task.id, name: task.name };
  const asTask = { ...cause, subjectId: `scheduled_task:${task.id}`, actor };
  switch (plan.runMode) {
    case "new_session_per_run":
      return (await begin(store, { task, run, plan }, runKey(run), asTask)).at;
    case "reusable_session": {
      const { at, session, created } = await begin(store, { task, run, plan }, `scheduled-task:${task.id}`, asTask);
      return created ? at : send(store, session.id, { task, run, plan }, asTask);
    }
    case "existing_session":
      return send(store, plan.targetSessionId ?? "", { task, run, plan }, asTask);
    default:
      return plan.runMode satisfies never;
  }
}

interface Started {
  readonly task: TaskRecord;
  readonly run: RunRecord;
  readonly plan: RunPlan;
}

const runKey = ({ id }: RunRecord) => `scheduled-run:${id}`;

async function begin(store: StartStore, started: Started, idempotencyKey: string, cause: Cause) {
  const { task, run, plan } = started;
  const { prompt, metadata, instructions, model, reasoningEffort } = plan.agentConfig;
  const settings = { instructions, metadata, model, reasoningEffort };
  const { record, change } = newSession(
    {
      id: cause.newId(),
      organizationId: task.organizationId,
      workspaceId: task.workspaceId,
      initialMessage: prompt,
      idempotencyKey,
      clientEventId: runKey(run),
      modelContext: null,
      extra: originOf(started),
      source: "scheduled_task",
      agentAccess: "session",
      memoryScope: "session",
      endUser: task.endUser,
      settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null)),
      mcpServers: [],
      goal: null,
      parent: null,
    },
    cause,
  );
  const producer = { kind: "task", id: task.id } as const;
  const { session, created } = await store.createSession(record, { ...change, producer });
  const at = { sessionId: session.id, ...(await turnOf(store, session, (turn) => turn.id === session.initialTurnId)) };
  return { at, session, created };
}

async function send(store: StartStore, sessionId: string, started: Started, cause: Cause): Promise<StartedRun> {
  const { task, run, plan } = started;
  const { prompt, model, reasoningEffort } = plan.agentConfig;
  const choices = Object.entries({ model, reasoningEffort }).filter(([, value]) => value != null);
  const input = {
    text: prompt,
    clientEventId: runKey(run),
    modelContext: null,
    extra: { ...Object.fromEntries(choices), ...originOf(started) },
    source: "scheduled_task",
    delivery: "send",
  } as const;
  const asked = { clientEventId: runKey(run), producer: { kind: "task", id: task.id } } as const;
  const { session, result } = await store.changeSession(sessionId, asked, (state) =>
    state.prior === null ? sendMessage(state, cause, input) : { change: null, result: { prior: state.prior } },
  );
  const eventId = "prior" in result ? (result.prior satisfies SessionEvent).id : result.eventId;
  return { sessionId, ...(await turnOf(store, session, (turn) => turn.triggerEventId === eventId)) };
}

/** More than may wait in one session, so that the turn of a message just sent is among them. */
const newestTurns = 500;

async function turnOf(
  store: StartStore,
  { id }: SessionRecord,
  fits: (turn: { readonly id: string; readonly triggerEventId: string }) => boolean,
): Promise<Omit<StartedRun, "sessionId">> {
  const turn = (await store.listTurns(id, { order: "newest", limit: newestTurns })).find(fits);
  if (turn === undefined) throw conflict("The session has no turn of this run any more.");
  return { turnId: turn.id, triggerEventId: turn.triggerEventId };
}

/** Metadata in the message of a run, and in its turn. */
function originOf({ task, run }: Started) {
  return { scheduledTask: { taskId: task.id, runId: run.id, name: task.name } };
}
