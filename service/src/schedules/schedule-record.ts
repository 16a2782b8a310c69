import type { OverlapPolicy, RunMode, Schedule, TaskAgentConfig, TaskRunStatus } from "@service/sdk/protocol";
import type { Owner } from "../store/owner.js";
import type { Producer } from "../store/producer.js";
import type { Room } from "../store/room.js";

/** A prompt that runs by itself. */
export interface TaskRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly endUser: Owner;
  readonly name: string;
  readonly status: "active" | "paused";
  readonly schedule: Schedule;
  readonly runMode: RunMode;
  readonly targetSessionId: string | null;
  readonly overlapPolicy: OverlapPolicy;
  readonly agentConfig: TaskAgentConfig;
  /** The next due time; null while paused and when no time is left. */
  readonly nextRunAt: string | null;
  /** When a worker must look at the task: its next due time, or earlier for a run that is not a turn yet. */
  readonly wakeAt: string | null;
  readonly lastRun: RunRecord | null;
  /** Fingerprint of the creation, when it had an idempotency key. Missing in tasks of older versions. */
  readonly contentHash?: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The task's fields at the time when the run was created. */
export type RunPlan = Pick<TaskRecord, "runMode" | "targetSessionId" | "agentConfig">;

/** One run of a task: at a due time, or triggered. */
export interface RunRecord {
  readonly id: string;
  readonly taskId: string;
  /** Unique within the task: the due time, or the caller's trigger id. */
  readonly key: string;
  readonly status: TaskRunStatus;
  readonly triggerType: "schedule" | "manual";
  readonly scheduledAt: string;
  readonly firedAt: string | null;
  readonly sessionId: string | null;
  readonly turnId: string | null;
  readonly triggerEventId: string | null;
  readonly catchUp: boolean;
  /** Null once the run is a turn, or has ended. */
  readonly plan: RunPlan | null;
  readonly completedAt: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly createdAt: string;
}

/** State that a decision about a task may use. */
export interface TaskState {
  readonly task: TaskRecord;
  /** Runs that have not ended, oldest first. */
  readonly openRuns: readonly RunRecord[];
  /** The run with the asked key, or null. */
  readonly prior: RunRecord | null;
}

/** Changes to write in one transaction. */
export interface TaskChange<T> {
  readonly task?: Partial<TaskRecord> | undefined;
  /** Put by task and key: a new run is added, a known one replaced whole. */
  readonly runs?: readonly RunRecord[] | undefined;
  readonly result: T;
}

export interface TaskQuery {
  readonly workspaceId: string;
  /** Only theirs. @default every owner's */
  readonly owners?: readonly Owner[] | undefined;
  /** Only those that run in this session. */
  readonly targetSessionId?: string | undefined;
  readonly limit: number;
  /** Only records after this one in the list's order. */
  readonly behind?: { readonly createdAt: string; readonly id: string } | undefined;
}

/** How many ended runs a store keeps of each task: the newest. */
export const maxKeptRuns = 500;

export interface ScheduleMethods {
  /**
   * Returns the existing task when there is one with this id. Of two concurrent calls, one creates.
   *
   * @param room gets the tasks of the record's owner in the workspace, and of everybody there.
   * @param producer is the record that makes the task. @throws {ServiceError} `producer_missing` when it is not there.
   */
  createTask(
    record: TaskRecord,
    room: Room<{ readonly owner: number; readonly workspace: number }>,
    producer?: Producer,
  ): Promise<TaskRecord>;
  getTask(taskId: string): Promise<TaskRecord | null>;
  /** Newest first (`createdAt`, then `id`, both descending). */
  listTasks(query: TaskQuery): Promise<TaskRecord[]>;
  /**
   * The one way in which a task changes. Locks the task, calls `decide` once and writes its change. When `decide` throws,
   * nothing is written and the error is rethrown as it is. Returns null when there is no such task.
   *
   * @param options.runKey asks for the run with this key, as `prior`.
   * @param decide is pure and synchronous: it must not call the store.
   */
  changeTask<T>(
    taskId: string,
    options: { readonly runKey?: string | undefined },
    decide: (state: TaskState) => TaskChange<T>,
  ): Promise<{ readonly task: TaskRecord; readonly result: T } | null>;
  /** Removes the task and its runs; their sessions stay. False when there is no such task. */
  deleteTask(taskId: string): Promise<boolean>;
  /** Newest first, as above. */
  listRuns(taskId: string, page: Pick<TaskQuery, "limit" | "behind">): Promise<RunRecord[]>;
  /** Tasks whose `wakeAt` is not after `now`, the most overdue first. */
  listDueTasks(now: string, limit: number): Promise<TaskRecord[]>;
}

const ended: ReadonlySet<TaskRunStatus> = new Set(["completed", "failed", "cancelled", "skipped"]);

export function isOpenRun({ status }: RunRecord): boolean {
  return !ended.has(status);
}
