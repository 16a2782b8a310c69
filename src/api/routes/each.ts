/** Iterates whole lists page by page: reads the next page only when the loop needs it. */
import { sequenceOfCursor, type Cursor } from "../../wire/protocol/event-cursor.js";
import { ServiceError } from "../../foundation/base-error.js";
import type { Workspace, Session } from "../../wire/protocol/session.js";
import type { SessionEvent } from "../../wire/protocol/session-event.js";
import type { EventQuery } from "../event-page.js";
import type { CallOptions, ServiceConnection, SessionRef } from "../service-connection.js";
import { listEvents } from "./events.js";
import { listOrganizationSessions, listWorkspaces, type OrganizationSessionSearch } from "./organization.js";
import { listSessionPage, type SessionPageSearch } from "./sessions.js";

/**
 * Each session of a workspace, once: pinned ones, then the others, newest first, at last those that were pinned
 * meanwhile.
 *
 * @example
 * for await (const session of client.eachSession({ search: "report" })) console.log(session.title);
 */
export async function* eachSession(
  connection: ServiceConnection,
  query: SessionPageSearch = {},
  options: CallOptions = {},
): AsyncGenerator<Session, void, void> {
  const given = new Set<string>();
  const isNew = ({ id }: Session) => !given.has(id) && given.add(id);
  let pages = 0;
  const walk = (asked: SessionPageSearch) =>
    each(async (cursor) => {
      pages += 1;
      const { pinned, sessions, nextCursor } = await listSessionPage(connection, { ...asked, ...cursor }, options);
      return { items: [...pinned, ...sessions], nextCursor };
    });
  for await (const session of walk(query)) if (isNew(session)) yield session;
  if (pages < 2) return;
  // Pinned sessions are on the first page alone, so one that is pinned after it is on none.
  for await (const session of walk({ ...query, pinsOnly: true })) if (isNew(session)) yield session;
}

/** Each session of an organization, in all its workspaces. */
export function eachOrganizationSession(
  connection: ServiceConnection,
  organizationId: string,
  query: OrganizationSessionSearch = {},
  options: CallOptions = {},
): AsyncGenerator<Session, void, void> {
  return each(async (cursor) => {
    const page = await listOrganizationSessions(connection, organizationId, { ...query, ...cursor }, options);
    return { items: page.sessions, nextCursor: page.nextCursor };
  });
}

/** Each workspace of an organization, oldest first. */
export function eachWorkspace(
  connection: ServiceConnection,
  organizationId: string,
  options: CallOptions = {},
): AsyncGenerator<Workspace, void, void> {
  return each(async (cursor) => {
    const page = await listWorkspaces(connection, organizationId, { ...cursor }, options);
    return { items: page.workspaces, nextCursor: page.nextCursor };
  });
}

/**
 * Yields each event of a session's log after `after`, in order, up to the end of the log. `streamSessionEvents`
 * continues with live events.
 */
export async function* eachEvent(
  connection: ServiceConnection,
  ref: SessionRef,
  query: Omit<EventQuery, "before" | "direction" | "latest"> = {},
  options: CallOptions = {},
): AsyncGenerator<SessionEvent, void, void> {
  let after: Cursor = query.after ?? 0;
  for (;;) {
    const page = await listEvents(connection, ref, { ...query, after }, options);
    yield* page.events;
    if (!page.hasMore) return;
    if (page.nextAfter === null || page.nextAfter <= sequenceOfCursor(after)) throw stuck(String(after));
    after = page.nextCursor ?? page.nextAfter;
  }
}

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

async function* each<T>(
  read: (cursor: { readonly cursor?: string }) => Promise<Page<T>>,
): AsyncGenerator<T, void, void> {
  let cursor: string | undefined;
  for (;;) {
    const { items, nextCursor } = await read(cursor === undefined ? {} : { cursor });
    yield* items;
    if (nextCursor === null) return;
    if (nextCursor === cursor) throw stuck(nextCursor);
    cursor = nextCursor;
  }
}

/** Else the loop would read the same page for ever. */
function stuck(cursor: string): ServiceError {
  return new ServiceError(`The service returns the page after "${cursor}" again instead of the next page.`, {
    code: "response_malformed",
  });
}
