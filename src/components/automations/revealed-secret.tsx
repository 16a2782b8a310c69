import type { ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import type { AutomationMessages } from "../../strings/automation-messages.js";
import type { MadeSource } from "./source-form.js";
import { WebhookAddress } from "./webhook-address.js";
import { SecretRecord } from "../secret-record.js";

interface RevealedSecretProps {
  readonly made: MadeSource;
  readonly webhookBaseUrl: string | null;
  readonly onDone: ((made: MadeSource) => void) | undefined;
}

function stepsOf(
  { source: { adapterId }, isPlaceholder }: MadeSource,
  steps: AutomationMessages["revealed"]["steps"],
): readonly string[] {
  if (adapterId === "github.v1") return [steps.github, steps.githubEvents];
  if (adapterId === "stripe.v1") return isPlaceholder ? [steps.stripe, steps.stripeSecret] : [steps.stripe];
  return [steps.other(adapterId)];
}

/** Instructions for the sender, with the secret. */
export function RevealedSecret({ made, webhookBaseUrl, onDone }: RevealedSecretProps): ReactNode {
  const { source, secret } = made;
  const words = useAutomationStrings().revealed;
  const steps = stepsOf(made, words.steps);
  return (
    <SecretRecord
      title={words.title(visibleText(source.name))}
      words={words}
      secret={secret}
      onDone={onDone && (() => onDone(made))}
    >
      {steps.length === 1 ? (
        <p className="sv-part">{steps[0]}</p>
      ) : (
        <ol className="sv-automation-steps">
          {steps.map((step) => (
            <li key={step} className="sv-part">
              {step}
            </li>
          ))}
        </ol>
      )}
      <WebhookAddress source={source} baseUrl={webhookBaseUrl} copy="text" />
    </SecretRecord>
  );
}
