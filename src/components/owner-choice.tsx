import { useRef, type ReactNode } from "react";
import type { OwnerChoice, OwnerChoices } from "../wire/protocol/owner-choice.js";
import { ChoiceField } from "./form-inputs.js";
import { useEarlyText } from "./use-early-input.js";

interface OwnerWords {
  readonly filter: string;
  readonly label: string;
  readonly all: string;
  readonly user: string;
  readonly workspace: string;
  readonly everyone: string;
}

interface OwnerFieldProps {
  readonly id: string;
  readonly words: OwnerWords;
  readonly owners: OwnerChoices;
  readonly owner: OwnerChoice;
  readonly onChange: (owner: OwnerChoice) => void;
}

/** Chooses the owner of a new record. Renders nothing if there is no choice. */
export function OwnerField({ id, words, owners, owner, onChange }: OwnerFieldProps): ReactNode {
  if (owners.length < 2) return null;
  const choices = { user: words.user, workspace: words.everyone };
  return <ChoiceField id={id} label={words.label} choices={owners} words={choices} value={owner} onChange={onChange} />;
}

interface OwnerFilterProps {
  readonly words: OwnerWords;
  readonly owners: OwnerChoices;
  /** Null shows all. */
  readonly owner: OwnerChoice | null;
  /** Whether the list was read and has no records. */
  readonly isEmpty: boolean;
  /** Without a callback, nothing is rendered. */
  readonly onChange: ((owner: OwnerChoice | null) => void) | undefined;
}

/** Chooses whose records a list shows. Renders nothing if there is no choice, or if there are no records at all. */
export function OwnerFilter({ words, owners, owner, isEmpty, onChange }: OwnerFilterProps): ReactNode {
  const field = useRef<HTMLSelectElement>(null);
  const choose = (choice: string) => onChange?.(choice === "" ? null : (choice as OwnerChoice));
  useEarlyText(field, owner ?? "", choose);
  if (owners.length < 2 || !onChange || (isEmpty && owner === null)) return null;
  return (
    <label className="sv-owner-filter">
      <span className="sv-part">{words.filter}</span>
      <select ref={field} className="sv-input" value={owner ?? ""} onChange={({ target }) => choose(target.value)}>
        <option className="sv-part" value="">
          {words.all}
        </option>
        {owners.map((one) => (
          <option key={one} className="sv-part" value={one}>
            {words[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
