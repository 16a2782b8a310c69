import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useIntegrationStrings } from "../../hooks/use-integration-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import { FormField } from "../form-field.js";
import type { InstallDialogViewProps } from "./install-step.js";
import { CredentialFields } from "./credential-fields.js";
import type { IntegrationCredential } from "../../wire/protocol/integrations.js";

interface SourceChoiceProps extends Pick<InstallDialogViewProps, "definitions" | "onCheck" | "onClose"> {
  readonly anySource: boolean;
  readonly isChecking: boolean;
  readonly error: Error | undefined;
}

/** For sources that describe themselves only after a sign-in. */
const tokenAuth = {
  required: true,
  providedByHost: false,
  schemes: [
    { id: "token", kind: "bearer" },
    { id: "password", kind: "basic" },
  ],
} as const;

/** Whether a request can go there; the service says whether it may. */
function isAddress(text: string): boolean {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  return url?.protocol === "https:" || url?.protocol === "http:";
}

/** The host's offers, and an address where any source may be added. */
export function SourceChoice(props: SourceChoiceProps): ReactNode {
  const { definitions, anySource, isChecking, error, onCheck, onClose } = props;
  const strings = useIntegrationStrings().dialog;
  const errorText = useErrorText();
  const [credential, setCredential] = useState<IntegrationCredential | null>(null);
  // What the last check was of, as a refusal of the address stands at its field.
  const [isTyped, setTyped] = useState(definitions.length === 0);
  const address = useAddress(isTyped ? error : undefined);
  const wantsKey = (error as { code?: string } | undefined)?.code === "integration_auth_needed";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChecking) return;
    setTyped(true);
    const url = address.read();
    if (url !== undefined) onCheck({ kind: "auto", url }, credential ?? undefined);
  };
  const choose = (definitionId: string) => {
    if (isChecking) return;
    setTyped(false);
    address.clearFault();
    onCheck({ kind: "definition", definitionId });
  };
  return (
    <form className="sv-integration-body" noValidate onSubmit={submit} aria-busy={isChecking || undefined}>
      {error && !isTyped && (
        <p className="sv-integration-alert" role="alert">
          {strings.checkFailed(errorText(error))}
        </p>
      )}
      {definitions.length > 0 && <Offers {...{ definitions, isChecking }} onChoose={choose} />}
      {definitions.length === 0 && !anySource && <p className="sv-part">{strings.nothingOffered}</p>}
      {anySource && <AddressField {...address} />}
      {anySource && wantsKey && (
        <CredentialFields
          auth={tokenAuth}
          canKeep
          credential={credential}
          onChange={setCredential}
          disabled={isChecking}
        />
      )}
      <p className="sv-record-buttons">
        {anySource && <CheckButton isChecking={isChecking} />}
        <button type="button" className="sv-button" onClick={onClose}>
          {strings.cancel}
        </button>
        {isChecking && <output className="sv-visually-hidden">{strings.checking}</output>}
      </p>
    </form>
  );
}

function CheckButton({ isChecking }: Pick<SourceChoiceProps, "isChecking">): ReactNode {
  const strings = useIntegrationStrings().dialog;
  return (
    <button type="submit" className="sv-button" data-variant="primary" aria-disabled={isChecking || undefined}>
      {isChecking ? strings.checking : strings.check}
    </button>
  );
}

interface OffersProps extends Pick<SourceChoiceProps, "definitions" | "isChecking"> {
  readonly onChoose: (definitionId: string) => void;
}

function Offers({ definitions, isChecking, onChoose }: OffersProps): ReactNode {
  const strings = useIntegrationStrings().dialog;
  return (
    <ul className="sv-record-rows sv-integration-offers" aria-label={strings.offered}>
      {definitions.map((definition) => (
        <li key={definition.id} className="sv-part">
          <button
            type="button"
            className="sv-integration-offer"
            aria-disabled={isChecking || undefined}
            onClick={() => onChoose(definition.id)}
          >
            <span className="sv-integration-offer-name" dir="auto">
              {visibleText(definition.name)}
            </span>
            <span className="sv-part" dir="auto">
              {visibleText(definition.description)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The typed address, and why it cannot be read. */
function useAddress(refusal: Error | undefined) {
  const [value, setValue] = useState("");
  const [hasFault, setFault] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // What the service said of it is read out with its field.
  useEffect(() => {
    if (refusal) field.current?.focus();
  }, [refusal]);
  return {
    value,
    field,
    hasFault,
    refusal,
    clearFault: () => setFault(false),
    onChange: (next: string) => {
      setValue(next);
      setFault(false);
    },
    /** The address; undefined where it is none, which the field then says. */
    read: (): string | undefined => {
      const isFit = isAddress(value);
      setFault(!isFit);
      if (!isFit) field.current?.focus();
      return isFit ? value.trim() : undefined;
    },
  };
}

function AddressField({ value, field, hasFault, refusal, onChange }: ReturnType<typeof useAddress>): ReactNode {
  const strings = useIntegrationStrings().dialog;
  const errorText = useErrorText();
  const refused = refusal ? errorText(refusal) : null;
  return (
    <FormField
      id={useId()}
      label={strings.address}
      help={strings.addressHelp}
      fault={hasFault ? strings.addressFault : refused}
    >
      {(control) => (
        <input
          {...control}
          ref={field}
          type="url"
          dir="ltr"
          placeholder="https://"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  );
}
