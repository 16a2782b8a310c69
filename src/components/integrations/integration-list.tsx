import { forwardRef, useState } from "react";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { useIntegrations, type Integrations } from "../../hooks/use-integrations.js";
import type { RecordListRootProps } from "../record-section.js";
import { InstallDialog } from "./install-dialog.js";
import { IntegrationListView, type IntegrationListViewProps } from "./integration-list-view.js";

/** Props of `IntegrationList`. */
export interface IntegrationListProps extends RecordListRootProps {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Whose new integrations are; `workspace` needs an admin. @default "user" */
  readonly owner?: "user" | "workspace" | undefined;
  /**
   * Whether users can enter an address, in addition to the offered integrations. Needs `integrations: "all"` in the
   * session proxy.
   * @default false
   */
  readonly anySource?: boolean | undefined;
  /** Shows integrations without buttons. @default false */
  readonly readOnly?: boolean | undefined;
}

interface Adding {
  readonly keyOf?: Integrations["integrations"][number];
}

type Done = Pick<IntegrationListViewProps, "added" | "keyAdded" | "notAdded">;

/** The integrations of the signed-in user, with a dialog that adds one. Works anywhere under the provider. */
export const IntegrationList = forwardRef<HTMLElement, IntegrationListProps>(function IntegrationList(props, ref) {
  // Text in the dialog belongs to the person.
  return <OwnIntegrationList key={useIdentityKey()} {...props} ref={ref} />;
});

const OwnIntegrationList = forwardRef<HTMLElement, IntegrationListProps>(function OwnIntegrationList(
  { workspaceId, owner, anySource = false, readOnly = false, ...dom },
  ref,
) {
  /** Whether the dialog is open, and for which integration it adds a key. */
  const [adding, setAdding] = useState<Adding | null>(null);
  /** The last change that the dialog made, or failed to make after it was closed. */
  const [done, setDone] = useState<Done>({});
  const all = useIntegrations({ workspaceId });
  const { integrations, definitions, isLoading, error, pending, refused } = all;
  const begin = (next: Adding) => {
    setDone({});
    setAdding(next);
  };
  const remove: typeof all.remove = (...of) => {
    setDone({});
    return all.remove(...of);
  };
  return (
    <>
      <IntegrationListView
        {...dom}
        {...{ integrations, isLoading, error, pending, refused, anySource }}
        {...done}
        ref={ref}
        onAdd={readOnly ? undefined : () => begin({})}
        onAddKey={readOnly ? undefined : (keyOf) => begin({ keyOf })}
        onPreviewRemoval={all.previewRemoval}
        onRemove={readOnly ? undefined : remove}
        onRetry={all.refresh}
        onDismiss={() => {
          setDone({});
          all.clearRefused();
        }}
      />
      {adding && (
        <InstallDialog
          {...{ definitions, anySource, owner }}
          keyOf={adding.keyOf}
          preview={all.preview}
          install={all.install}
          onClose={() => setAdding(null)}
          onAdded={(name) => setDone(adding.keyOf ? { keyAdded: name } : { added: name })}
          onNotAdded={(notAdded) => setDone({ notAdded })}
        />
      )}
    </>
  );
});
