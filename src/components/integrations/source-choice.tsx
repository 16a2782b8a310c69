import { useState, type FormEvent, type ReactNode } from "react";
import { Form } from "../form.js";
import { visibleText } from "../../foundation/visible-text.js";
import { useIntegrationStrings } from "../../hooks/use-integration-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import { Icon } from "../icons.js";
import { NoRecords } from "../record-section.js";
import { AddressField, useAddress } from "./address-field.js";
import { DialogFoot } from "./dialog-foot.js";
import type { InstallDialogViewProps } from "./install-step.js";
import { isAuthNeeded, RequestedSignIn } from "./requested-sign-in.js";
import type { IntegrationCredential } from "../../wire/protocol/integrations.js";

interface SourceChoiceProps extends Pick<InstallDialogViewProps, "definitions" | "onCheck" | "onClose"> {
  readonly anySource: boolean;
  readonly isChecking: boolean;
  readonly error: Error | undefined;
}

/** The source that the person chooses or enters, and its key. */
function useSource({ definitions, isChecking, error, onCheck }: SourceChoiceProps) {
  const [credential, setCredential] = useState<IntegrationCredential | null>(null);
  // The last checked source, as a refusal of the address is shown at its field.
  const [isTyped, setTyped] = useState(definitions.length === 0);
  /** The offer of the last check. */
  const [chosen, setChosen] = useState<string | null>(null);
  const address = useAddress(isTyped ? error : undefined);
  const isOfferWithKey = chosen !== null && !isTyped && isAuthNeeded(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChecking) return;
    if (isOfferWithKey) return onCheck({ kind: "definition", definitionId: chosen }, credential ?? undefined);
    setTyped(true);
    const url = address.read();
    if (url !== undefined) onCheck({ kind: "auto", url }, credential ?? undefined);
  };
  const choose = (definitionId: string) => {
    if (isChecking) return;
    setTyped(false);
    setChosen(definitionId);
    // A key belongs to one source.
    setCredential(null);
    address.clearFault();
    onCheck({ kind: "definition", definitionId });
  };
  const enter = (next: string) => {
    if (chosen !== null) setCredential(null);
    setChosen(null);
    address.onChange(next);
  };
  return {
    credential,
    setCredential,
    isTyped,
    isOfferWithKey,
    address: { ...address, onChange: enter },
    submit,
    choose,
  };
}

/** The host's offers, and an address where any source may be added. */
export function SourceChoice(props: SourceChoiceProps): ReactNode {
  const { definitions, anySource, isChecking, error, onClose } = props;
  const words = useIntegrationStrings();
  const strings = words.dialog;
  const errorText = useErrorText();
  const isNothing = definitions.length === 0 && !anySource;
  const { credential, setCredential, isTyped, isOfferWithKey, address, submit, choose } = useSource(props);
  const canSubmit = anySource || isOfferWithKey;
  return (
    <Form className="sv-integration-body" noValidate onSubmit={submit} aria-busy={isChecking || undefined}>
      {isNothing ? (
        <NoRecords icon="layers" title={strings.nothingOffered} text={strings.nothingOfferedText} />
      ) : (
        <p className="sv-integration-lead">
          <bdi className="sv-part">{words.emptyText}</bdi>
        </p>
      )}
      {definitions.length > 0 && <Offers {...{ definitions, isChecking }} onChoose={choose} />}
      {anySource && <AddressField {...address} isAlone={definitions.length === 0} />}
      {canSubmit && <RequestedSignIn {...{ error, credential }} onChange={setCredential} disabled={isChecking} />}
      <DialogFoot failure={error && !isTyped ? strings.checkFailed(errorText(error)) : null}>
        <button type="button" className="sv-button" onClick={onClose}>
          {isNothing ? strings.close : strings.cancel}
        </button>
        {canSubmit && <CheckButton isChecking={isChecking} />}
        {isChecking && <output className="sv-visually-hidden">{strings.checking}</output>}
      </DialogFoot>
    </Form>
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
            <Icon name="chevron" />
          </button>
        </li>
      ))}
    </ul>
  );
}
