/** The verbs for a goal. After a conflict it is read again. */
import type { GoalObjectivePatch, GoalPatch, GoalRecord } from "../wire/protocol/goal.js";
import { isConflict } from "../foundation/is-conflict.js";
import { retrying } from "../api/retrying.js";
import { deleteGoal, updateGoal } from "../api/routes/goal.js";
import type { ServiceConnection, SessionRef } from "../api/service-connection.js";
import { createTrackedWrites, type TrackedWrites } from "./tracked-writes.js";

/** An action on a goal. */
export type GoalAction = "edit" | "pause" | "resume" | "clear";

/** Changed fields of the objective; omitted ones stay. */
export interface GoalChange extends Pick<GoalObjectivePatch, "text" | "successCriteria" | "rationale"> {
  /** The goal's `objectiveRevision` that the change is based on. @default that of the shown goal */
  readonly expectedObjectiveRevision?: number | undefined;
}

export interface GoalActions {
  readonly writes: TrackedWrites<GoalAction>;
  /** If the goal was rewritten since the revision that the change is based on, the write is a conflict. */
  readonly edit: (change: GoalChange) => Promise<void>;
  readonly pause: (rationale?: string) => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly clear: () => Promise<void>;
}

export interface GoalActionsOptions {
  readonly client: ServiceConnection;
  readonly ref: SessionRef;
  /** The goal that the person saw. */
  readonly goal: () => GoalRecord | null;
  readonly take: (goal: GoalRecord | null) => void;
  readonly refresh: () => void;
}

export function createGoalActions(options: GoalActionsOptions): GoalActions {
  const { ref, take, refresh } = options;
  const client = retrying(options.client);
  const writes = createTrackedWrites<GoalAction>();

  function run(action: GoalAction, write: () => Promise<GoalRecord | null>): Promise<void> {
    return writes.run(ref.sessionId, action, async () => {
      try {
        take(await write());
      } catch (error) {
        if (isConflict(error)) refresh();
        throw error;
      }
    });
  }

  const update = (patch: GoalPatch) => updateGoal(client, ref, patch);
  return {
    writes,
    edit: ({ expectedObjectiveRevision = options.goal()?.objectiveRevision ?? 0, ...change }) =>
      run("edit", () => update({ ...change, expectedObjectiveRevision })),
    pause: (rationale) =>
      run("pause", () => update({ status: "paused", ...(rationale !== undefined && { rationale }) })),
    resume: () => run("resume", () => update({ status: "active" })),
    clear: () => run("clear", () => deleteGoal(client, ref).then(() => null)),
  };
}
