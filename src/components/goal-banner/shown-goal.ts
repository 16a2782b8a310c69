import type { Goal } from "../../hooks/use-goal.js";

/**
 * The displayed fields of a goal, its id, and the revision that a change of it is based on. Without an id, a goal is the
 * same one until there is none.
 */
export type ShownGoal = Pick<
  NonNullable<Goal["goal"]>,
  "text" | "status" | "successCriteria" | "evidence" | "pausedReason"
> &
  Partial<Pick<NonNullable<Goal["goal"]>, "id" | "objectiveRevision">>;

/** Why words that were typed for a goal can no longer be saved. */
export type GoalEnd = "cleared" | "replaced" | "completed" | "closed";
