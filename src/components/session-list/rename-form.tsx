import { useId, useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react";
import { Form } from "../form.js";
import { useStrings } from "../../hooks/use-strings.js";
import { Fault } from "../fault.js";
import { isEscape } from "../is-escape.js";
import { Icon } from "../icons.js";
import { useAskBeforeUnload } from "../use-ask-before-unload.js";
import { useOwnEscape } from "../use-own-escape.js";
import { useSaving } from "../use-saving.js";

interface RenameFormProps {
  readonly title: string;
  readonly onSave: (title: string) => Promise<void>;
  readonly onLeave: () => void;
}

/**
 * Edits the name in its place. Enter saves, Escape cancels; typed text stays when saving is refused. The browser asks before the
 * page is closed over a changed name; `hasUnsavedChanges` does not count it, as a list stays when its host shows another page.
 */
export function RenameForm({ title, onSave, onLeave }: RenameFormProps): ReactNode {
  const strings = useStrings().sessions;
  const [text, setText] = useState(title);
  const id = useId();
  const next = text.trim();
  const { form, faults, isSaving, save } = useSaving({
    read: () => (next === "" ? { faults: ["name" as const] } : { next }),
    onSave: (input: { readonly next: string }) => onSave(input.next),
    onSaved: onLeave,
    // The list shows the reason.
    refusedField: () => null,
  });
  // Escape is the usual way out of a name that is edited in its place, and asks nothing.
  useAskBeforeUnload(form, next !== title);
  useOwnEscape(form);
  const isMissing = faults.length > 0;
  // A save cannot be cancelled.
  const leave = () => isSaving || onLeave();
  const submit = (event: FormEvent) => {
    if (next !== title || isSaving) return save(event);
    event.preventDefault();
    onLeave();
  };
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (isEscape(event)) leave();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys beside its buttons
    <Form
      ref={form}
      className="sv-session-rename"
      noValidate
      aria-busy={isSaving || undefined}
      onSubmit={submit}
      onKeyDown={press}
    >
      <input
        className="sv-input"
        dir="auto"
        aria-label={strings.renameLabel(title)}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}fault` : undefined}
        readOnly={isSaving}
        value={text}
        maxLength={200}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked to rename it
        autoFocus
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="sv-sessions-buttons">
        <button
          type="submit"
          className="sv-icon-button"
          aria-label={strings.save}
          title={strings.save}
          aria-disabled={isSaving || undefined}
        >
          <Icon name={isSaving ? "spinner" : "check"} />
        </button>
        <button
          type="button"
          className="sv-icon-button"
          aria-label={strings.cancel}
          title={strings.cancel}
          aria-disabled={isSaving || undefined}
          onClick={leave}
        >
          <Icon name="close" />
        </button>
      </div>
      {isMissing && <Fault id={`${id}fault`}>{strings.nameMissing}</Fault>}
    </Form>
  );
}
