import { forwardRef, useEffect } from "react";
import type { Integrations } from "../../hooks/use-integrations.js";
import { useIntegrationStrings } from "../../hooks/use-integration-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import { visibleText } from "../../foundation/visible-text.js";
import { useSpokenWrites } from "../use-spoken-writes.js";
import { joinClasses } from "../class-names.js";
import { RecordSection, type RecordListRootProps } from "../record-section.js";
import { IntegrationRow } from "./integration-row.js";

type Listed = Pick<Integrations, "integrations"> &
  Partial<Pick<Integrations, "isLoading" | "error" | "pending" | "refused">>;

/** Props of `IntegrationListView`. */
export interface IntegrationListViewProps extends RecordListRootProps, Listed {
  /** Actions without a callback are not shown. */
  readonly onAdd?: (() => void) | undefined;
  /** Loads the consequences of removing an integration. @default not offered */
  readonly onPreviewRemoval?: Integrations["previewRemoval"] | undefined;
  /** Removes an integration. @default not offered */
  readonly onRemove?: Integrations["remove"] | undefined;
  /** Adds a key to an integration that needs one. @default not offered */
  readonly onAddKey?: ((integration: Integrations["integrations"][number]) => void) | undefined;
  /** Whether users can add a key to an integration that was added by its address. @default false */
  readonly anySource?: boolean | undefined;
  /** Reloads the list. */
  readonly onRetry?: (() => void) | undefined;
  /** The name of the integration that was just added, for screen readers. @default none */
  readonly added?: string | null | undefined;
  /** The name of the integration that just got a key, for screen readers. @default none */
  readonly keyAdded?: string | null | undefined;
  /** Why an integration was not added whose dialog was closed meanwhile. @default null */
  readonly notAdded?: Error | null | undefined;
  /** Dismisses the message about a failed removal or installation. */
  readonly onDismiss?: (() => void) | undefined;
}

/** A list of integrations: the systems that the agent can use, and which tools need approval. */
export const IntegrationListView = forwardRef<HTMLElement, IntegrationListViewProps>(
  function IntegrationListView(props, ref) {
    const { integrations, isLoading, error, pending, refused, added, keyAdded, notAdded, className, ...rest } = props;
    const { onAdd, onPreviewRemoval, onRemove, onAddKey, anySource = false, onRetry, onDismiss, ...dom } = rest;
    const strings = useIntegrationStrings();
    const errorText = useErrorText();
    const [spoken, say] = useSpokenWrites({
      pending,
      refused,
      done: (_, target) => {
        const removed = integrations.find(({ id }) => id === target);
        return removed ? strings.removedSpoken(visibleText(removed.displayName)) : "";
      },
    });
    const done = added
      ? strings.addedSpoken(visibleText(added))
      : keyAdded
        ? strings.keySpoken(visibleText(keyAdded))
        : "";
    useEffect(() => {
      if (done !== "") say(done);
    }, [done, say]);
    return (
      <RecordSection
        {...dom}
        words={strings}
        icon="layers"
        isLoading={isLoading}
        isEmpty={integrations.length === 0}
        hasRecords={integrations.length > 0}
        error={error}
        spoken={spoken}
        refusal={
          refused
            ? strings.removeFailed(errorText(refused.error))
            : notAdded && strings.dialog.installFailed(errorText(notAdded))
        }
        onRetry={onRetry}
        onDismiss={onDismiss}
        head={
          onAdd && (
            <button type="button" className="sv-button sv-integrations-add" data-variant="primary" onClick={onAdd}>
              {strings.add}
            </button>
          )
        }
        ref={ref}
        className={joinClasses("sv-integrations", className)}
      >
        {integrations.length > 0 && (
          <ul className="sv-record-rows">
            {integrations.map((integration) => (
              <IntegrationRow
                key={integration.id}
                integration={integration}
                isPending={pending?.has(integration.id) === true}
                onPreviewRemoval={onPreviewRemoval}
                onRemove={onRemove}
                onAddKey={onAddKey && canReadAgain(integration, anySource) ? () => onAddKey(integration) : undefined}
              />
            ))}
          </ul>
        )}
      </RecordSection>
    );
  },
);

function canReadAgain({ source }: Integrations["integrations"][number], anySource: boolean): boolean {
  return source.definitionId !== undefined || (anySource && source.url !== undefined);
}
