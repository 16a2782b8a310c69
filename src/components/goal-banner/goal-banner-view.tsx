import { saidReason } from "../../foundation/said-reason.js";
import { visibleText } from "../../foundation/visible-text.js";
import { forwardRef, useId, useRef, useState, type ReactNode } from "react";
import type { Goal } from "../../hooks/use-goal.js";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses, present } from "../class-names.js";
import { Icon } from "../icons.js";
import { activeElementOf } from "../mount.js";
import { Root, type RootProps } from "../root.js";
import { useKeptFocus } from "../use-kept-focus.js";
import { GoalActions } from "./goal-actions.js";
import { ClearQuestion } from "./clear-question.js";
import { GoalDetail, GoalNotice } from "./goal-detail.js";
import { GoalForm } from "./goal-form.js";
import { keyOf, useGoalTask, type GoalTask } from "./goal-task.js";
import type { ShownGoal } from "./shown-goal.js";

/** Props of `GoalBannerView`. */
export interface GoalBannerViewProps extends RootProps<"onPause"> {
  /** The goal; null renders nothing. */
  readonly goal: ShownGoal | null;
  /** The pending write. @default none */
  readonly pending?: Goal["pending"] | undefined;
  /** The reason why the last change failed. @default none */
  readonly refused?: Goal["refused"] | undefined;
  /** Saves a changed goal. @default not offered */
  readonly onEdit?: Goal["edit"] | undefined;
  /** Pauses the goal. @default not offered */
  readonly onPause?: Goal["pause"] | undefined;
  /** Resumes the goal. @default not offered */
  readonly onResume?: Goal["resume"] | undefined;
  /** Removes the goal. @default not offered */
  readonly onClear?: Goal["clear"] | undefined;
  /** Dismisses the message about a failed change. @default not offered */
  readonly onDismiss?: (() => void) | undefined;
  /** Called when the goal is cleared, here or elsewhere, while the focus is in the banner: move the focus elsewhere. */
  readonly onCleared?: (() => void) | undefined;
}

/** A goal, its state, and its actions. */
export const GoalBannerView = forwardRef<HTMLElement, GoalBannerViewProps>(function GoalBannerView(props, ref) {
  const { goal, pending = null, refused, onEdit, onPause, onResume, onClear, onDismiss, onCleared, ...rest } = props;
  const { className, ...dom } = rest;
  const strings = useStrings().goal;
  const { task, setTask, isEmpty } = useGoalTask(goal, { edit: onEdit !== undefined, clear: onClear !== undefined });
  const { isOpen, toggle } = useUnfolded(goal);
  const detailId = useId();
  const heading = useRef<HTMLButtonElement>(null);
  const panel = useKeptFocus(ref, onCleared);
  if (isEmpty) return null;
  const leave = () => {
    setTask(null);
    // Returns the focus, as its element disappears.
    heading.current?.focus();
  };
  /** The focus moves to the heading, where a late key press does no harm. */
  const close = () => {
    const head = heading.current;
    if (head?.closest("section")?.contains(activeElementOf(head))) head.focus();
    setTask(null);
  };
  const dismiss =
    onDismiss &&
    (() => {
      heading.current?.focus();
      onDismiss();
    });
  return (
    <Root
      {...dom}
      as="section"
      ref={panel}
      className={joinClasses("sv-goal", className)}
      aria-label={strings.label}
      aria-busy={pending ? true : undefined}
      data-status={goal?.status}
      data-open={present(isOpen)}
    >
      {goal && (
        <>
          <div className="sv-goal-head">
            <Summary ref={heading} isInField={isInField(task, goal)} {...{ goal, detailId, isOpen, toggle }} />
            {task === null && (
              <GoalActions
                status={goal.status}
                pending={pending}
                onEdit={onEdit && (() => setTask({ is: "edit", goal, end: null }))}
                onPause={onPause}
                onResume={onResume}
                onClear={onClear && (() => setTask({ is: "clear", goal, end: null }))}
              />
            )}
          </div>
          <GoalDetail id={detailId} goal={goal} isOpen={isOpen} />
          {refused && !task?.end && <GoalNotice refused={refused} onDismiss={dismiss} />}
        </>
      )}
      {task && <Task task={task} goal={goal} {...{ onEdit, onClear }} onLeave={leave} onOver={close} />}
    </Root>
  );
});

/** Whether the details are unfolded: each goal begins folded. */
function useUnfolded(goal: ShownGoal | null) {
  const [unfolded, unfold] = useState<string | null>(null);
  const key = keyOf(goal);
  const isOpen = unfolded !== null && unfolded === key;
  if (unfolded !== null && !isOpen) unfold(null);
  return { isOpen, toggle: () => unfold(isOpen ? null : key) };
}

/** Whether the form below shows the goal's words. It does not show those that another window has written meanwhile. */
const isInField = (task: GoalTask | null, goal: ShownGoal) => task?.is === "edit" && task.goal.text === goal.text;

interface SummaryProps {
  readonly goal: ShownGoal;
  /** Whether a field shows the goal's words, so that only screen readers read them here. */
  readonly isInField: boolean;
  readonly detailId: string;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

const Summary = forwardRef<HTMLButtonElement, SummaryProps>(function Summary(props, ref) {
  const { goal, isInField, detailId, isOpen, toggle } = props;
  const strings = useStrings().goal;
  return (
    <button
      type="button"
      ref={ref}
      className="sv-disclosure-button sv-goal-summary"
      aria-expanded={isOpen}
      aria-controls={detailId}
      onClick={toggle}
    >
      <Icon name="goal" />
      <span className={isInField ? "sv-visually-hidden" : "sv-goal-text"} dir="auto">
        {visibleText(goal.text)}
      </span>
      <span className="sv-goal-status">{statusOf(goal, strings)}</span>
    </button>
  );
});

interface TaskProps extends Pick<GoalBannerViewProps, "goal" | "onEdit" | "onClear"> {
  readonly task: GoalTask;
  readonly onLeave: () => void;
  readonly onOver: () => void;
}

/** The open form or question. A question closes when it is over. */
function Task({ task, goal, onEdit = unoffered, onClear = unoffered, onLeave, onOver }: TaskProps): ReactNode {
  const { is, end } = task;
  useBrowserLayoutEffect(() => {
    if (is === "clear" && end) onOver();
  });
  if (is === "clear") return <ClearQuestion onClear={onClear} onLeave={onLeave} />;
  const shown = end ? task.goal : (goal ?? task.goal);
  return <GoalForm goal={shown} end={end} onSave={onEdit} onLeave={onLeave} onOver={onOver} />;
}

/** For a form or question that is over. */
const unoffered = () => Promise.resolve();

function statusOf({ status, pausedReason }: ShownGoal, strings: ReturnType<typeof useStrings>["goal"]): string {
  if (status === "paused") {
    const reason = saidReason(pausedReason);
    return reason === "" ? strings.paused : strings.pausedBecause(reason);
  }
  if (status === "completed") return strings.completed;
  return status === "active" ? strings.active : status;
}
