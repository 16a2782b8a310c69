/** The lists of sessions in the identity's query client: their keys, and sessions that this person changed. */
import type { InfiniteData } from "@tanstack/react-query";
import type { Session } from "../wire/protocol/session.js";
import type { SessionPage } from "../wire/protocol/session-lists.js";
import type { ServiceContextValue } from "./service-context.js";
import { shareQueryClient } from "./session-record.js";

/** Where a page of a list begins. */
export interface ListPlace {
  /** Number of pages before it. */
  readonly index: number;
  /** Undefined for the first page. */
  readonly cursor: string | undefined;
}

/** The loaded pages of one list. */
export type SessionPages = InfiniteData<SessionPage, ListPlace>;

/** The beginning of the keys of all lists of a workspace. */
export function sessionListKey({ baseUrl }: ServiceContextValue, workspaceId: string | undefined): readonly unknown[] {
  return ["sessions", baseUrl, workspaceId ?? null];
}

/** Filters of a list, as the rest of its key. */
export type SessionListFilter = readonly [
  search: string,
  archived: boolean,
  status: string | null,
  limit: number,
  order: string,
];

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
