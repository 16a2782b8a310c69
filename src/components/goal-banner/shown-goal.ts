import type { Goal } from "../../hooks/use-goal.js";

/** The displayed fields of a goal. */
export type ShownGoal = Pick<
  NonNullable<Goal["goal"]>,
  "text" | "status" | "successCriteria" | "evidence" | "pausedReason"
>;
