import type { Goal } from "../../hooks/use-goal.js";

type Record = NonNullable<Goal["goal"]>;

/** The displayed fields of a goal, and the revision that a change of it is based on. */
export type ShownGoal = Pick<Record, "text" | "status" | "successCriteria" | "evidence" | "pausedReason"> &
  Partial<Pick<Record, "objectiveRevision">>;
