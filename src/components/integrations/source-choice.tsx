import { useId, useState, type FormEvent, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useIntegrationStrings } from "../../hooks/use-integration-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
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

/** The host's offers, and an address where any source may be added. */
export function SourceChoice(props: SourceChoiceProps): ReactNode {
  const { definitions, anySource, isChecking, error, onCheck, onClose } = props;
  const strings = useIntegrationStrings().dialog;
  const errorText = useErrorText();
  const [address, setAddress] = useState("");
  const [credential, setCredential] = useState<IntegrationCredential | null>(null);
  const id = useId();
  const wantsKey = (error as { code?: string } | undefined)?.code === "integration_auth_needed";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChecking || address.trim() === "") return;
    onCheck({ kind: "auto", url: address.trim() }, credential ?? undefined);
  };
  return (
    <form className="sv-integration-body" onSubmit={submit} aria-busy={isChecking || undefined}>
      {error && (
        <p className="sv-integration-alert" role="alert">
          {strings.checkFailed(errorText(error))}
        </p>
      )}
      {definitions.length > 0 && (
        <ul className="sv-record-rows sv-integration-offers" aria-label={strings.offered}>
          {definitions.map((definition) => (
            <li key={definition.id} className="sv-part">
              <button
                type="button"
                className="sv-integration-offer"
                aria-disabled={isChecking || undefined}
                onClick={isChecking ? undefined : () => onCheck({ kind: "definition", definitionId: definition.id })}
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
      )}
      {definitions.length === 0 && !anySource && <p className="sv-part">{strings.nothingOffered}</p>}
      {anySource && (
        <div className="sv-integration-field">
          <label className="sv-label" htmlFor={id}>
            {strings.address}
          </label>
          <input
            id={id}
            type="url"
            dir="ltr"
            className="sv-input"
            placeholder="https://"
            aria-describedby={`${id}help`}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
          <p id={`${id}help`} className="sv-help">
            {strings.addressHelp}
          </p>
        </div>
      )}
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
        {anySource && (
          <button type="submit" className="sv-button" data-variant="primary" aria-disabled={isChecking || undefined}>
            {isChecking ? strings.checking : strings.check}
          </button>
        )}
        <button type="button" className="sv-button" onClick={onClose}>
          {strings.cancel}
        </button>
        {isChecking && <output className="sv-visually-hidden">{strings.checking}</output>}
      </p>
    </form>
  );
}
