/** The lists of sessions in the identity's query client: their keys, and sessions that this person changed. */
import type { InfiniteData, Query } from "@tanstack/react-query";
import type { Session } from "../wire/protocol/session.js";
import type { SessionPage } from "../wire/protocol/session-lists.js";
import type { OpenSession } from "../session/session-rows.js";
import type { ServiceContextValue } from "./service-context.js";
import { shareQueryClient } from "./session-record.js";
import { shareOpenSessions } from "./shared-controller.js";

/** Where a page of a list begins. */
export interface ListPlace {
  /** Number of pages before it. */
  readonly index: number;
  /** Undefined for the first page. */
  readonly cursor: string | undefined;
}

/** The loaded pages of one list. */
export type SessionPages = InfiniteData<SessionPage, ListPlace>;

const listName = "sessions";

/** The beginning of the keys of all lists of a workspace. */
export function sessionListKey({ baseUrl }: ServiceContextValue, workspaceId: string | undefined): readonly unknown[] {
  return [listName, baseUrl, workspaceId ?? null];
}

/** Filters of a list, as the rest of its key. */
export type SessionListFilter = readonly [
  search: string,
  archived: boolean,
  status: string | null,
  limit: number,
  order: string,
];

/**
 * Compares closed sessions with reads of the lists. Their last facts are forgotten once each list on the page was
 * requested after they were known, and read. Returns the function to call when a request of a whole list begins.
 */
export function shareListReads(context: ServiceContextValue): (queryKey: readonly unknown[]) => void {
  const { begin } = context.scope.share("list-reads", () => {
    const cache = shareQueryClient(context).getQueryCache();
    const sessions = shareOpenSessions(context);
    /** Facts that were known when a list's last request began, and when its data was requested. */
    const asked = new WeakMap<Query, readonly OpenSession[]>();
    const read = new WeakMap<Query, readonly OpenSession[]>();
    const dispose = cache.subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
      const { query } = event;
      const known = asked.get(query);
      if (known === undefined) return;
      asked.delete(query);
      read.set(query, known);
      const lists = cache.findAll({ queryKey: [listName], type: "active" }).filter(({ state }) => state.data);
      const isRead = (fact: OpenSession) => lists.every((list) => read.get(list)?.includes(fact));
      sessions.forget(known.filter(isRead));
    });
    const begin = (queryKey: readonly unknown[]) => {
      const query = cache.find({ queryKey });
      if (query) asked.set(query, sessions.closed());
    };
    return { begin, dispose };
  });
  return begin;
}

/** Adds a new session at the start of each list that it matches, and refetches the lists. */
export function listNewSession(context: ServiceContextValue, workspaceId: string | undefined, session: Session): void {
  const queries = shareQueryClient(context);
  const queryKey = sessionListKey(context, workspaceId);
  for (const query of queries.getQueryCache().findAll({ queryKey })) {
    const [search, archived, status] = query.queryKey.slice(queryKey.length) as unknown as SessionListFilter;
    if (search !== "" || archived || (status !== null && status !== session.status)) continue;
    queries.setQueryData<SessionPages>(query.queryKey, (data) => data && withSession(data, session));
  }
  void queries.invalidateQueries({ queryKey });
}

/** Replaces a session in all lists by its record after a write; null removes it. */
export function listWritten(
  context: ServiceContextValue,
  workspaceId: string | undefined,
  sessionId: string,
  session: Session | null,
): void {
  const replace = (listed: readonly Session[]) =>
    listed.flatMap((one) => (one.id === sessionId ? (session ?? []) : one));
  const pageOf = (page: SessionPage) => ({ ...page, pinned: replace(page.pinned), sessions: replace(page.sessions) });
  const queryKey = sessionListKey(context, workspaceId);
  const opened = shareOpenSessions(context);
  opened.forget(opened.closed().filter((fact) => fact.sessionId === sessionId));
  shareQueryClient(context).setQueriesData<SessionPages>(
    { queryKey },
    (data) => data && { ...data, pages: data.pages.map(pageOf) },
  );
}

function withSession({ pages, pageParams }: SessionPages, session: Session): SessionPages {
  const [first, ...rest] = pages;
  if (!first || first.sessions.some(({ id }) => id === session.id)) return { pages, pageParams };
  return { pages: [{ ...first, sessions: [session, ...first.sessions] }, ...rest], pageParams };
}
