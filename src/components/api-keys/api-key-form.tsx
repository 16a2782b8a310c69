import { useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react";
import { useApiKeyStrings } from "../../hooks/use-api-key-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import type { ApiKeys } from "../../hooks/use-api-keys.js";
import type { CreatedApiKey } from "../../wire/protocol/organization.js";
import { isComposing } from "../chat-composer/send-key.js";
import { FormField } from "../form-field.js";
import { RecordHeading } from "../record-heading.js";

interface ApiKeyFormProps {
  readonly onCreate: ApiKeys["create"];
  readonly onCreated: (created: CreatedApiKey) => void;
  readonly onCancel: () => void;
}

const kinds = ["read", "full"] as const;

/** Asks for the name of a key and what it may do. Escape cancels. */
export function ApiKeyForm({ onCreate, onCreated, onCancel }: ApiKeyFormProps): ReactNode {
  const strings = useApiKeyStrings().form;
  const errorText = useErrorText();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [access, setAccess] = useState<(typeof kinds)[number]>("read");
  const [isSaving, setSaving] = useState(false);
  const [fault, setFault] = useState<"missing" | Error | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    if (name.trim() === "") {
      setFault("missing");
      field.current?.focus();
      return;
    }
    setSaving(true);
    setFault(null);
    const answer = (async () => onCreate({ name: name.trim(), access }))();
    answer.then(onCreated, (error: unknown) => {
      setSaving(false);
      setFault(error as Error);
    });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !isSaving && !isComposing(event.nativeEvent)) onCancel();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key beside its buttons
    <form
      className="sv-record sv-api-key-form"
      noValidate
      aria-labelledby={`${id}title`}
      onSubmit={submit}
      onKeyDown={press}
    >
      <RecordHeading id={`${id}title`}>{strings.title}</RecordHeading>
      <FormField
        id={`${id}name`}
        label={strings.name}
        help={strings.nameHelp}
        fault={fault === "missing" ? strings.nameMissing : null}
      >
        {(control) => (
          <input
            {...control}
            ref={field}
            dir="auto"
            autoComplete="off"
            maxLength={200}
            value={name}
            readOnly={isSaving}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for the form
            autoFocus
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </FormField>
      <fieldset className="sv-form-field" aria-describedby={`${id}limits`}>
        <legend className="sv-label">{strings.access}</legend>
        {kinds.map((kind) => (
          <AccessChoice key={kind} kind={kind} id={id} isChosen={kind === access} onChoose={() => setAccess(kind)} />
        ))}
        <p id={`${id}limits`} className="sv-help">
          {strings.limits}
        </p>
      </fieldset>
      {fault instanceof Error && (
        <p className="sv-fault" role="alert">
          {"outcomeUnknown" in fault && fault.outcomeUnknown === true
            ? strings.unknown
            : strings.failed(errorText(fault))}
        </p>
      )}
      <p className="sv-record-buttons">
        <button type="submit" className="sv-button" data-variant="primary" aria-disabled={isSaving || undefined}>
          {isSaving ? strings.creating : strings.create}
        </button>
        <button
          type="button"
          className="sv-button"
          aria-disabled={isSaving || undefined}
          onClick={isSaving ? undefined : onCancel}
        >
          {strings.cancel}
        </button>
      </p>
    </form>
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
  return (
    <div className="sv-api-key-choice">
      <input
        type="radio"
        id={`${id}${kind}`}
        className="sv-part"
        name={`${id}access`}
        checked={isChosen}
        aria-describedby={`${id}${kind}permits`}
        onChange={onChoose}
      />
      <label className="sv-api-key-choice-name" htmlFor={`${id}${kind}`}>
        {strings.access[kind]}
      </label>
      <p id={`${id}${kind}permits`} className="sv-help">
        {strings.form.permits[kind]}
      </p>
    </div>
  );
}
