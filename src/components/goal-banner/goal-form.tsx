import { useId, useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react";
import { isConflict } from "../../foundation/is-conflict.js";
import { directPaste, fieldDirection } from "../field-direction.js";
import type { Goal } from "../../hooks/use-goal.js";
import { useStrings } from "../../hooks/use-strings.js";
import { isComposing } from "../chat-composer/send-key.js";
import { isEscape } from "../is-escape.js";
import { OptionalMark } from "../optional-mark.js";
import type { ShownGoal } from "./shown-goal.js";

interface GoalFormProps {
  readonly goal: ShownGoal;
  readonly onSave: Goal["edit"];
  readonly onLeave: () => void;
}

/** Edits a goal. Typed text stays when saving is refused. Escape cancels, Mod+Enter saves. */
export function GoalForm({ goal, onSave, onLeave }: GoalFormProps): ReactNode {
  const strings = useStrings().goal;
  const id = useId();
  const [text, setText] = useState(goal.text);
  const [criteria, setCriteria] = useState(goal.successCriteria ?? "");
  const [isSaving, setSaving] = useState(false);
  const [opened, setOpened] = useState<ShownGoal | null>(goal);
  // After a conflict the banner shows the other change, and the next save may overwrite it.
  const based = opened ?? goal;
  const isBlocked = text.trim() === "" || isSaving;

  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (isBlocked) return;
    setSaving(true);
    const change = { text: text.trim(), successCriteria: criteria.trim() === "" ? null : criteria.trim() };
    onSave({ ...change, expectedObjectiveRevision: based.objectiveRevision }).then(onLeave, (error: unknown) => {
      setSaving(false);
      if (isConflict(error)) setOpened(null);
    });
  };
  // A save cannot be cancelled, and its end would close the next form.
  const leave = () => isSaving || onLeave();
  const press = (event: KeyboardEvent) => {
    // A key that only ends a composition is not meant for the form.
    if (isComposing(event.nativeEvent)) return;
    if (isEscape(event)) leave();
    else if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) save();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys beside its buttons
    <form className="sv-goal-form" onSubmit={save} onKeyDown={press}>
      <label className="sv-label" htmlFor={`${id}text`}>
        {strings.textLabel}
      </label>
      <textarea
        id={`${id}text`}
        className="sv-input"
        dir={fieldDirection(text) ?? "auto"}
        rows={3}
        required
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
        value={criteria}
        onChange={({ target }) => setCriteria(target.value)}
        onPaste={directPaste}
      />
      <p className="sv-goal-buttons">
        <button type="button" className="sv-button" aria-disabled={isSaving || undefined} onClick={leave}>
          {strings.cancel}
        </button>
        <button type="submit" className="sv-button" data-variant="primary" aria-disabled={isBlocked || undefined}>
          {isSaving ? strings.saving : strings.save}
        </button>
      </p>
    </form>
  );
}
