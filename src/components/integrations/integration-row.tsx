import { useState, type ReactNode, type RefObject } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { Integrations } from "../../hooks/use-integrations.js";
import { useIntegrationStrings } from "../../hooks/use-integration-strings.js";
import type { UninstallPreview } from "../../wire/protocol/integrations.js";
import { ConfirmQuestion } from "../confirm-question.js";
import { RecordHeading } from "../record-heading.js";
import { RecordHead, RecordMenu } from "../record-menu.js";
import { useAsking } from "../use-asking.js";
import { countTools } from "./tool-groups.js";

interface IntegrationRowProps {
  readonly integration: Integrations["integrations"][number];
  readonly isPending: boolean;
  readonly onPreviewRemoval: Integrations["previewRemoval"] | undefined;
  readonly onRemove: Integrations["remove"] | undefined;
  readonly onAddKey: (() => void) | undefined;
}

/** One integration: its target, the agent's tools, and its removal, which first lists the consequences. */
export function IntegrationRow(props: IntegrationRowProps): ReactNode {
  const { integration, isPending, onPreviewRemoval, onRemove, onAddKey } = props;
  const { id, displayName, baseUrl, status, endUser, tools } = integration;
  const strings = useIntegrationStrings();
  const { isAsking, ask: show, leave, button } = useAsking();
  const [removal, setRemoval] = useState<UninstallPreview | null>(null);
  const name = visibleText(displayName);
  const needsKey = status === "needs_credentials";
  const ask = () => {
    // Without a response, the consequences are those in the row.
    const known = { ...integration, deletesCredential: integration.hasCredential };
    const question = (consequences: UninstallPreview) => {
      setRemoval(consequences);
      show();
    };
    void (onPreviewRemoval?.(id) ?? Promise.resolve(known)).then(question, () => question(known));
  };
  return (
    <li className="sv-record sv-integration" data-status={status}>
      <RecordHead menu={!isAsking && onRemove && <RemoveMenu {...{ name, isPending, button }} onRemove={ask} />}>
        <RecordHeading dir="auto">{name}</RecordHeading>
        {endUser === null && <span className="sv-record-badge">{strings.shared}</span>}
        {needsKey && (
          <span className="sv-record-badge" data-tone="warn">
            {strings.needsKey}
          </span>
        )}
      </RecordHead>
      <p className="sv-record-fact">{URL.canParse(baseUrl) ? new URL(baseUrl).host : visibleText(baseUrl)}</p>
      <p className="sv-record-fact">{strings.summary(...countTools(tools))}</p>
      {isAsking && onRemove && removal !== null ? (
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
      ) : (
        needsKey && onAddKey && <AddKey {...{ name, isPending, onAddKey }} />
      )}
    </li>
  );
}

interface RemoveMenuProps extends Pick<IntegrationRowProps, "isPending"> {
  readonly name: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onRemove: () => void;
}

function RemoveMenu({ name, isPending, button, onRemove }: RemoveMenuProps): ReactNode {
  const strings = useIntegrationStrings();
  return (
    <RecordMenu
      button={button}
      label={strings.actionsOf(name)}
      title={strings.actions}
      actions={[{ label: strings.remove, icon: "trash", tone: "danger", onPress: onRemove }]}
      isBusy={isPending}
    />
  );
}

interface AddKeyProps extends Pick<IntegrationRowProps, "isPending" | "onAddKey"> {
  readonly name: string;
}

function AddKey({ name, isPending, onAddKey }: AddKeyProps): ReactNode {
  const strings = useIntegrationStrings();
  return (
    <p className="sv-record-buttons">
      <button
        type="button"
        className="sv-button"
        data-variant="primary"
        aria-label={strings.addKeyTo(name)}
        aria-disabled={isPending || undefined}
        onClick={isPending ? undefined : onAddKey}
      >
        {strings.addKey}
      </button>
    </p>
  );
}
