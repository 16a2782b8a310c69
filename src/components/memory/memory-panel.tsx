import { forwardRef } from "react";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { useMemory } from "../../hooks/use-memory.js";
import type { RootProps } from "../root.js";
import { MemoryPanelView } from "./memory-panel-view.js";

/** Props of `MemoryPanel`. */
export interface MemoryPanelProps extends RootProps {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
}

/**
 * The memories that agents have of the signed-in user, to read and delete. Works anywhere under the provider. Needs
 * `memory: true` in the session proxy.
 */
export const MemoryPanel = forwardRef<HTMLElement, MemoryPanelProps>(function MemoryPanel(props, ref) {
  // A question and its answer belong to the person.
  return <OwnMemory key={useIdentityKey()} {...props} ref={ref} />;
});

const OwnMemory = forwardRef<HTMLElement, MemoryPanelProps>(function OwnMemory({ workspaceId, ...view }, ref) {
  const { memories, isLoading, error, pending, refused, remove, removeAll, refresh, clearRefused } = useMemory({
    workspaceId,
  });
  return (
    <MemoryPanelView
      {...view}
      {...{ memories, isLoading, error, pending, refused }}
      ref={ref}
      onDelete={remove}
      onDeleteAll={removeAll}
      onRetry={refresh}
      onDismiss={clearRefused}
    />
  );
});
