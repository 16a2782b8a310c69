import * as v from "valibot";
import type { Actor } from "./decisions.js";

/** The goal of a session (`protocol.md` §9.1). A session has at most one. */

export type GoalStatus = "active" | "paused" | "completed";
/** Who may change a goal. */
export type GoalMutationPolicy = "review_changes" | "preserve_intent" | "autonomous_adaptation";

/** A session's goal. */
export interface GoalRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly status: GoalStatus | (string & {});
  readonly text: string;
  readonly successCriteria: string | null;
  /** Evidence for the completion, from the caller that completed the goal. */
  readonly evidence: string | null;
  readonly rationale: string | null;
  readonly pausedReason: string | null;
  readonly createdBy: string;
  /** Grows by one with every change. */
  readonly version: number;
  /** Increases with every change of the objective. The session's next goal continues it. */
  readonly objectiveRevision: number;
  readonly mutationPolicy: GoalMutationPolicy | (string & {});
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** One version of the objective. */
export interface GoalRevision {
  readonly goalId: string;
  readonly objectiveRevision: number;
  /** The goal's `version` with this wording. */
  readonly version: number;
  readonly text: string;
  readonly successCriteria: string | null;
  readonly rationale: string | null;
  /** The person or `"agent"`, `"api"`, as the log names them. */
  readonly actor: unknown;
  readonly createdAt: string;
}

/** A goal as a creation or an agent gives it. */
export interface GoalInput {
  /** At most 8 KiB in UTF-8, and so the other texts. */
  readonly text: string;
  readonly successCriteria?: string | null;
  readonly rootConstraints?: readonly unknown[];
  readonly maxAutoContinuations?: number | null;
  /** @default "review_changes" */
  readonly mutationPolicy?: GoalMutationPolicy;
}

interface GoalWrite {
  /** The same one again gives the same answer again. */
  readonly clientEventId?: string;
  readonly rationale?: string;
  readonly actor?: Actor;
}

/** Pauses or resumes. */
export interface GoalStatusPatch extends GoalWrite {
  readonly status: "paused" | "active";
}

/** Changes the objective; omitted fields stay. */
export interface GoalObjectivePatch extends GoalWrite {
  readonly text: string;
  readonly successCriteria?: string | null;
  readonly rootConstraints?: readonly unknown[];
  readonly mutationPolicy?: GoalMutationPolicy;
  /** The `objectiveRevision` that the caller saw. */
  readonly expectedObjectiveRevision: number;
}

/** Changes of a goal. */
export type GoalPatch = GoalStatusPatch | GoalObjectivePatch;

/** The most that each text of a goal takes, in UTF-8 (bytes). */
export const maxGoalBytes = 8_192;

const text = v.string();
const maybeText = v.nullish(text, null);

/** Schema of `Goal`. */
export const goalSchema = v.looseObject({
  id: text,
  sessionId: text,
  status: text,
  text,
  successCriteria: maybeText,
  evidence: maybeText,
  rationale: maybeText,
  pausedReason: maybeText,
  createdBy: v.optional(text, "api"),
  version: v.number(),
  objectiveRevision: v.number(),
  mutationPolicy: v.optional(text, "review_changes"),
  createdAt: text,
  updatedAt: text,
});

/** Schema of `GoalRevisions`. */
export const goalRevisionsSchema = v.looseObject({
  /** Newest first. */
  revisions: v.array(
    v.looseObject({
      goalId: text,
      objectiveRevision: v.number(),
      version: v.number(),
      text,
      successCriteria: maybeText,
      rationale: maybeText,
      actor: v.optional(v.unknown()),
      createdAt: text,
    }),
  ),
});
