import { forwardRef } from "react";
import type { Integrations } from "../../hooks/use-integrations.js";
import { useIntegrationStrings } from "../../hooks/use-integration-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { Icon } from "../icons.js";
import { ListNotice } from "../list-notice.js";
import { Root, type RootProps } from "../root.js";
import { useKeptFocus } from "../use-kept-focus.js";
import { IntegrationRow } from "./integration-row.js";

type Listed = Pick<Integrations, "integrations"> &
  Partial<Pick<Integrations, "isLoading" | "error" | "pending" | "refused">>;

/** Props of `IntegrationListView`. */
export interface IntegrationListViewProps extends RootProps, Listed {
  /** Callbacks that are left out are not offered. */
  readonly onAdd?: (() => void) | undefined;
  /** Reads the consequences before an integration is removed. @default not offered */
  readonly onPreviewRemoval?: Integrations["previewRemoval"] | undefined;
  /** Removes an integration. @default not offered */
  readonly onRemove?: Integrations["remove"] | undefined;
  /** Reads the list again. */
  readonly onRetry?: (() => void) | undefined;
  /** Dismisses the message about a failed removal. */
  readonly onDismiss?: (() => void) | undefined;
}

/** Integrations: which systems the agent may use, and how far without asking. */
export const IntegrationListView = forwardRef<HTMLElement, IntegrationListViewProps>(
  function IntegrationListView(props, ref) {
    const { integrations, isLoading = false, error, pending, refused, className, ...rest } = props;
    const { onAdd, onPreviewRemoval, onRemove, onRetry, onDismiss, ...dom } = rest;
    const strings = useIntegrationStrings();
    const errorText = useErrorText();
    const section = useKeptFocus(ref);
    const isEmpty = !isLoading && !error && integrations.length === 0;
    return (
      <Root
        aria-label={strings.label}
        {...dom}
        as="section"
        ref={section}
        className={joinClasses("sv-integrations", className)}
        aria-busy={isLoading || undefined}
      >
        {error && <ListNotice text={strings.loadFailed(errorText(error))} action={strings.retry} onPress={onRetry} />}
        {refused && (
          <ListNotice
            text={strings.removeFailed(errorText(refused.error))}
            action={strings.dismiss}
            onPress={onDismiss}
          />
        )}
        {onAdd && (
          <button type="button" className="sv-button sv-integrations-add" data-variant="primary" onClick={onAdd}>
            {strings.add}
          </button>
        )}
        {isLoading && (
          <div className="sv-integrations-loading">
            <p className="sv-visually-hidden">{strings.loading}</p>
            <span className="sv-shape" />
            <span className="sv-shape" />
          </div>
        )}
        {isEmpty && (
          <div className="sv-integrations-none">
            <Icon name="layers" />
            <p className="sv-integration-name">{strings.emptyTitle}</p>
            <p className="sv-part">{strings.emptyText}</p>
          </div>
        )}
        {integrations.length > 0 && (
          <ul className="sv-integration-rows">
            {integrations.map((integration) => (
              <IntegrationRow
                key={integration.id}
                integration={integration}
                isPending={pending?.has(integration.id) === true}
                onPreviewRemoval={onPreviewRemoval}
                onRemove={onRemove}
              />
            ))}
          </ul>
        )}
      </Root>
    );
  },
);
