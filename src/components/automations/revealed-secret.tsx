import { useEffect, useId, useRef, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import type { AutomationMessages } from "../../strings/automation-messages.js";
import { CopyButton } from "../copy-button/copy-button.js";
import type { MadeSource } from "./source-form.js";
import { WebhookAddress } from "./webhook-address.js";
import { RecordHeading } from "../record-heading.js";

interface RevealedSecretProps {
  readonly made: MadeSource;
  readonly webhookBaseUrl: string | null;
  readonly onDone: (() => void) | undefined;
}

function stepsOf(
  { source: { adapterId }, isPlaceholder }: MadeSource,
  steps: AutomationMessages["revealed"]["steps"],
): readonly string[] {
  if (adapterId === "github.v1") return [steps.github, steps.githubEvents];
  if (adapterId === "stripe.v1") return isPlaceholder ? [steps.stripe, steps.stripeSecret] : [steps.stripe];
  return [steps.other(adapterId)];
}

/** Instructions for the sender, with the secret, which is shown only once. It takes the focus and is read out. */
export function RevealedSecret({ made, webhookBaseUrl, onDone }: RevealedSecretProps): ReactNode {
  const { source, secret } = made;
  const strings = useAutomationStrings();
  const words = strings.revealed;
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), []);
  return (
    <fieldset className="sv-record sv-automation-revealed" aria-labelledby={id}>
      <RecordHeading id={id} ref={heading} tabIndex={-1}>
        {words.title(visibleText(source.name))}
      </RecordHeading>
      <ol className="sv-automation-steps">
        {stepsOf(made, words.steps).map((step) => (
          <li key={step} className="sv-part">
            {step}
          </li>
        ))}
      </ol>
      <WebhookAddress source={source} baseUrl={webhookBaseUrl} copy="text" />
      {secret !== null && (
        <>
          <p className="sv-automation-copied">
            <span className="sv-label">{words.secret}</span>
            <code className="sv-automation-code" dir="ltr">
              {secret}
            </code>
            <CopyButton text={secret} label={words.copySecret} variant="text" />
          </p>
          <p className="sv-record-fact">{words.once}</p>
        </>
      )}
      {onDone && (
        <p className="sv-record-buttons">
          <button type="button" className="sv-button" onClick={onDone}>
            {words.done}
          </button>
        </p>
      )}
    </fieldset>
  );
}
