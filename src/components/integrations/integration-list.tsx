import { forwardRef, useState } from "react";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { useIntegrations } from "../../hooks/use-integrations.js";
import type { RecordListRootProps } from "../record-section.js";
import { InstallDialog } from "./install-dialog.js";
import { IntegrationListView } from "./integration-list-view.js";

/** Props of `IntegrationList`. */
export interface IntegrationListProps extends RecordListRootProps {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Whose new integrations are; `workspace` needs an admin. @default "user" */
  readonly owner?: "user" | "workspace" | undefined;
  /**
   * Whether an address may be entered besides the host's offers: with the proxy's `integrations: "all"`. @default
   * false
   */
  readonly anySource?: boolean | undefined;
  /** Shows integrations without buttons. @default false */
  readonly readOnly?: boolean | undefined;
}

/** The integrations of the signed-in person, with a dialog to add one, anywhere under the provider. */
export const IntegrationList = forwardRef<HTMLElement, IntegrationListProps>(function IntegrationList(props, ref) {
  // Text in the dialog belongs to the person.
  return <OwnIntegrationList key={useIdentityKey()} {...props} ref={ref} />;
});

const OwnIntegrationList = forwardRef<HTMLElement, IntegrationListProps>(function OwnIntegrationList(
  { workspaceId, owner, anySource = false, readOnly = false, ...dom },
  ref,
) {
  const [isAdding, setIsAdding] = useState(false);
  /** The one that was added last. */
  const [added, setAdded] = useState<string | null>(null);
  const all = useIntegrations({ workspaceId });
  const { integrations, definitions, isLoading, error, pending, refused } = all;
  const begin = () => {
    setAdded(null);
    setIsAdding(true);
  };
  const remove: typeof all.remove = (...of) => {
    setAdded(null);
    return all.remove(...of);
  };
  return (
    <>
      <IntegrationListView
        {...dom}
        {...{ integrations, isLoading, error, pending, refused, added }}
        ref={ref}
        onAdd={readOnly ? undefined : begin}
        onPreviewRemoval={all.previewRemoval}
        onRemove={readOnly ? undefined : remove}
        onRetry={all.refresh}
        onDismiss={all.clearRefused}
      />
      {isAdding && (
        <InstallDialog
          {...{ definitions, anySource, owner }}
          preview={all.preview}
          install={all.install}
          onClose={() => setIsAdding(false)}
          onAdded={setAdded}
        />
      )}
    </>
  );
});
