import { saidReason } from "../../foundation/said-reason.js";
import { visibleText } from "../../foundation/visible-text.js";
import { callHost } from "../call-host.js";
import { forwardRef, useId, useRef, useState } from "react";
import type { Goal } from "../../hooks/use-goal.js";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses, present } from "../class-names.js";
import { Icon } from "../icons.js";
import { hasFocus, isFocusFree } from "../mount.js";
import { Root, type RootProps } from "../root.js";
import { useKeptFocus } from "../use-kept-focus.js";
import { GoalActions } from "./goal-actions.js";
import { ClearQuestion } from "./clear-question.js";
import { GoalDetail, GoalNotice } from "./goal-detail.js";
import { GoalForm } from "./goal-form.js";
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
  /** Called when the user clears the goal while the focus is in the banner: move the focus elsewhere. */
  readonly onCleared?: (() => void) | undefined;
}

/** A goal, its state, and its actions. */
export const GoalBannerView = forwardRef<HTMLElement, GoalBannerViewProps>(function GoalBannerView(props, ref) {
  const { goal, pending, refused, onEdit, onPause, onResume, onClear, onDismiss, onCleared, className, ...dom } = props;
  const strings = useStrings().goal;
  const [mode, setMode] = useState<"read" | "edit" | "clear">("read");
  const [isOpen, setOpen] = useState(false);
  const detailId = useId();
  const heading = useRef<HTMLButtonElement>(null);
  /** The heading when a form or question last closed: the banner may be gone since. */
  const left = useRef<HTMLButtonElement>(null);
  const panel = useKeptFocus(ref);
  if (!goal) return null;
  const leave = () => {
    setMode("read");
    left.current = heading.current;
    // Returns the focus, as its element disappears.
    heading.current?.focus();
  };
  const cleared = () => {
    const from = left.current;
    if (from && (isFocusFree(from) || hasFocus(from))) callHost(onCleared);
  };
  const dismiss =
    onDismiss &&
    (() => {
      heading.current?.focus();
      onDismiss();
    });
  const stands = statusOf(goal, strings);
  return (
    <Root
      {...dom}
      as="section"
      ref={panel}
      className={joinClasses("sv-goal", className)}
      aria-label={strings.label}
      aria-busy={pending ? true : undefined}
      data-status={goal.status}
      data-open={present(isOpen)}
    >
      <div className="sv-goal-head">
        <button
          type="button"
          ref={heading}
          className="sv-disclosure-button sv-goal-summary"
          aria-expanded={isOpen}
          aria-controls={detailId}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="goal" />
          <span className="sv-goal-text" dir="auto">
            {visibleText(goal.text)}
          </span>
          <span className="sv-goal-status">{stands}</span>
        </button>
        {mode === "read" && (
          <GoalActions
            status={goal.status}
            pending={pending ?? null}
            onEdit={onEdit && (() => setMode("edit"))}
            onPause={onPause}
            onResume={onResume}
            onClear={onClear && (() => setMode("clear"))}
          />
        )}
      </div>
      <GoalDetail id={detailId} goal={goal} isOpen={isOpen} />
      {refused && <GoalNotice refused={refused} onDismiss={dismiss} />}
      {mode === "edit" && onEdit && <GoalForm goal={goal} onSave={onEdit} onLeave={leave} />}
      {mode === "clear" && onClear && <ClearQuestion onClear={onClear} onCleared={cleared} onLeave={leave} />}
    </Root>
  );
});

function statusOf({ status, pausedReason }: ShownGoal, strings: ReturnType<typeof useStrings>["goal"]): string {
  if (status === "paused") {
    const reason = saidReason(pausedReason);
    return reason === "" ? strings.paused : strings.pausedBecause(reason);
  }
  if (status === "completed") return strings.completed;
  return status === "active" ? strings.active : status;
}
