import { useState, type FormEvent, type ReactNode } from "react";
import { Form } from "../form.js";
import { useIntegrationStrings } from "../../hooks/use-integration-strings.js";
import { useReasonBesideRetry } from "../../hooks/use-strings.js";
import type { IntegrationCredential } from "../../wire/protocol/integrations.js";
import { DialogFoot } from "./dialog-foot.js";
import type { InstallDialogViewProps } from "./install-step.js";
import { RequestedSignIn } from "./requested-sign-in.js";

interface KeyCheckProps extends Pick<InstallDialogViewProps, "onCheckAgain" | "onClose"> {
  readonly keyOf: NonNullable<InstallDialogViewProps["keyOf"]>;
  readonly isChecking: boolean;
  readonly error: Error | undefined;
}

/** The source of an installed integration while it is read again, or why it could not be. */
export function KeyCheck({ keyOf, isChecking, error, onCheckAgain, onClose }: KeyCheckProps): ReactNode {
  const strings = useIntegrationStrings().dialog;
  const besideRetry = useReasonBesideRetry();
  const [credential, setCredential] = useState<IntegrationCredential | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChecking) onCheckAgain(credential ?? undefined);
  };
  return (
    <Form className="sv-integration-body" noValidate onSubmit={submit} aria-busy={isChecking || undefined}>
      <RequestedSignIn
        {...{ error, credential }}
        auth={keyOf.auth.schemes.length > 0 ? keyOf.auth : undefined}
        onChange={setCredential}
        disabled={isChecking}
      />
      <DialogFoot failure={error ? strings.checkFailed(besideRetry(error)) : null}>
        <button type="button" className="sv-button" onClick={onClose}>
          {strings.cancel}
        </button>
        <button type="submit" className="sv-button" data-variant="primary" aria-disabled={isChecking || undefined}>
          {isChecking ? strings.checking : strings.checkAgain}
        </button>
        {isChecking && <output className="sv-visually-hidden">{strings.checking}</output>}
      </DialogFoot>
    </Form>
  );
}
