import type { ReactNode } from "react";
import type { AutomationSource } from "../../wire/protocol/automations.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { CopyButton } from "../copy-button/copy-button.js";

interface WebhookAddressProps {
  readonly source: AutomationSource;
  /** Null until the page's own address is known. */
  readonly baseUrl: string | null;
  /** Whether its label is shown. @default true */
  readonly isNamed?: boolean | undefined;
  /** The look of its copy button. @default "icon" */
  readonly copy?: "icon" | "text" | undefined;
}

/** Address to which the sender posts its events. */
export function WebhookAddress({ source, baseUrl, isNamed = true, copy }: WebhookAddressProps): ReactNode {
  const strings = useAutomationStrings();
  const address = baseUrl === null ? "" : `${baseUrl.replace(/\/+$/, "")}${source.webhookPath}`;
  return (
    <p className="sv-automation-copied">
      {isNamed && <span className="sv-label">{strings.address}</span>}
      <code className="sv-automation-code" dir="ltr" translate="no">
        {address}
      </code>
      <CopyButton text={address} label={strings.copyAddress} variant={copy} />
    </p>
  );
}
