import type { Goal } from "../../hooks/use-goal.js";

/** The displayed fields of a goal, and the revision that a change of it is based on. */
export type ShownGoal = Pick<
  NonNullable<Goal["goal"]>,
  "text" | "status" | "successCriteria" | "evidence" | "pausedReason"
> &
  Partial<Pick<NonNullable<Goal["goal"]>, "objectiveRevision">>;
