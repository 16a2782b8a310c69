import type { EndUser } from "@service/sdk/protocol";
import type { AuditRecord } from "./audit.js";
import type { DraftRecord, SessionRecord } from "./records.js";
import type { Kind } from "./belongings.js";

/** Which records. `everything` is for a copy of a whole store. */
export type DataScope =
  | { readonly kind: "session"; readonly sessionId: string }
  | { readonly kind: "file"; readonly fileId: string }
  | { readonly kind: "person"; readonly workspaceId: string; readonly endUser: EndUser }
  | { readonly kind: "workspace"; readonly workspaceId: string };

export type ReadScope = DataScope | { readonly kind: "everything" };

/** How many records of each kind; kinds without a record are left out. */
export type Counts = Readonly<Partial<Record<Kind, number>>>;

/** The sum of counts, kind by kind. */
export function sum(one: Counts, other: Counts): Counts {
  const total: Record<string, number> = { ...one };
  for (const [kind, count] of Object.entries(other)) total[kind] = (total[kind] ?? 0) + count;
  return total;
}

/** The entry with the counts of a further step of its erasure. */
export function withCounts(entry: AuditRecord, counts: Counts): AuditRecord {
  return { ...entry, counts: sum(entry.counts, counts) };
}

export interface Erased {
  readonly counts: Counts;
  /** Files that are gone: their bytes outside of the store are to be removed. */
  readonly fileIds: readonly string[];
  /** Sessions that the session of the scope has started: erased before it. With one, nothing was removed. */
  readonly childIds?: readonly string[];
}

export interface EraseOptions {
  /** Only the tables whose rows make others (`isProducer` in `belongings.ts`). @default every table */
  readonly only?: "producers" | undefined;
}

/** An archived record. */
export interface KeptRecord {
  readonly kind: Kind;
  readonly record: unknown;
}

export interface RetainingWorkspace {
  readonly id: string;
  readonly organizationId: string;
  readonly retentionDays: number;
}

export interface SilentQuery {
  readonly workspaceId: string;
  readonly before: string;
  readonly limit: number;
  /** Only records after this one in the list's order. */
  readonly behind?: { readonly updatedAt: string; readonly id: string } | undefined;
}

/** A session whose log has lost events. */
export interface DamagedLog {
  readonly sessionId: string;
  /** Sequence of the last event that was written. */
  readonly lastSequence: number;
  /** Sequence of the last event before the first hole. */
  readonly wholeUntil: number;
}

/** The store's part that handles records by whose they are (`belongings.ts`). */
export interface DataMethods {
  /**
   * Removes every record of the scope in one transaction and notifies watchers of the removed ones. Does nothing for
   * an empty scope. A session's scope is that session only, with the files that no other session has. Removes nothing of
   * a session that has started others: those are erased before it, so no session loses its parent.
   *
   * @param entry is added to the audit in the same transaction when a record was removed, with the counts added to its own.
   *   An entry that is there by its id gets the counts: an erasure of several transactions has one entry.
   */
  eraseData(scope: DataScope, entry?: AuditRecord, options?: EraseOptions): Promise<Erased>;
  /** The unsent drafts of everybody in a session. */
  listDrafts(sessionId: string): Promise<DraftRecord[]>;
  /** The files that `eraseData` would remove now. */
  listFileIds(scope: DataScope): Promise<string[]>;
  /**
   * Reads every record of the scope, page by page. Leases are omitted. Sessions precede the records that belong to them, and
   * so do the other parents, except that a session's links to files and machines precede those. A concurrent change may
   * be included or not. A session, its records and its log, and those of the sessions that it started, are read as of one
   * moment. A session that is erased meanwhile is read whole or left out, and so is a record whose parent was added later.
   *
   * @throws {ServiceError} `export_interrupted` when a session with thousands of events is erased while its log is read.
   */
  readData(scope: ReadScope): AsyncIterable<KeptRecord>;
  /**
   * Adds records that the store does not have, in one transaction. Records with an existing id do not change.
   *
   * @returns how many were added.
   * @throws {ServiceError} `archive_invalid` for a record that is malformed or whose parent is missing.
   */
  writeData(records: readonly KeptRecord[]): Promise<number>;
  /** Workspaces whose sessions are kept for a number of days only. */
  listRetainingWorkspaces(): Promise<RetainingWorkspace[]>;
  /** Sessions without a parent whose `updatedAt` is before a time and that no worker has to look at, oldest first. */
  listSilentSessions(query: SilentQuery): Promise<SessionRecord[]>;
  /**
   * Sessions whose log has lost its last event, by id; with `everyEvent` also those that miss an event in the middle, which
   * reads the whole log of each session.
   */
  listDamage(query: { readonly everyEvent: boolean; readonly limit: number }): Promise<DamagedLog[]>;
  /**
   * Removes the events behind the first hole of a log, so that the session takes writes again, and ends its lease. Null when
   * there is no such session.
   */
  cutLog(sessionId: string): Promise<DamagedLog | null>;
  /**
   * Whether the database answers and takes writes. @throws {ServiceError} `store_unavailable`, `store_crashed`, and
   * `store_too_new` once a newer version has migrated it.
   */
  checkDatabase(): Promise<{ readonly isReadOnly: boolean }>;
  /**
   * Removes what erased records have left in the store's own files: on PGlite old row versions and the write-ahead log. On a
   * server, old row versions are marked as free; its log and its backups are its operator's.
   */
  compact(): Promise<void>;
}
