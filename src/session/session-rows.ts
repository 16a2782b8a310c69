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
}

export interface RowChanges {
  readonly open: ReadonlyMap<string, OpenSession>;
  /** Sessions in the responses to this person's own writes. */
  readonly written: ReadonlyMap<string, Session>;
  /** Sessions that this person deleted. @default none */
  readonly deleted?: ReadonlySet<string> | undefined;
  /** Which the list shows: those that are archived, or those that are not. */
  readonly archived: boolean;
}

/** Newest first, each session once, without those that a write took out of the list. */
export function sessionRows(pages: readonly (readonly Session[])[], changes: RowChanges): readonly SessionRow[] {
  const seen = new Set<string>();
  return pages.flat().flatMap((listed): readonly SessionRow[] => {
    if (seen.has(listed.id) || changes.deleted?.has(listed.id) === true) return [];
    seen.add(listed.id);
    const written = changes.written.get(listed.id);
    const session = written && written.updatedAt >= listed.updatedAt ? written : listed;
    if ((session.archived ?? false) !== changes.archived) return [];
    return [rowOf(session, changes.open.get(session.id))];
  });
}

const rows = new WeakMap<Session, { readonly open: OpenSession | undefined; readonly row: SessionRow }>();

/** The same row for the same facts, so that only rows that changed are drawn again. */
function rowOf(record: Session, open: OpenSession | undefined): SessionRow {
  const known = rows.get(record);
  if (known && known.open === open) return known.row;
  const row: SessionRow = {
    sessionId: record.id,
    title: open?.title ?? record.title,
    firstMessage: record.initialMessage,
    status: open?.status ?? record.status,
    isArchived: record.archived ?? false,
    isPinned: record.pinned ?? false,
    updatedAt: record.updatedAt,
    record,
  };
  rows.set(record, { open, row });
  return row;
}
