/**
 * Decides a task's due times, triggers, pauses and runs from its state alone.
 *
 * Every decision keeps `wakeAt`, `lastRun` and buffered runs consistent, so a process may be lost between any two.
 */
import type { EndedRun } from "../store/records.js";
import type { Cause } from "../sessions/session-draft.js";
import { nextTimes } from "./next-times.js";
import { isOpenRun, type RunRecord, type TaskChange, type TaskRecord, type TaskState } from "./schedule-record.js";

/** How long a process has to make a turn of a run that it took, before another one tries (ms). */
const takeOverMs = 10_000;
/** A run that begins later than this after its due time is a catch-up (ms). */
const punctualMs = 60_000;

type TaskFields = Omit<TaskRecord, "nextRunAt" | "wakeAt" | "lastRun" | "status" | "createdAt" | "updatedAt">;

export function newTask(fields: TaskFields, { now }: Pick<Cause, "now">): TaskRecord {
  const nextRunAt = nextTime(fields.schedule, now);
  return { ...fields, status: "active", nextRunAt, wakeAt: nextRunAt, lastRun: null, createdAt: now, updatedAt: now };
}

type Editable = Pick<
  TaskRecord,
  "name" | "schedule" | "agentConfig" | "runMode" | "targetSessionId" | "overlapPolicy" | "status"
>;

/** Another schedule, and a resume, count from now. The same schedule continues. */
export function editTask(state: TaskState, patch: Partial<Editable>, cause: Cause): TaskChange<null> {
  const task = { ...state.task, ...patch };
  const isRescheduled = inOrder(task.schedule) !== inOrder(state.task.schedule) || task.status !== state.task.status;
  const next = task.status === "active" ? nextTime(task.schedule, cause.now) : null;
  const nextRunAt = isRescheduled ? next : task.nextRunAt;
  return changed(state, cause, { task: { ...patch, nextRunAt, updatedAt: cause.now }, result: null });
}

/** A database may have changed the order of its fields. */
const inOrder = (schedule: object) =>
  JSON.stringify(
    Object.entries(schedule)
      .filter(([, value]) => value != null)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** Starts a run outside the schedule. For a used key, returns its run. */
export function triggerTask(state: TaskState, key: string, cause: Cause): TaskChange<RunRecord> {
  if (state.prior !== null) return { result: state.prior };
  const run = newRun(state, { key, triggerType: "manual", scheduledAt: cause.now, catchUp: false }, cause);
  return changed(state, cause, { runs: [run], result: run });
}

/**
 * Takes the due runs: creates the run of a due time, moves the task to its next one, and returns the runs that the
 * caller must turn into turns. Empty when another process has taken them.
 */
export function takeDue(state: TaskState, cause: Cause): TaskChange<readonly RunRecord[]> {
  const { task } = state;
  const { now } = cause;
  if (task.wakeAt === null || task.wakeAt > now) return { result: [] };
  const due = task.status === "active" && task.nextRunAt !== null && task.nextRunAt <= now ? task.nextRunAt : null;
  const runs = due === null ? [] : [dueRun(state, due, cause)];
  const next = due === null ? {} : { nextRunAt: timeAfterRun(task, due, now) };
  const { task: patch, runs: written = [] } = changed(state, cause, { task: next, runs, result: null });
  const queued = open(state, written).filter(({ status }) => status === "queued");
  const takeOver = queued.length === 0 ? null : new Date(Date.parse(now) + takeOverMs).toISOString();
  const wakeAt = earliest([takeOver, { ...task, ...patch }.nextRunAt]);
  return { task: { ...patch, wakeAt }, runs: written, result: queued };
}

/** The run is a turn now. */
export function runStarted(
  state: TaskState,
  runId: string,
  at: Pick<RunRecord, "sessionId" | "turnId" | "triggerEventId">,
  cause: Cause,
): TaskChange<null> {
  const run = state.openRuns.find(({ id }) => id === runId);
  // It may have ended already.
  if (run?.status !== "queued") return { result: null };
  return changed(state, cause, { runs: [{ ...run, ...at, status: "running", plan: null }], result: null });
}

/** The run could not become a turn. */
export function runFailed(
  state: TaskState,
  runId: string,
  error: NonNullable<RunRecord["error"]>,
  cause: Cause,
): TaskChange<null> {
  const run = state.openRuns.find(({ id }) => id === runId);
  if (run?.status !== "queued") return { result: null };
  const failed = { ...run, status: "failed" as const, error, completedAt: cause.now, plan: null };
  // Every later run would fail as well.
  const isLost = error.code === "session_missing" && state.task.status === "active";
  const task = isLost ? { status: "paused" as const, nextRunAt: null, updatedAt: cause.now } : {};
  return changed(state, cause, { task, runs: [failed], result: null });
}

/** The run's turn has ended. Again changes nothing. */
export function runEnded(state: TaskState, ended: EndedRun, cause: Cause): TaskChange<null> {
  const run = state.openRuns.find(({ id }) => id === ended.runId);
  if (run === undefined) return { result: null };
  const { sessionId, turnId, triggerEventId, status, at } = ended;
  const next = { ...run, sessionId, turnId, triggerEventId, status, completedAt: at, plan: null };
  return changed(state, cause, { runs: [next], result: null });
}

function dueRun(state: TaskState, due: string, cause: Cause): RunRecord {
  const catchUp = Date.parse(cause.now) - Date.parse(due) > punctualMs;
  return newRun(state, { key: `due:${due}`, triggerType: "schedule", scheduledAt: due, catchUp }, cause);
}

function newRun(
  { task, openRuns }: TaskState,
  facts: Pick<RunRecord, "key" | "triggerType" | "scheduledAt" | "catchUp">,
  { now, newId }: Cause,
): RunRecord {
  const { runMode, targetSessionId, agentConfig } = task;
  const run = { ...facts, id: newId(), taskId: task.id, sessionId: null, turnId: null, triggerEventId: null };
  const made = { ...run, error: null, createdAt: now };
  const mayRun = openRuns.length === 0 || task.overlapPolicy === "allow_concurrent";
  const mayWait = task.overlapPolicy === "buffer_one" && !openRuns.some(({ status }) => status === "buffered");
  if (!mayRun && !mayWait) return { ...made, status: "skipped", firedAt: null, completedAt: now, plan: null };
  const plan = { runMode, targetSessionId, agentConfig };
  if (!mayRun) return { ...made, status: "buffered", firedAt: null, completedAt: null, plan };
  return { ...made, status: "queued", firedAt: now, completedAt: null, plan };
}

/** Lets a buffered run begin when nothing is before it, and keeps what follows from the runs. */
function changed<T>(state: TaskState, { now }: Pick<Cause, "now">, change: TaskChange<T>): TaskChange<T> {
  const { runs = [], result } = change;
  const [first, ...behind] = open(state, runs);
  const isFree = first?.status === "buffered" && behind.every(({ status }) => status === "buffered");
  const begun = isFree ? [{ ...first, status: "queued" as const, firedAt: now }] : [];
  const written = [...runs.filter(({ id }) => id !== begun[0]?.id), ...begun];
  const task = { ...state.task, ...change.task };
  const isQueued = open(state, written).some(({ status }) => status === "queued");
  const lastRun = lastOf(state, written);
  const wakeAt = earliest([isQueued ? now : null, task.nextRunAt]);
  return { task: { ...change.task, wakeAt, lastRun }, runs: written, result };
}

function lastOf({ task, openRuns }: TaskState, written: readonly RunRecord[]): RunRecord | null {
  const isKnown = ({ id }: RunRecord) => id === task.lastRun?.id || openRuns.some((run) => run.id === id);
  const made = written.findLast((run) => !isKnown(run));
  return made ?? written.find(({ id }) => id === task.lastRun?.id) ?? task.lastRun;
}

function open({ openRuns }: TaskState, written: readonly RunRecord[]): RunRecord[] {
  const others = openRuns.filter((run) => !written.some(({ id }) => id === run.id));
  return [...others, ...written]
    .filter(isOpenRun)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
}

/** The first time after now: due times that passed meanwhile are left out. */
function timeAfterRun({ schedule }: TaskRecord, due: string, now: string): string | null {
  // An interval without a start is counted from this run.
  const counted = schedule.type === "interval" ? { ...schedule, startAt: schedule.startAt ?? due } : schedule;
  return nextTime(counted, now);
}

/** Null also for a time zone that the platform no longer has. */
function nextTime(schedule: TaskRecord["schedule"], after: string): string | null {
  try {
    return nextTimes(schedule, after, 1)[0] ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function earliest(times: readonly (string | null)[]): string | null {
  return times.filter((time) => time !== null).toSorted()[0] ?? null;
}
