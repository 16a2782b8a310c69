// budget: one interface, whose docstrings are the contract of both stores and the domain.
import { isServiceError, ServiceError, type SessionEvent, type SessionOrder } from "@service/sdk/protocol";
import type { AutomationMethods } from "../automations/automation-record.js";
import type { FileMethods } from "../files/file-record.js";
import type { MachineMethods } from "../machines/machine-record.js";
import type { MemberMethods } from "../members/member-record.js";
import type { IntegrationMethods } from "../integrations/integration-record.js";
import type { MemoryMethods } from "../memory/memory-record.js";
import type { ScheduleMethods } from "../schedules/schedule-record.js";
import type { AuditMethods } from "./audit.js";
import type { DataMethods } from "./data.js";
import type {
  ApiKeyRecord,
  DraftRecord,
  EventDraft,
  OrganizationRecord,
  RequestRecord,
  SessionPatch,
  SessionRecord,
  TurnRecord,
  WorkspaceRecord,
} from "./records.js";
import type { Claim, Lease, NextDue } from "./claim.js";
import type { EventPage, EventQuery, TurnQuery } from "./log-query.js";
import type { Producer } from "./producer.js";
import type { FoundForRequest, RequestPlace } from "./request-place.js";
import type { Room } from "./room.js";
import type { Admit, RunningLimits, UsageMethods } from "./usage.js";
import type { WatchMethods, WorkNews } from "./watch.js";

export type { Claim, Lease, NextDue } from "./claim.js";
export type { EventPage, EventQuery, TurnQuery } from "./log-query.js";
export type { FoundForRequest, RequestPlace } from "./request-place.js";

/**
 * The storage, and the only truth. A store keeps records, assigns sequences to events and separates concurrent
 * writers; it makes no decisions. Pure functions above it decide which events a cause writes and how a status
 * changes; `changeSession` calls them inside its transaction, so both stores share them.
 *
 * Every writing method is one transaction: after a crash it has happened completely or not at all. Times are
 * arguments, never read from the store's own clock. Records in arguments and results are values: a later change
 * alters neither.
 *
 * A store whose database is unavailable rejects with `store_unavailable`; the outcome of a write is then unknown
 * until it is read.
 */
export interface Store
  extends
    FileMethods,
    MemoryMethods,
    MachineMethods,
    MemberMethods,
    ScheduleMethods,
    IntegrationMethods,
    AutomationMethods,
    UsageMethods,
    AuditMethods,
    WatchMethods,
    DataMethods {
  // Organizations and their keys

  createOrganization(record: OrganizationRecord): Promise<void>;
  getOrganization(organizationId: string): Promise<OrganizationRecord | null>;
  /** The ids of all organizations, ascending. */
  listOrganizationIds(): Promise<string[]>;
  /**
   * Keeps an existing key with the same hash. Of two concurrent calls, one creates.
   *
   * @param room gets the keys that are not revoked: those of the record's workspace, or of the organization itself.
   */
  createApiKey(record: ApiKeyRecord, room: Room): Promise<void>;
  /** Reads all that a request needs before it is admitted. The caller judges it. */
  readForRequest(asked: RequestPlace): Promise<FoundForRequest>;
  /** The organization's own, newest first (`createdAt`, then `id`, both descending), revoked ones too. */
  listApiKeys(organizationId: string): Promise<ApiKeyRecord[]>;
  /** Keys of this workspace alone that are not revoked, newest first. */
  listWorkspaceKeys(workspaceId: string): Promise<ApiKeyRecord[]>;
  /** A key of the organization or of one of its workspaces, revoked or not. Null when there is none. */
  getApiKey(organizationId: string, keyId: string): Promise<ApiKeyRecord | null>;
  /**
   * Null when the organization and its workspaces have no such key. A patch with `revokedAt` calls the watchers of keys, and
   * changes nothing of a key that is revoked: of concurrent revocations the first one counts.
   */
  updateApiKey(
    organizationId: string,
    keyId: string,
    patch: Partial<Pick<ApiKeyRecord, "revokedAt" | "lastUsedAt" | "updatedAt">>,
  ): Promise<ApiKeyRecord | null>;

  // Workspaces

  /**
   * Creates the record unless the organization has one with the same `externalSource` and `externalId`, which is then
   * returned unchanged. Of two concurrent calls, one creates. Without both names it always creates.
   */
  ensureWorkspace(record: WorkspaceRecord): Promise<{ workspace: WorkspaceRecord; created: boolean }>;
  findWorkspace(organizationId: string, externalSource: string, externalId: string): Promise<WorkspaceRecord | null>;
  getWorkspace(workspaceId: string): Promise<WorkspaceRecord | null>;
  /** Null when there is no such workspace. */
  updateWorkspace(
    workspaceId: string,
    patch: Partial<
      Pick<
        WorkspaceRecord,
        "name" | "slug" | "agentInstructions" | "memoryEnabled" | "retentionDays" | "quotas" | "updatedAt"
      >
    >,
  ): Promise<WorkspaceRecord | null>;
  /** Those of the organization, oldest first (`createdAt`, then `id`); all of them without a page. */
  listWorkspaces(organizationId: string, page?: WorkspacePage): Promise<WorkspaceRecord[]>;

  // Sessions and their log

  /**
   * Creates the session and applies its first change in one transaction, like `changeSession`. When the workspace
   * already has a session with this (non-null) `createIdempotencyKey`, or any workspace has one with this id, that
   * one is returned unchanged, `created` is false and `events` is empty. Of two concurrent calls, one creates.
   *
   * @throws {ServiceError} `producer_missing` when the record's parent session, or the producer, is not there.
   */
  createSession(
    record: SessionRecord,
    change: FirstChange,
  ): Promise<{ session: SessionRecord; events: SessionEvent[]; created: boolean }>;

  getSession(sessionId: string): Promise<SessionRecord | null>;

  /** Newest first (`createdAt`, then `id`, both descending). */
  listSessions(query: SessionQuery): Promise<SessionRecord[]>;

  /**
   * The only way to change a session. Locks the session, reads its state, calls `decide` once, and writes the result:
   * events get the next sequences in order, contiguous with the log. An empty change writes nothing and notifies no
   * watcher. When `decide` throws, nothing is written and the error is rethrown unchanged.
   *
   * @param decide is pure and synchronous: it must not call the store.
   * @throws {ServiceError} `session_damaged` when the log has lost its last event; `session_missing` when there is no such session; `lease_lost` when `lease` is given and no
   *   longer valid; `producer_missing` when the given producer is not there. All before `decide` is called.
   */
  changeSession<T>(
    sessionId: string,
    options: ChangeOptions,
    decide: (state: SessionState) => Decided<T>,
  ): Promise<Changed<T>>;

  /**
   * Appends events under a lease without reading state: the quick path of a running turn. Same guarantees as
   * `changeSession`; an empty list writes nothing.
   *
   * @throws {ServiceError} `session_missing`, `lease_lost`.
   */
  appendEvents(sessionId: string, lease: Lease, drafts: readonly EventDraft[]): Promise<SessionEvent[]>;

  /**
   * A page of the log, always ascending by sequence. Empty for a session that is not there.
   *
   * @throws {ServiceError} `log_reset` when the query names the event at `after` and the log has another one there, or none.
   */
  readEvents(sessionId: string, query: EventQuery): Promise<EventPage>;

  /** Turns of the session that match the query. */
  listTurns(sessionId: string, query: TurnQuery): Promise<TurnRecord[]>;
  /** Null when the session has no such turn. */
  getTurn(sessionId: string, turnId: string): Promise<TurnRecord | null>;

  /** Newest first (`createdAt`, then `id`, both descending). */
  listRequests(
    sessionId: string,
    query: { readonly status?: RequestRecord["status"] | undefined; readonly limit: number },
  ): Promise<RequestRecord[]>;
  /** Null when the session has no such request. */
  getRequest(sessionId: string, requestId: string): Promise<RequestRecord | null>;

  /** Null when the owner has kept none in this session. */
  getDraft(sessionId: string, owner: string): Promise<DraftRecord | null>;

  // Work: who may write a session's turn

  /**
   * Acquires the lease of one `runnable` session without a lease, or with one whose `expiresAt` is not after `now`.
   * The session with the oldest `updatedAt` comes first. Two workers never get the same one. A session's fence increases
   * with every claim and never repeats. Passes over sessions without a lease whose workspace or person has as many
   * running turns as may run at once.
   */
  claimSession(claim: {
    readonly owner: string;
    readonly now: string;
    readonly expiresAt: string;
    /** Limits of workspaces without one of their own. @default none */
    readonly running?: RunningLimits | undefined;
  }): Promise<Claim>;

  /** Moves the end of a valid lease; false when it is no longer valid (then nothing changes). */
  renewLease(lease: Lease, expiresAt: string): Promise<boolean>;
  /** Releases a valid lease; does nothing when it is no longer valid. */
  releaseLease(lease: Lease): Promise<void>;

  /** Sessions whose `wakeAt` is not after `now`, the most overdue first. */
  listDueSessions(now: string, limit: number): Promise<SessionRecord[]>;
  /**
   * When there is work of each kind, in one read: a worker asks for the kinds that are due alone.
   *
   * @param owner whose leases are left out. @default nobody's
   * @param running as that of `claimSession`.
   */
  nextDue(owner?: string, running?: RunningLimits): Promise<NextDue>;

  /** Ends watches and closes open resources. Later calls reject. A second call does nothing. */
  close(): Promise<void>;
}

/** State that a decision about a session may use. */
export interface SessionState {
  readonly session: SessionRecord;
  /** Every turn that has not ended (see `OpenTurnStatus`), by position, lowest first. */
  readonly openTurns: readonly TurnRecord[];
  /** Every request whose status is `pending`, oldest first. */
  readonly pendingRequests: readonly RequestRecord[];
  /** The event that already carries the asked `clientEventId` in this session, or null. */
  readonly prior: SessionEvent | null;
  /** The unsent draft of the requested `draftOwner`, or null. */
  readonly draft: DraftRecord | null;
}

export interface ChangeOptions {
  /** Asks for the event that already carries it, as `prior`. */
  readonly clientEventId?: string | null | undefined;
  /** Asks for this owner's draft, as `draft`. */
  readonly draftOwner?: string | undefined;
  /** Refuses the change unless this lease is still valid. */
  readonly lease?: Lease | undefined;
  /** Refuses the change unless this record is still there. @default none */
  readonly producer?: Producer | undefined;
}

/** Changes to write in one transaction. */
export interface Change {
  readonly events?: readonly EventDraft[] | undefined;
  readonly session?: SessionPatch | undefined;
  /** Put by id: a new one is added, a known one replaced whole. */
  readonly turns?: readonly TurnRecord[] | undefined;
  /** Put by id, as above. */
  readonly requests?: readonly RequestRecord[] | undefined;
  /** Put by owner, as above. */
  readonly drafts?: readonly DraftRecord[] | undefined;
  /** Completed files of the workspace that the session keeps from now on; another one is 422 `validation_failed`. */
  readonly files?: readonly string[] | undefined;
  /** Ends the session's lease, so that late writes of its worker are refused. @default false */
  readonly endLease?: boolean | undefined;
  /** Called with the usage that the change brings about, where its events count something; it may refuse by throwing. @default admits it */
  readonly admit?: Admit | undefined;
}

/** The first change of a session. */
export interface FirstChange extends Change {
  /** Refuses the creation unless this record is still there. @default none but the parent session */
  readonly producer?: Producer | undefined;
}

export interface Decided<T> {
  /** Null or empty writes nothing. */
  readonly change: Change | null;
  readonly result: T;
}

export interface Changed<T> {
  /** After the change. */
  readonly session: SessionRecord;
  /** The appended events, in order. */
  readonly events: readonly SessionEvent[];
  readonly result: T;
}

export interface WorkspacePage {
  readonly limit: number;
  /** Only records after this one in the list's order. */
  readonly behind?: { readonly createdAt: string; readonly id: string } | undefined;
}

/** Selects sessions of a workspace, of an organization, or of one tree. Every given field must match. */
export interface SessionQuery {
  readonly workspaceId?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly rootSessionId?: string | undefined;
  readonly limit: number;
  /** By their creation or by their last change (`updatedAt`), newest first. @default "created" */
  readonly order?: SessionOrder | undefined;
  /** Only records after this one in the list's order. `at` is the time that the order is by. */
  readonly behind?: { readonly at: string; readonly id: string } | undefined;
  /** @default false, which leaves archived ones out */
  readonly archivedOnly?: boolean | undefined;
  /** Includes archived ones. @default false */
  readonly withArchived?: boolean | undefined;
  readonly status?: string | undefined;
  /** Only pinned sessions, or with false only the others. @default both */
  readonly isPinned?: boolean | undefined;
  /** Case-insensitive part of the title or the first message. `%` and `_` mean themselves. */
  readonly search?: string | undefined;
  /** `null`: only sessions without a parent. */
  readonly parentSessionId?: string | null | undefined;
  readonly endUser?: { readonly source: string; readonly id: string } | undefined;
  readonly createdByKind?: string | undefined;
  readonly createdBySubjectId?: string | undefined;
}

/** @param cause must not contain the address or password of the database. */
export function storeFull(cause: unknown): ServiceError {
  return new ServiceError("The disk of the store is full. Nothing was written. Free some space.", {
    code: "store_full",
    cause,
  });
}

export function sessionDamaged(sessionId: string, lastSequence: number): ServiceError {
  return new ServiceError(
    `The log of session ${sessionId} has lost its last events, up to ${lastSequence}. It can be read up to the hole and takes no writes. Restore the database from a backup.`,
    { code: "session_damaged" },
  );
}

/**
 * Consequence of a session's change for workers.
 *
 * @param isFree whether the session had no lease before the change.
 */
export function workOf(
  before: SessionRecord | null,
  after: SessionRecord,
  { endLease = false }: Change,
  { isFree, byHolder = false }: { readonly isFree: boolean; readonly byHolder?: boolean },
): WorkNews | null {
  if ((after.wakeAt ?? null) !== (before?.wakeAt ?? null)) return "due";
  if (after.runnable && (isFree || endLease)) return "free";
  // The holder may be about to stop, and another session may have waited for the end of this turn.
  if (endLease) return byHolder ? "rest" : "due";
  return byHolder ? "held" : null;
}

/** Whether the workers of the process that made the change have something to do. */
export function asksToLook(news: WorkNews | null): boolean {
  return news === "free" || news === "due";
}

export function logReset(sessionId: string): ServiceError {
  return new ServiceError(
    `The log of session ${sessionId} has no such event at the cursor. The cursor is of another session, or the log was restored.`,
    {
      code: "log_reset",
    },
  );
}

export function sessionMissing(sessionId: string): ServiceError {
  return new ServiceError(`There is no session ${sessionId}. It was never created in this store.`, {
    code: "session_missing",
  });
}

export function leaseLost(lease: Lease): ServiceError {
  return new ServiceError(
    `The lease ${lease.fence} of ${lease.owner} no longer holds session ${lease.sessionId}: it expired and was taken, or the turn was ended. Stop writing.`,
    { code: "lease_lost" },
  );
}

/** @param cause must not contain the database's credentials. */
export function storeUnavailable(cause: unknown): ServiceError {
  return new ServiceError(
    "The database is away for the moment. Ask again; whether a write that was under way has happened is not known.",
    { code: "store_unavailable", cause },
  );
}

export function storeClosed(): ServiceError {
  return new ServiceError("The store is closed. Open it again to use it.", { code: "store_closed" });
}

export function isStoreClosed(error: unknown): boolean {
  return isServiceError(error) && error.code === "store_closed";
}

/** Includes a database of this process that has crashed: committed data is there after a restart. */
export function isUnavailable(error: unknown): boolean {
  return isServiceError(error) && (error.code === "store_unavailable" || error.code === "store_crashed");
}
