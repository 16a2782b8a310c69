/** Converts records to rows and back. All rules about column contents are here. */
import { createHash } from "node:crypto";
import type { SessionEvent } from "@service/sdk/protocol";
import { sql, type Insertable, type RawBuilder, type Selectable } from "kysely";
import type { DraftRecord, EventDraft, RequestRecord, SessionRecord, TurnRecord } from "./records.js";
import type { SqlTables } from "./sql-tables.js";

/** An index entry must fit a third of a page; a longer value is represented by its digest. */
const longestSearchable = 600;

/**
 * A text for columns: bijective, and free of characters that PostgreSQL's text cannot store (NUL, half a surrogate
 * pair). Ordinary ids, words and times are unchanged.
 */
export function searchable(value: string): string {
  const escaped = JSON.stringify(value).slice(1, -1);
  if (escaped.length <= longestSearchable) return escaped;
  return `sha256:${createHash("sha256").update(escaped).digest("hex")}`;
}

/** The inverse of `searchable`. For a value stored as a digest, returns the digest, which is searchable unchanged. */
export function unsearchable(column: string): string {
  return column.startsWith("sha256:") ? column : (JSON.parse(`"${column}"`) as string);
}

/**
 * The id of a session's row in the collation of columns that reference it. Sessions are ordered by bytes, those columns
 * are not: comparing them directly uses no index and reads every row.
 */
export function ofSession(table: "sessions" | "s"): RawBuilder<string> {
  return sql`${sql.ref(`${table}.id`)} collate "default"`;
}

export function searchableOrNull(value: string | null | undefined): string | null {
  return value == null ? null : searchable(value);
}

/** The text for full searches: in lower case, of any length. */
export function searchedText(value: string): string {
  return value.toLowerCase().replaceAll("\0", "\uFFFD");
}

export function doc(record: unknown): string {
  return JSON.stringify(record);
}

/** Whether a foreign key refused the row because its parent is missing. */
export function isForeignKeyViolation(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === "23503";
}

/** Columns that every change writes; the sequence and the lease are updated separately. */
export function sessionColumns(session: SessionRecord) {
  return {
    root_session_id: searchable(session.rootSessionId),
    status: searchable(session.status),
    parent_session_id: searchableOrNull(session.parentSessionId),
    end_user_source: searchableOrNull(session.endUser?.source),
    end_user_id: searchableOrNull(session.endUser?.id),
    created_by_kind: session.createdBy.kind,
    created_by_subject: searchable(session.createdBy.subjectId),
    title_search: session.title === null ? null : searchedText(session.title),
    archived_at: session.archivedAt,
    pinned_at: session.pinnedAt ?? null,
    updated_at: session.updatedAt,
    runnable: session.runnable,
    wake_at: session.wakeAt,
    doc: doc({ ...session, initialMessage: undefined, settings: undefined, goal: undefined }),
  };
}

/** Columns that few changes write. */
export function givenColumns({ initialMessage, settings, goal }: SessionRecord) {
  return { message_search: searchedText(initialMessage), given: doc({ initialMessage, settings, goal }) };
}

export function newSessionRow(session: SessionRecord): Insertable<SqlTables["sessions"]> {
  return {
    id: searchable(session.id),
    organization_id: searchable(session.organizationId),
    workspace_id: searchable(session.workspaceId),
    create_idempotency_key: searchableOrNull(session.createIdempotencyKey),
    created_at: session.createdAt,
    last_sequence: session.lastSequence,
    lease_fence: 0,
    ...sessionColumns(session),
    ...givenColumns(session),
  };
}

/** The columns that a session is read from. */
export const sessionParts = ["doc", "given", "last_sequence"] as const;

type SessionParts = Pick<Selectable<SqlTables["sessions"]>, (typeof sessionParts)[number]>;

/** Defaults for fields that rows of an older version lack. */
const unset = { goal: null, report: null, mcpServers: [] };

export function readSession(row: SessionParts): SessionRecord {
  return { ...unset, ...row.doc, ...row.given, lastSequence: Number(row.last_sequence) };
}

/** Assigns drafts the sequences after `lastSequence`. */
export function placeEvents(
  drafts: readonly EventDraft[],
  session: { readonly id: string; readonly workspaceId: string; readonly lastSequence: number },
): SessionEvent[] {
  return drafts.map((draft, index) => ({
    ...draft,
    // Drops values that JSON cannot represent, as the wire would.
    payload: JSON.parse(JSON.stringify(draft.payload ?? null)) as unknown,
    workspaceId: session.workspaceId,
    sessionId: session.id,
    sequence: session.lastSequence + index + 1,
  }));
}

export function eventRow(event: SessionEvent): Insertable<SqlTables["events"]> {
  return {
    session_id: searchable(event.sessionId),
    sequence: event.sequence,
    type: searchable(event.type),
    turn_id: searchableOrNull(event.turnId),
    client_event_id: searchableOrNull(event.clientEventId),
    id: searchable(event.id),
    doc: doc(event),
  };
}

export function turnRow(turn: TurnRecord, sessionId: string): Insertable<SqlTables["turns"]> {
  return {
    session_id: searchable(sessionId),
    id: searchable(turn.id),
    status: turn.status,
    position: turn.position,
    created_at: turn.createdAt,
    started_at: turn.startedAt,
    doc: doc(turn),
  };
}

export function requestRow(request: RequestRecord, sessionId: string): Insertable<SqlTables["requests"]> {
  return {
    session_id: searchable(sessionId),
    id: searchable(request.id),
    status: request.status,
    created_at: request.createdAt,
    doc: doc(request),
  };
}

export function draftRow(draft: DraftRecord, sessionId: string): Insertable<SqlTables["composer_drafts"]> {
  return { session_id: searchable(sessionId), owner: searchable(draft.owner), doc: doc(draft) };
}
