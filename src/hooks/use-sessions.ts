import { useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand/react";
import type { SessionPage } from "../wire/protocol/session-lists.js";
import type { SessionOrder } from "../wire/protocol/session-bodies.js";
import type { Session, SessionStatus } from "../wire/protocol/session.js";
import { listSessionPage } from "../api/routes/sessions.js";
import { createSessionListActions, type SessionListAction, type SessionListActions } from "../session/session-list.js";
import { canEnd } from "../session/attention.js";
import { sessionRows, type OpenSession, type SessionRow } from "../session/session-rows.js";
import type { RefusedWrite } from "../session/tracked-writes.js";
import { forgetAttention } from "./attention-source.js";
import type { OpenSessions } from "./open-sessions.js";
import { browserWake } from "./browser-wake.js";
import { isAwaited, useServiceContext, type ServiceContextValue } from "./service-context.js";
import {
  listWritten,
  sessionListKey,
  shareListReads,
  type ListPlace,
  type SessionPages,
} from "./session-list-cache.js";
import { firstPlace, placeAfter, readPage } from "./session-list-pages.js";
import { shareQueryClient } from "./session-record.js";
import { shareClient } from "./session-source.js";
import { shareOpenSessions } from "./shared-controller.js";
import { forgetTyped } from "./use-draft.js";
import { forgetFiles } from "./use-attachments.js";
import { useLatest } from "./use-latest.js";
import { usePaging, useObservedPages } from "./use-observed-pages.js";
import { givenOptions } from "./given-options.js";

/** Options of `useSessions`. */
export interface UseSessionsOptions {
  /** Part of a title or a first message. @default none */
  readonly search?: string | undefined;
  /** Shows only archived sessions. @default false */
  readonly archived?: boolean | undefined;
  /** Only sessions of these statuses. @default all */
  readonly status?: SessionStatus | undefined;
  /** By their last change or by their creation, newest first. @default "updated" */
  readonly order?: SessionOrder | undefined;
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Sessions a page. @default 30 */
  readonly limit?: number | undefined;
  /** How often its first three pages are read again while the page is visible (ms). @default 30_000; `Infinity` is never */
  readonly refreshMs?: number | undefined;
  /** When false, nothing is listed; the verbs work all the same. @default true */
  readonly enabled?: boolean | undefined;
}

/** Result of `useSessions`. */
export interface Sessions extends Omit<SessionListActions, "writes"> {
  /** The one that changed last first. Sessions that are open on the page have their live state. */
  readonly sessions: readonly SessionRow[];
  /** True until the first page was read. */
  readonly isLoading: boolean;
  /** The list belongs to an earlier search, while the current one is being read. */
  readonly isRefreshing: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly refresh: () => void;
  readonly error: Error | null;
  /** Pending writes, by session. */
  readonly pending: ReadonlyMap<string, SessionListAction>;
  readonly refused: RefusedWrite<SessionListAction> | null;
  readonly clearRefused: () => void;
}

/**
 * The sessions that the signed-in person may open. Read again when the page becomes visible, after this person's own
 * writes, and periodically while it is visible: a session that is not open on the page may begin to wait for them.
 * Another `search` is read at once: debounce the text of a field.
 *
 * @example
 * const { sessions, loadMore } = useSessions({ search });
 */
export function useSessions(options: UseSessionsOptions = {}): Sessions {
  const { search, archived, status, order, workspaceId, limit, enabled, refreshMs } = withDefaults(
    givenOptions(options),
  );
  const context = useServiceContext();
  const queries = shareQueryClient(context);
  const isEnabled = enabled && context.scope.identity !== null;
  const actions = shareListActions(context, workspaceId);
  const queryKey = [...sessionListKey(context, workspaceId), search.trim(), archived, status ?? null, limit, order];
  const query = useObservedPages<SessionPage, ListPlace>(queries, {
    queryKey,
    queryFn: ({ pageParam: place, signal }) => {
      const asked = { search: search.trim() || undefined, archivedOnly: archived || undefined, status, order };
      const known = queries.getQueryData<SessionPages>(queryKey);
      return readPage(known, place, order, ({ cursor }) =>
        listSessionPage(shareClient(context), { ...asked, workspaceId, cursor, limit }, { signal }),
      );
    },
    initialPageParam: firstPlace,
    getNextPageParam: placeAfter,
    onAsk: shareListReads(context),
    placeholderData: (previous: SessionPages | undefined) => previous,
    enabled: isEnabled,
    refetchInterval: refreshMs,
  });
  const opened = shareOpenSessions(context);
  const open = useStore(opened.newest);
  const { pending, refused } = useStore(actions.writes.store);
  const pages = isEnabled ? query.data?.pages : undefined;
  const sessions = useMemo(
    () =>
      sessionRows(
        (pages ?? []).map((page) => [...page.pinned, ...page.sessions]),
        { open, pending, archived },
      ),
    [pages, open, pending, archived],
  );
  const { refresh } = actions;
  const newest = useLatest(sessions.find(({ isPinned }) => !isPinned)?.sessionId);
  useEffect(() => {
    if (!isEnabled) return;
    const stopWaking = browserWake(refresh);
    // A closed session is no longer live: the list has only its last read. A turn moves its session to the top.
    const stopWatching = opened.store.subscribe((now, before) => {
      if (now.size < before.size || turned(now, before).some((id) => id !== newest.current)) refresh();
    });
    return () => {
      stopWaking();
      stopWatching();
    };
  }, [isEnabled, refresh, opened, newest]);
  useUnlisted(opened, pages && sessions, refresh);
  const paging = usePaging(query, isEnabled);
  return {
    sessions,
    isLoading: query.isLoading || isAwaited(context, enabled),
    isRefreshing: isEnabled && query.isPlaceholderData,
    ...paging,
    error: isEnabled ? query.error : null,
    refresh,
    rename: actions.rename,
    archive: actions.archive,
    remove: actions.remove,
    pending,
    refused,
    clearRefused: actions.writes.clear,
  };
}

type Open = ReadonlyMap<string, { readonly status: SessionStatus }>;

/** Open sessions whose turn begins, waits or ends. */
function turned(now: Open, before: Open): readonly string[] {
  return [...before].flatMap(([id, { status }]) => (status === (now.get(id)?.status ?? status) ? [] : id));
}

/** Reads the list again when a session opens that it lacks: a chat's first message creates one without this list. */
function useUnlisted(opened: OpenSessions, rows: readonly SessionRow[] | undefined, refresh: () => void): void {
  const open = useStore(opened.store);
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = rows ? new Set(open.keys()) : null;
    if (!rows) return;
    const listed = new Set(rows.map(({ sessionId }) => sessionId));
    // At first only a session at work is missed: one at rest may be on a page that is not loaded.
    const isNew = ({ sessionId, status }: OpenSession) => (before ? !before.has(sessionId) : canEnd(status));
    if ([...open.values()].some((session) => !listed.has(session.sessionId) && isNew(session))) refresh();
  }, [open, rows, refresh]);
}

function withDefaults({
  search = "",
  archived = false,
  order = "updated",
  limit = 30,
  enabled = true,
  refreshMs = 30_000,
  ...others
}: UseSessionsOptions) {
  return { search, archived, order, limit, enabled, refreshMs, status: others.status, workspaceId: others.workspaceId };
}

function shareListActions(
  context: ServiceContextValue,
  workspaceId: string | undefined,
): SessionListActions & { readonly refresh: () => void } {
  const queryKey = sessionListKey(context, workspaceId);
  return context.scope.share(JSON.stringify(["session-list", ...queryKey]), () => {
    const queries = shareQueryClient(context);
    const refresh = () => void queries.invalidateQueries({ queryKey });
    const onWritten = (sessionId: string, session: Session | null) => {
      listWritten(context, workspaceId, sessionId, session);
      if (session === null || session.archived === true) forgetAttention(context, sessionId);
      if (session) return;
      forgetTyped(context, sessionId);
      forgetFiles(context, sessionId);
    };
    const actions = createSessionListActions({ client: shareClient(context), workspaceId, refresh, onWritten });
    return { ...actions, refresh, dispose() {} };
  });
}
