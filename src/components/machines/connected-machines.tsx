import { forwardRef } from "react";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { useMachines } from "../../hooks/use-machines.js";
import { ConnectedMachinesView } from "./connected-machines-view.js";
import type { RecordListRootProps } from "../record-section.js";

/** Props of `ConnectedMachines`. */
export interface ConnectedMachinesProps extends RecordListRootProps {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /**
   * The command that connects a machine, with the address of your service. Users type it on the machine.
   * @default the catalogue's, without one
   */
  readonly command?: string | undefined;
  /** Shows machines without buttons. @default false */
  readonly readOnly?: boolean | undefined;
}

/**
 * The machines of the signed-in user, and for admins also those of the workspace. Works anywhere under the provider.
 */
export const ConnectedMachines = forwardRef<HTMLElement, ConnectedMachinesProps>(
  function ConnectedMachines(props, ref) {
    // A question that is open belongs to the person.
    return <OwnMachines key={useIdentityKey()} {...props} ref={ref} />;
  },
);

const OwnMachines = forwardRef<HTMLElement, ConnectedMachinesProps>(function OwnMachines(
  { workspaceId, readOnly = false, ...view },
  ref,
) {
  const { machines, approved, isLoading, error, pending, refused, ...verbs } = useMachines({ workspaceId });
  return (
    <ConnectedMachinesView
      {...view}
      {...{ machines, approved, isLoading, error, pending, refused }}
      ref={ref}
      onRevoke={readOnly ? undefined : verbs.revoke}
      onRetry={verbs.refresh}
      onDismiss={verbs.clearRefused}
    />
  );
});
