import { useState } from "react";
import type { GoalEnd, ShownGoal } from "./shown-goal.js";

/** A form or question about one goal. */
export interface GoalTask {
  readonly is: "edit" | "clear";
  readonly goal: ShownGoal;
  /** Why it is over. Null while it is not. */
  readonly end: GoalEnd | null;
}

/** The open form or question. It ends with its goal: a question closes, a form stays while it has words of the person. */
export function useGoalTask(goal: ShownGoal | null, offered: Readonly<Record<GoalTask["is"], boolean>>) {
  const [task, setTask] = useState<GoalTask | null>(null);
  const end = task && endOf(task, goal, offered[task.is]);
  const shown = (open: GoalTask | null) => ({ task: open, setTask, isEmpty: goal === null && open?.is !== "edit" });
  if (!task || task.end || !end) return shown(task);
  // A question without a goal is not drawn, so it cannot close itself.
  const over = task.is === "clear" && goal === null ? null : { ...task, end };
  setTask(over);
  return shown(over);
}

function endOf({ is, goal: own }: GoalTask, goal: ShownGoal | null, isOffered: boolean): GoalEnd | null {
  if (goal === null) return "cleared";
  if (keyOf(goal) !== keyOf(own)) return "replaced";
  if (is === "edit" && goal.status === "completed") return "completed";
  return isOffered ? null : "closed";
}

/** The same for each version of a goal. Null without a goal. */
export function keyOf(goal: ShownGoal | null): string | null {
  return goal && (goal.id ?? "");
}
