import { forwardRef, useMemo, useState } from "react";
import { useAttention } from "../../hooks/use-attention.js";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { useSessions } from "../../hooks/use-sessions.js";
import type { RootProps } from "../root.js";
import type { SessionListViewProps } from "./session-list-props.js";
import { SessionListView } from "./session-list-view.js";
import { useSettled } from "./use-settled.js";

/** Props of `SessionList`. */
export interface SessionListProps
  extends RootProps, Pick<SessionListViewProps, "selectedId" | "onOpen" | "hrefOf" | "onNew"> {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Sessions a page. @default 30 */
  readonly limit?: number | undefined;
}

/** How long (ms) typing must rest before the service is asked. */
const typingPause = 250;

/**
 * The sessions of the signed-in person, anywhere under the provider.
 *
 * @example
 * <SessionList onOpen={(sessionId) => open(`/conversations/${sessionId}`)} />
 */
export const SessionList = forwardRef<HTMLElement, SessionListProps>(function SessionList(props, ref) {
  // The search text belongs to the person.
  return <OwnSessionList key={useIdentityKey()} {...props} ref={ref} />;
});

const OwnSessionList = forwardRef<HTMLElement, SessionListProps>(function OwnSessionList(
  { workspaceId, limit, ...view },
  ref,
) {
  const [search, setSearch] = useState("");
  const [archived, setArchived] = useState(false);
  const asked = useSettled(search, typingPause);
  const list = useSessions({ search: asked, archived, workspaceId, limit });
  const { loadMore, rename, archive, refresh, clearRefused, ...shown } = list;
  const { entries } = useAttention({ sessions: shown.sessions });
  const attention = useMemo(() => new Map(entries.map(({ sessionId, reason }) => [sessionId, reason])), [entries]);
  return (
    <SessionListView
      {...view}
      ref={ref}
      {...shown}
      attention={attention}
      search={search}
      onSearch={setSearch}
      archived={archived}
      onArchived={setArchived}
      onLoadMore={loadMore}
      onRename={rename}
      onArchive={archive}
      onRetry={refresh}
      onDismiss={clearRefused}
    />
  );
});
