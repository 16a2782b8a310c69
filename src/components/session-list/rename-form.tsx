import { useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { isEscape } from "../is-escape.js";
import { Icon } from "../icons.js";

interface RenameFormProps {
  readonly title: string;
  readonly onSave: (title: string) => Promise<void>;
  readonly onLeave: () => void;
}

/** Edits the name in its place. Enter saves, Escape cancels; typed text stays when saving is refused. */
export function RenameForm({ title, onSave, onLeave }: RenameFormProps): ReactNode {
  const strings = useStrings().sessions;
  const [text, setText] = useState(title);
  const [isSaving, setSaving] = useState(false);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const next = text.trim();
    if (isSaving || next === "") return;
    if (next === title) {
      onLeave();
      return;
    }
    setSaving(true);
    onSave(next).then(onLeave, () => setSaving(false));
  };
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (isEscape(event)) onLeave();
  };
  return (
    <form className="sv-session-rename" onSubmit={save}>
      <input
        className="sv-input"
        dir="auto"
        aria-label={strings.renameLabel(title)}
        value={text}
        maxLength={200}
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked to rename it
        autoFocus
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={press}
      />
      <button type="submit" className="sv-icon-button" aria-label={strings.save} title={strings.save}>
        <Icon name={isSaving ? "spinner" : "check"} />
      </button>
      <button
        type="button"
        className="sv-icon-button"
        aria-label={strings.cancel}
        title={strings.cancel}
        onClick={onLeave}
      >
        <Icon name="close" />
      </button>
    </form>
  );
}
