import type { ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { Goal } from "../../hooks/use-goal.js";
import { useErrorText, useStrings } from "../../hooks/use-strings.js";
import { Icon } from "../icons.js";
import type { ShownGoal } from "./shown-goal.js";

interface GoalDetailProps {
  readonly id: string;
  readonly goal: ShownGoal;
  readonly isOpen: boolean;
}

/** When a goal is reached, and what shows that it was. */
export function GoalDetail({ id, goal, isOpen }: GoalDetailProps): ReactNode {
  const strings = useStrings().goal;
  const facts = [
    [strings.criteria, goal.successCriteria],
    [strings.evidence, goal.evidence],
  ] as const;
  return (
    <div className="sv-goal-detail" id={id} hidden={!isOpen}>
      <dl className="sv-part">
        {facts.map(
          ([name, text]) =>
            text && (
              <div key={name} className="sv-part">
                <dt className="sv-part">{name}</dt>
                <dd className="sv-part">{visibleText(text)}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}

interface GoalNoticeProps {
  readonly refused: NonNullable<Goal["refused"]>;
  readonly onDismiss: (() => void) | undefined;
}

/** Why the last change was refused. */
export function GoalNotice({ refused, onDismiss }: GoalNoticeProps): ReactNode {
  const strings = useStrings().goal;
  const errorText = useErrorText();
  return (
    <p className="sv-goal-refused" role="alert">
      <Icon name="alert" />
      <span className="sv-part">
        {isChanged(refused) ? strings.changed : strings.failed(refused.action, errorText(refused.error))}
      </span>
      {onDismiss && (
        <button type="button" className="sv-link-button" onClick={onDismiss}>
          {strings.dismiss}
        </button>
      )}
    </p>
  );
}

/** Conflicts that another version of the goal does not explain. */
const otherConflicts: readonly unknown[] = ["GOAL_COMPLETED", "CONTROL_CHANGED"];

function isChanged({ isConflict, error }: GoalNoticeProps["refused"]): boolean {
  return isConflict && !otherConflicts.includes((error as { readonly code?: unknown }).code);
}
