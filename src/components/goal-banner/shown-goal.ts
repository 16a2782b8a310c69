import type { Goal } from "../../hooks/use-goal.js";

/** As much of a goal as is shown. */
export type ShownGoal = Pick<
  NonNullable<Goal["goal"]>,
  "text" | "status" | "successCriteria" | "evidence" | "pausedReason"
>;
