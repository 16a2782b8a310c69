import type { ReactNode } from "react";
import type { Goal } from "../../hooks/use-goal.js";
import { useStrings } from "../../hooks/use-strings.js";
import { Icon, type IconName } from "../icons.js";

interface GoalActionsProps {
  readonly status: string;
  readonly pending: Goal["pending"];
  readonly onEdit: (() => void) | undefined;
  readonly onPause: Goal["pause"] | undefined;
  readonly onResume: Goal["resume"] | undefined;
  readonly onClear: (() => void) | undefined;
}

/** The actions on a goal in its state. */
export function GoalActions({ status, pending, onEdit, onPause, onResume, onClear }: GoalActionsProps): ReactNode {
  const strings = useStrings().goal;
  const isOver = status === "completed";
  const button = (name: IconName, label: string, press: () => void, isRunning = false) => (
    <button
      type="button"
      className="sv-icon-button"
      aria-label={label}
      title={label}
      // Not `disabled`, which would drop the focus while it is on its way.
      aria-disabled={pending !== null || undefined}
      onClick={pending === null ? press : undefined}
    >
      <Icon name={isRunning ? "spinner" : name} />
    </button>
  );
  // The banner shows failures.
  const pressed = (verb: () => Promise<void>) => () => void verb().catch(() => undefined);
  return (
    <div className="sv-goal-actions">
      {!isOver &&
        status !== "paused" &&
        onPause &&
        button(
          "pause",
          strings.pause,
          pressed(() => onPause()),
          pending === "pause",
        )}
      {status === "paused" && onResume && button("play", strings.resume, pressed(onResume), pending === "resume")}
      {!isOver && onEdit && button("edit", strings.edit, onEdit, pending === "edit")}
      {onClear && button("close", strings.clear, onClear, pending === "clear")}
    </div>
  );
}
