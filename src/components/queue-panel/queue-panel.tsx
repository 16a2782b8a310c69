import { forwardRef } from "react";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { useQueue } from "../../hooks/use-queue.js";
import type { RootProps } from "../root.js";
import { QueuePanelView, type QueuePanelViewProps } from "./queue-panel-view.js";

interface OwnSession extends RootProps, Pick<QueuePanelViewProps, "isFolded"> {
  /**
   * The id of the session whose queue the panel loads and changes; null or undefined while it is not known yet.
   */
  readonly sessionId: string | null | undefined;
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Called when a prompt was put into the composer to be edited: move the focus there. */
  readonly onEdited?: (() => void) | undefined;
  /** Called when the last message leaves the queue while it has the focus: move the focus elsewhere. */
  readonly onEmptied?: (() => void) | undefined;
}

/** Props of `QueuePanel`. */
export type QueuePanelProps = OwnSession | (QueuePanelViewProps & { readonly sessionId?: undefined });

/**
 * The messages queued behind the running turn: of the session with `sessionId`, anywhere under the provider, or those
 * in `queue`. Renders nothing while the queue is empty.
 */
export const QueuePanel = forwardRef<HTMLElement, QueuePanelProps>(function QueuePanel(props, ref) {
  return "queue" in props && props.queue ? (
    <QueuePanelView {...props} ref={ref} />
  ) : (
    <SessionQueuePanel {...(props as OwnSession)} ref={ref} />
  );
});

/** `QueuePanel` of a session. Its props have a table in the documentation, which a union has not. */
export const SessionQueuePanel = forwardRef<HTMLElement, OwnSession>(function SessionQueuePanel(
  { sessionId, workspaceId, onEdited, onEmptied, ...dom },
  ref,
) {
  const { queue, isPaused, move, edit, sendNow, remove, pendingByTurn, refusals, clearRefused } = useQueue(sessionId, {
    workspaceId,
  });
  return (
    <QueuePanelView
      key={`${useIdentityKey()} ${sessionId}`}
      {...dom}
      ref={ref}
      queue={queue}
      onMove={move}
      onEdit={(turnId, options) => edit(turnId, options).then(() => onEdited?.())}
      onSendNow={isPaused ? undefined : sendNow}
      onRemove={remove}
      pendingByTurn={pendingByTurn}
      refused={refusals}
      onDismiss={clearRefused}
      onEmptied={onEmptied}
    />
  );
});
