import { useId, useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react";
import { isConflict } from "../../foundation/is-conflict.js";
import { directPaste, fieldDirection } from "../field-direction.js";
import type { Goal } from "../../hooks/use-goal.js";
import { useStrings } from "../../hooks/use-strings.js";
import { isComposing } from "../chat-composer/send-key.js";
import { ConfirmQuestion } from "../confirm-question.js";
import { useFormGuard } from "../form-guard.js";
import { isEscape } from "../is-escape.js";
import { OptionalMark } from "../optional-mark.js";
import { useSaving } from "../use-saving.js";
import type { ShownGoal } from "./shown-goal.js";

interface GoalFormProps {
  readonly goal: ShownGoal;
  readonly onSave: Goal["edit"];
  readonly onLeave: () => void;
}

/**
 * Edits a goal. Typed text stays when saving is refused. Escape cancels, after a question where words were changed;
 * Mod+Enter saves.
 */
export function GoalForm({ goal, onSave, onLeave }: GoalFormProps): ReactNode {
  const { goal: strings, form: words } = useStrings();
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
  const isBlocked = text.trim() === "" || isSaving;
  const save = (event: FormEvent | KeyboardEvent) => (isBlocked ? event.preventDefault() : saving.save(event));
  // A save cannot be cancelled.
  const leave = () => isSaving || onLeave();
  const guard = useFormGuard({ ...saving, form, isSaving });
  const press = (event: KeyboardEvent) => {
    // A key that only ends a composition is not meant for the form, nor is one that answers its question.
    if (isComposing(event.nativeEvent) || (event.target as Element).closest(".sv-record-question")) return;
    if (isEscape(event)) guard.leaveFor(leave);
    else if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) save(event);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys beside its buttons
    <form
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
        readOnly={isSaving}
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
        readOnly={isSaving}
        value={criteria}
        onChange={({ target }) => setCriteria(target.value)}
        onPaste={directPaste}
      />
      {guard.isAsking ? (
        <ConfirmQuestion
          question={words.discardQuestion}
          confirm={words.discardConfirm}
          keep={words.keep}
          onConfirm={guard.discard}
          onLeave={guard.keep}
        />
      ) : (
        <p className="sv-goal-buttons">
          <button type="button" className="sv-button" aria-disabled={isSaving || undefined} onClick={leave}>
            {strings.cancel}
          </button>
          <button type="submit" className="sv-button" data-variant="primary" aria-disabled={isBlocked || undefined}>
            {isSaving ? strings.saving : strings.save}
          </button>
        </p>
      )}
    </form>
  );
}
