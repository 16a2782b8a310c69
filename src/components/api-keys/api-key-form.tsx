import { useId, useState, type ReactNode } from "react";
import { useApiKeyStrings } from "../../hooks/use-api-key-strings.js";
import type { ApiKeys } from "../../hooks/use-api-keys.js";
import type { CreatedApiKey } from "../../wire/protocol/organization.js";
import { useIsFormBusy } from "../form-busy.js";
import { FormFrame } from "../form-frame.js";
import { TextField } from "../form-inputs.js";
import { useSaving } from "../use-saving.js";

interface ApiKeyFormProps {
  readonly onCreate: ApiKeys["create"];
  /** Called once the key is created, while the form is there. */
  readonly onCreated: (created: CreatedApiKey) => void;
  readonly onCancel: () => void;
}

const kinds = ["read", "full"] as const;

/** Asks for the name of a key and what it may do. Escape cancels, Mod+Enter creates it. */
export function ApiKeyForm({ onCreate, onCreated, onCancel }: ApiKeyFormProps): ReactNode {
  const strings = useApiKeyStrings().form;
  const id = useId();
  const [name, setName] = useState("");
  const [access, setAccess] = useState<(typeof kinds)[number]>("read");
  const saving = useSaving({
    read: () => (name.trim() === "" ? { faults: ["name" as const] } : { name: name.trim(), access }),
    onSave: onCreate,
    onSaved: onCreated,
    refusedField: () => null,
  });
  return (
    <FormFrame
      title={strings.title}
      saving={saving}
      failed={(reason) => strings.failed(reason)}
      unknown={strings.unknown}
      save={strings.create}
      isSavingWord={strings.creating}
      cancel={strings.cancel}
      onCancel={onCancel}
    >
      <TextField
        id={`${id}name`}
        label={strings.name}
        help={strings.nameHelp}
        fault={saving.faults.length > 0 ? strings.nameMissing : null}
        autoComplete="off"
        maxLength={200}
        value={name}
        isFirst
        onChange={setName}
      />
      <fieldset className="sv-form-field" aria-describedby={`${id}limits`}>
        <legend className="sv-label">{strings.access}</legend>
        {kinds.map((kind) => (
          <AccessChoice key={kind} kind={kind} id={id} isChosen={kind === access} onChoose={() => setAccess(kind)} />
        ))}
        <p id={`${id}limits`} className="sv-help">
          {strings.limits}
        </p>
      </fieldset>
    </FormFrame>
  );
}

interface AccessChoiceProps {
  readonly kind: (typeof kinds)[number];
  readonly id: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function AccessChoice({ kind, id, isChosen, onChoose }: AccessChoiceProps): ReactNode {
  const strings = useApiKeyStrings();
  const isBusy = useIsFormBusy();
  return (
    <label className="sv-choice">
      <input
        type="radio"
        className="sv-part"
        name={`${id}access`}
        checked={isChosen}
        aria-disabled={isBusy || undefined}
        aria-labelledby={`${id}${kind}`}
        aria-describedby={`${id}${kind}permits`}
        onChange={onChoose}
      />
      <span className="sv-choice-words">
        <span id={`${id}${kind}`} className="sv-part">
          {strings.access[kind]}
        </span>
        <span id={`${id}${kind}permits`} className="sv-help">
          {strings.form.permits[kind]}
        </span>
      </span>
    </label>
  );
}
