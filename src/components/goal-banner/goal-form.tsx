import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useId, useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react";
import { Form } from "../form.js";
import { isConflict } from "../../foundation/is-conflict.js";
import { directPaste, fieldDirection } from "../field-direction.js";
import type { Goal } from "../../hooks/use-goal.js";
import { useStrings } from "../../hooks/use-strings.js";
import { CopyButton } from "../copy-button/copy-button.js";
import { Icon } from "../icons.js";
import { isComposing } from "../chat-composer/send-key.js";
import { DiscardQuestion } from "../discard-question.js";
import { useFormGuard } from "../form-guard.js";
import { isEscape } from "../is-escape.js";
import { OptionalMark } from "../optional-mark.js";
import { useOwnEscape } from "../use-own-escape.js";
import { useSaving } from "../use-saving.js";
import type { GoalEnd, ShownGoal } from "./shown-goal.js";

interface GoalFormProps {
  /** The goal; the last that was known once it is over. */
  readonly goal: ShownGoal;
  /** Why the goal can no longer be changed. @default it can */
  readonly end?: GoalEnd | null | undefined;
  readonly onSave: Goal["edit"];
  /** The person leaves the form. */
  readonly onLeave: () => void;
  /** The goal ended before the person changed it, so the form has nothing to keep. @default it stays */
  readonly onOver?: (() => void) | undefined;
}

/**
 * Edits a goal. Typed text stays when saving is refused, and to be copied when the goal ends. Escape and "Cancel"
 * leave it, after a question where words were changed; Mod+Enter saves.
 */
export function GoalForm({ goal, end = null, onSave, onLeave, onOver }: GoalFormProps): ReactNode {
  const strings = useStrings().goal;
  const id = useId();
  const [text, setText] = useState(goal.text);
  const [criteria, setCriteria] = useState(goal.successCriteria ?? "");
  const [opened, setOpened] = useState<ShownGoal | null>(goal);
  // After a conflict the banner shows the other change, and the next save may overwrite it.
  const based = opened ?? goal;
  const { form, isSaving, ...saving } = useSaving({
    read: () => ({
      text: text.trim(),
      successCriteria: criteria.trim() === "" ? null : criteria.trim(),
      expectedObjectiveRevision: based.objectiveRevision,
    }),
    onSave: (change: Parameters<Goal["edit"]>[0]) =>
      onSave(change).catch((error: unknown) => {
        if (isConflict(error)) setOpened(null);
        throw error;
      }),
    onSaved: onLeave,
    // The banner shows the reason.
    refusedField: () => null,
  });
  // Its save may still succeed.
  const isOver = end !== null && !isSaving;
  useBrowserLayoutEffect(() => {
    if (isOver && !saving.isChanged()) onOver?.();
  });
  const isBlocked = text.trim() === "" || isSaving || isOver;
  const save = (event: FormEvent | KeyboardEvent) => (isBlocked ? event.preventDefault() : saving.save(event));
  // A save cannot be cancelled.
  const leave = () => isSaving || onLeave();
  const guard = useFormGuard({ ...saving, form, isSaving });
  useOwnEscape(form);
  const press = (event: KeyboardEvent) => {
    // A key that only ends a composition is not meant for the form, nor is one that answers its question.
    if (isComposing(event.nativeEvent) || (event.target as Element).closest(".sv-record-question")) return;
    if (isEscape(event)) guard.leaveFor(leave);
    else if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) save(event);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys beside its buttons
    <Form
      ref={form}
      className="sv-goal-form"
      aria-busy={isSaving || undefined}
      onSubmit={save}
      onKeyDown={press}
      onChange={guard.note}
    >
      <label className="sv-label" htmlFor={`${id}text`}>
        {strings.textLabel}
      </label>
      <textarea
        id={`${id}text`}
        className="sv-input"
        dir={fieldDirection(text) ?? "auto"}
        rows={3}
        required
        readOnly={isSaving || isOver}
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked to edit it
        autoFocus
        onChange={({ target }) => setText(target.value)}
        onPaste={directPaste}
      />
      <label className="sv-label" htmlFor={`${id}criteria`}>
        <span className="sv-part">{strings.criteriaLabel}</span>
        <OptionalMark />
      </label>
      <textarea
        id={`${id}criteria`}
        className="sv-input"
        dir={fieldDirection(criteria)}
        rows={2}
        readOnly={isSaving || isOver}
        value={criteria}
        onChange={({ target }) => setCriteria(target.value)}
        onPaste={directPaste}
      />
      {isOver && <OverNotice end={end} />}
      {guard.isAsking ? (
        <DiscardQuestion discard={guard.discard} keep={guard.keep} />
      ) : isOver ? (
        <UnsavedActions texts={[text, criteria]} onDiscard={onLeave} />
      ) : (
        <FormActions isSaving={isSaving} isBlocked={isBlocked} onCancel={() => guard.leaveFor(leave)} />
      )}
    </Form>
  );
}

function OverNotice({ end }: { readonly end: GoalEnd }): ReactNode {
  const strings = useStrings().goal;
  return (
    <p className="sv-goal-refused" role="alert">
      <Icon name="alert" />
      <span className="sv-part">{strings.over(end)}</span>
    </p>
  );
}

/** Actions on words that can no longer be saved. */
function UnsavedActions(props: { readonly texts: readonly string[]; readonly onDiscard: () => void }): ReactNode {
  const { form } = useStrings();
  return (
    <p className="sv-goal-buttons">
      <CopyButton variant="text" text={props.texts.filter((text) => text.trim() !== "").join("\n\n")} />
      <button type="button" className="sv-button" onClick={props.onDiscard}>
        {form.discardConfirm}
      </button>
    </p>
  );
}

interface FormActionsProps {
  readonly isSaving: boolean;
  readonly isBlocked: boolean;
  readonly onCancel: () => void;
}

function FormActions({ isSaving, isBlocked, onCancel }: FormActionsProps): ReactNode {
  const { goal } = useStrings();
  return (
    <p className="sv-goal-buttons">
      <button type="button" className="sv-button" aria-disabled={isSaving || undefined} onClick={onCancel}>
        {goal.cancel}
      </button>
      <button type="submit" className="sv-button" data-variant="primary" aria-disabled={isBlocked || undefined}>
        {isSaving ? goal.saving : goal.save}
      </button>
    </p>
  );
}
