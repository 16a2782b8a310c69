/** The rows of a session list: the service's records, updated by live facts. Pure. */
import type { Session, SessionStatus } from "../wire/protocol/session.js";

/** A session of a list, with what a row shows. */
export interface SessionRow {
  readonly sessionId: string;
  /** Null without one: then the first message is shown. */
  readonly title: string | null;
  readonly firstMessage: string;
  readonly status: SessionStatus;
  readonly isArchived: boolean;
  readonly isPinned: boolean;
  readonly updatedAt: string;
  /** The service's record. */
  readonly record: Session;
}

/** Live facts of a session that is open on the page. */
export interface OpenSession {
  readonly sessionId: string;
  /** Null while it is not known, and in a chat. */
  readonly title: string | null;
  readonly status: SessionStatus;
  /** Whether the facts are of an earlier visit, and the lists were read since. */
  readonly isOld: boolean;
}

export interface RowChanges {
  /** Sessions that are open on the page, or were closed since the lists were read. */
  readonly open: ReadonlyMap<string, OpenSession>;
  /** Pending writes, by session. One that is being deleted has no row. */
  readonly pending: ReadonlyMap<string, string>;
  /** Which sessions the list shows. */
  readonly archived: boolean;
}

/** Newest first, each session once, without sessions that a write removes from the list. */
export function sessionRows(pages: readonly (readonly Session[])[], changes: RowChanges): readonly SessionRow[] {
  const seen = new Set<string>();
  return pages.flat().flatMap((session): readonly SessionRow[] => {
    if (seen.has(session.id) || changes.pending.get(session.id) === "delete") return [];
    seen.add(session.id);
    return (session.archived ?? false) === changes.archived ? [rowOf(session, changes.open.get(session.id))] : [];
  });
}

const rows = new WeakMap<Session, { readonly open: OpenSession | undefined; readonly row: SessionRow }>();

/** The same row for the same facts, so that only rows that changed are drawn again. */
function rowOf(record: Session, open: OpenSession | undefined): SessionRow {
  const known = rows.get(record);
  if (known && known.open === open) return known.row;
  const live = open?.isOld ? undefined : open;
  const row: SessionRow = {
    sessionId: record.id,
    title: live?.title ?? record.title,
    firstMessage: record.initialMessage,
    status: live?.status ?? record.status,
    isArchived: record.archived ?? false,
    isPinned: record.pinned ?? false,
    updatedAt: record.updatedAt,
    record,
  };
  rows.set(record, { open, row });
  return row;
}
