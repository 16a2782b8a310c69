import { useState, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { Integrations } from "../../hooks/use-integrations.js";
import { useIntegrationStrings } from "../../hooks/use-integration-strings.js";
import type { UninstallPreview } from "../../wire/protocol/integrations.js";
import { ConfirmQuestion } from "../confirm-question.js";
import { RecordHeading } from "../record-heading.js";
import { countTools } from "./tool-groups.js";

interface IntegrationRowProps {
  readonly integration: Integrations["integrations"][number];
  readonly isPending: boolean;
  readonly onPreviewRemoval: Integrations["previewRemoval"] | undefined;
  readonly onRemove: Integrations["remove"] | undefined;
}

/** One integration: its target, the agent's tools, and its removal, which first lists the consequences. */
export function IntegrationRow({ integration, isPending, onPreviewRemoval, onRemove }: IntegrationRowProps): ReactNode {
  const { id, displayName, baseUrl, status, endUser, tools } = integration;
  const strings = useIntegrationStrings();
  const [removal, setRemoval] = useState<UninstallPreview | null>(null);
  // The button returns with the question's focus.
  const [wasAsked, setWasAsked] = useState(false);
  const leave = () => {
    setRemoval(null);
    setWasAsked(true);
  };
  const name = visibleText(displayName);
  const ask = () => {
    // Without a response, the consequences are those in the row.
    const known = { ...integration, deletesCredential: integration.hasCredential };
    void (onPreviewRemoval?.(id) ?? Promise.resolve(known)).then(setRemoval, () => setRemoval(known));
  };
  return (
    <li className="sv-record sv-integration" data-status={status}>
      <div className="sv-record-head">
        <RecordHeading dir="auto">{name}</RecordHeading>
        {endUser === null && <span className="sv-record-badge">{strings.shared}</span>}
        {status === "needs_credentials" && (
          <span className="sv-record-badge" data-tone="warn">
            {strings.needsKey}
          </span>
        )}
      </div>
      <p className="sv-record-fact">{URL.canParse(baseUrl) ? new URL(baseUrl).host : visibleText(baseUrl)}</p>
      <p className="sv-record-fact">{strings.summary(...countTools(tools))}</p>
      {onRemove && removal === null && (
        <p className="sv-record-buttons">
          <button
            type="button"
            className="sv-button"
            data-tone="danger"
            aria-label={`${strings.remove}: ${name}`}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the focus was in the question
            autoFocus={wasAsked}
            aria-disabled={isPending || undefined}
            onClick={isPending ? undefined : ask}
          >
            {strings.remove}
          </button>
        </p>
      )}
      {onRemove && removal !== null && (
        <ConfirmQuestion
          question={strings.removeQuestion(name)}
          confirm={strings.removeConfirm}
          keep={strings.keep}
          // The list shows failures.
          onConfirm={() => void onRemove(id, removal.instanceVersion).catch(() => undefined)}
          onLeave={leave}
        >
          <p className="sv-record-fact">{strings.removeText(removal.tools.length, removal.deletesCredential)}</p>
        </ConfirmQuestion>
      )}
    </li>
  );
}
