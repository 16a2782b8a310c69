import * as v from "valibot";
import type { OwnerChoices } from "./owner-choice.js";
import type { EndUser } from "./session.js";

/** Scheduled tasks: prompts that run on a schedule (`protocol.md` §9.3). */

/** When a task runs. */
export type Schedule =
  /** Only by an explicit trigger. */
  | { readonly type: "manual" }
  /** `runAt` is ISO 8601: with `Z` or an offset that instant, without one the wall clock of `timeZone`. */
  | { readonly type: "once"; readonly runAt: string; readonly timeZone: string }
  /** Without `startAt` it counts from the creation, a change of the schedule or a resume. */
  | {
      readonly type: "interval";
      /** At least 60. */
      readonly everySeconds: number;
      readonly startAt?: string | null | undefined;
      readonly endAt?: string | null | undefined;
    }
  /** On the wall clock of `timeZone`. */
  | {
      readonly type: "calendar";
      readonly timeZone: string;
      readonly hour: number;
      readonly minute: number;
      /** 0 is Sunday, 6 Saturday. @default every day */
      readonly daysOfWeek?: readonly number[] | null | undefined;
    };

/** The session of a run: a new one for each run, one for all runs, or an existing one. */
export type RunMode = "new_session_per_run" | "reusable_session" | "existing_session";

/** What happens at a due time while the previous run is active: both run, the new one is skipped, or one waits. */
export type OverlapPolicy = "allow_concurrent" | "skip" | "buffer_one";

/** `buffered` waits for the run before · `queued` is about to become a turn · `running` until its turn ends. */
export type TaskRunStatus = "buffered" | "queued" | "running" | "completed" | "failed" | "cancelled" | "skipped";

/** The agent's prompt and choices for a run. */
export interface TaskAgentConfig {
  /** At most 32 KiB in UTF-8. */
  readonly prompt: string;
  readonly model?: string | null | undefined;
  readonly reasoningEffort?: string | null | undefined;
  /** Metadata of each session that a run starts. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Instructions of each session that a run starts. */
  readonly instructions?: string | null | undefined;
}

/** One run of a scheduled task. */
export interface TaskRun {
  readonly id: string;
  readonly taskId: string;
  readonly status: TaskRunStatus | (string & {});
  readonly triggerType: "schedule" | "manual" | (string & {});
  /** When it was due, or triggered. */
  readonly scheduledAt: string;
  readonly firedAt: string | null;
  readonly sessionId: string | null;
  readonly turnId: string | null;
  readonly triggerEventId: string | null;
  /** The run covers due times that passed while no process of the service ran. */
  readonly catchUp: boolean;
  readonly actionKind: "agent_turn" | (string & {});
  readonly completedAt: string | null;
  /** Why it failed. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** A prompt that runs by a schedule. */
export interface ScheduledTask {
  readonly id: string;
  readonly workspaceId: string;
  /** Whose it is; null is the workspace's. */
  readonly endUser: EndUser | null;
  readonly name: string;
  readonly status: "active" | "paused" | (string & {});
  readonly schedule: Schedule;
  readonly runMode: RunMode | (string & {});
  /** With `existing_session`, the session that runs go to. */
  readonly targetSessionId: string | null;
  readonly overlapPolicy: OverlapPolicy | (string & {});
  readonly action: { readonly kind: "agent_turn" | (string & {}) };
  readonly agentConfig: TaskAgentConfig;
  /** Null while it is paused, and when no time is left. */
  readonly nextRunAt: string | null;
  readonly lastRun: TaskRun | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Fields of a scheduled task. */
export interface TaskInput {
  /** 1 to 120 characters. */
  readonly name: string;
  readonly schedule: Schedule;
  readonly agentConfig: TaskAgentConfig;
  /** @default "new_session_per_run" */
  readonly runMode?: RunMode | undefined;
  readonly targetSessionId?: string | null | undefined;
  /** @default "skip" */
  readonly overlapPolicy?: OverlapPolicy | undefined;
  /** With an organization's key: whose it is. Through a host's proxy, the person's own. */
  readonly endUser?: EndUser | null | undefined;
  /** Through a host's proxy: `workspace` makes it the workspace's, for an admin. @default "user" */
  readonly owner?: "user" | "workspace" | undefined;
  /** The same one again, of the same owner, gives the first task. @default one for the call and all its tries */
  readonly idempotencyKey?: string | undefined;
}

/** Fields left out stay. */
export type TaskPatch = Partial<
  Pick<TaskInput, "name" | "schedule" | "agentConfig" | "runMode" | "targetSessionId" | "overlapPolicy">
>;

/** Newest first. */
export interface TaskPage {
  readonly tasks: readonly ScheduledTask[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Through a host's proxy: whose a new record may be. */
  readonly owners?: OwnerChoices | undefined;
}

/** Newest first. */
export interface TaskRunPage {
  readonly runs: readonly TaskRun[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** The next times of a schedule, ascending; fewer when no more are left. */
export interface SchedulePreview {
  readonly times: readonly string[];
}

const text = v.string();
const maybeText = v.nullish(text, null);
const endUser = v.nullish(v.looseObject({ source: text, id: text }), null);

/** Schema of `TaskRun`. */
export const taskRunSchema = v.looseObject({
  id: text,
  taskId: text,
  status: text,
  triggerType: v.optional(text, "schedule"),
  scheduledAt: text,
  firedAt: maybeText,
  sessionId: maybeText,
  turnId: maybeText,
  triggerEventId: maybeText,
  catchUp: v.optional(v.boolean(), false),
  actionKind: v.optional(text, "agent_turn"),
  completedAt: maybeText,
  error: v.fallback(v.nullish(v.looseObject({ code: text, message: text }), null), null),
});

/** Schema of `ScheduledTask`. */
export const scheduledTaskSchema = v.looseObject({
  id: text,
  workspaceId: text,
  endUser,
  name: text,
  status: text,
  schedule: v.looseObject({ type: text }),
  runMode: text,
  targetSessionId: maybeText,
  overlapPolicy: text,
  action: v.optional(v.looseObject({ kind: text }), { kind: "agent_turn" }),
  agentConfig: v.looseObject({ prompt: text }),
  nextRunAt: maybeText,
  lastRun: v.nullish(taskRunSchema, null),
  createdAt: text,
  updatedAt: text,
});

/** Schema of `TaskPage`. */
export const taskPageSchema = v.looseObject({ tasks: v.array(scheduledTaskSchema), nextCursor: maybeText });
/** Schema of `TaskRunPage`. */
export const taskRunPageSchema = v.looseObject({ runs: v.array(taskRunSchema), nextCursor: maybeText });
/** Schema of `SchedulePreview`. */
export const schedulePreviewSchema = v.looseObject({ times: v.array(text) });
/** Schema of `DeletedTask`. */
export const deletedTaskSchema = v.looseObject({ ok: v.boolean() });
