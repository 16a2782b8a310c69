import { forwardRef, useMemo, useState } from "react";
import { useAttention } from "../../hooks/use-attention.js";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { useSessions } from "../../hooks/use-sessions.js";
import { useSubtaskCount } from "../../hooks/use-subtask-count.js";
import { callHost } from "../../foundation/call-host.js";
import type { RecordListRootProps } from "../record-section.js";
import type { SessionListViewProps } from "./session-list-props.js";
import { SessionListView } from "./session-list-view.js";
import { useMayHaveArchived } from "./use-may-have-archived.js";
import { useSettled } from "./use-settled.js";

/** Props of `SessionList`. */
export interface SessionListProps
  extends
    RecordListRootProps,
    Pick<SessionListViewProps, "selectedId" | "onOpen" | "hrefOf" | "isQuiet" | "isListed" | "onNew"> {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Sessions per page. @default 30 */
  readonly limit?: number | undefined;
  /** Whether users can delete sessions permanently. Needs `deleteSession: true` in the session proxy. @default false */
  readonly deletable?: boolean | undefined;
  /** Called after a session was deleted. Navigate away if the session is open. */
  readonly onDeleted?: ((sessionId: string) => void) | undefined;
}

/** How long (ms) typing must rest before the service is asked. */
const typingPause = 250;

/**
 * The sessions of the signed-in user, anywhere under the provider.
 *
 * @example
 * <SessionList onOpen={(sessionId) => open(`/conversations/${sessionId}`)} />
 */
export const SessionList = forwardRef<HTMLElement, SessionListProps>(function SessionList(props, ref) {
  // The search text belongs to the person.
  return <OwnSessionList key={useIdentityKey()} {...props} ref={ref} />;
});

const OwnSessionList = forwardRef<HTMLElement, SessionListProps>(function OwnSessionList(
  { workspaceId, limit, deletable = false, onDeleted, ...view },
  ref,
) {
  const [search, setSearch] = useState("");
  const [archived, setArchived] = useState(false);
  const asked = useSettled(search, typingPause);
  const list = useSessions({ search: asked, archived, workspaceId, limit });
  const { loadMore, rename, archive, remove, refresh, clearRefused, ...shown } = list;
  const deleteOne = async (sessionId: string) => {
    await remove(sessionId);
    callHost(onDeleted, sessionId);
  };
  const subtasksOf = useSubtaskCount(workspaceId);
  const { entries, unlisted } = useAttention({ sessions: shown.sessions, workspaceId });
  const { pending, isLoading } = shown;
  const isRow = (sessionId: string) => callHost(view.isListed, sessionId) !== false;
  // A search and the archive show what the service finds.
  const isPlain = asked.trim() === "" && !archived && !isLoading;
  const sessions = useMemo(() => {
    if (!isPlain || unlisted.length === 0) return shown.sessions;
    return [...shown.sessions, ...unlisted.filter(({ sessionId }) => pending.get(sessionId) !== "delete")];
  }, [isPlain, shown.sessions, unlisted, pending]);
  const isEmpty =
    isPlain && shown.error === null && !shown.hasMore && !sessions.some(({ sessionId }) => isRow(sessionId));
  const mayHaveArchived = useMayHaveArchived(workspaceId, isLoading ? "loading" : isEmpty ? "none" : "some");
  const attention = useMemo(() => new Map(entries.map(({ sessionId, reason }) => [sessionId, reason])), [entries]);
  return (
    <SessionListView
      {...view}
      ref={ref}
      {...shown}
      sessions={sessions}
      attention={attention}
      search={search}
      onSearch={setSearch}
      archived={archived}
      onArchived={mayHaveArchived ? setArchived : undefined}
      onLoadMore={loadMore}
      onRename={rename}
      onArchive={archive}
      onDelete={deletable ? deleteOne : undefined}
      subtasksOf={subtasksOf}
      onRetry={refresh}
      onDismiss={clearRefused}
    />
  );
});
