// budget: the one way in which a session changes, step after step, beside the two that are special cases of it.
/** Sessions and how they change: the session's row is locked first, so that everything behind it has one writer. */
import { ServiceError, type SessionEvent } from "@service/sdk/protocol";
import { sql, type Transaction } from "kysely";
import { asJson } from "./as-json.js";
import { appendOf } from "./sql-append.js";
import type { EventDraft, RequestRecord, SessionRecord, TurnRecord } from "./records.js";
import { holdProducer } from "./sql-producer.js";
import { countUsage } from "./sql-usage.js";
import { countedIn } from "./usage.js";
import type { Queries, SqlContext, Tell } from "./sql-context.js";
import * as rows from "./sql-rows.js";
import { ofSession, searchable } from "./sql-rows.js";
import type { SqlTables } from "./sql-tables.js";
import { findDraft, putDrafts } from "./sql-drafts.js";
import { holdFiles } from "./sql-held-files.js";
import { sessionPage } from "./sql-session-list.js";
import { leaseLost, sessionDamaged, sessionMissing, workOf, type Change, type ChangeOptions } from "./store.js";
import type { Lease } from "./store.js";
import type { SessionState, Store } from "./store.js";

type Trx = Transaction<SqlTables>;
type SessionMethods = Pick<Store, "createSession" | "getSession" | "listSessions" | "changeSession" | "appendEvents">;

const openStatuses = [
  "queued",
  "running",
  "requires_action",
  "recovering",
  "waiting_capacity",
] satisfies TurnRecord["status"][];

/** How often a new session may find that the one in its way was removed before it could be read. */
const mostTwinsGone = 10;

export function sessionMethods({ run, transact, appendOnce }: SqlContext): SessionMethods {
  return {
    async createSession(record, { producer, ...change }) {
      const { parentSessionId } = record;
      const make = () =>
        transact(async (trx, tell) => {
          const session: SessionRecord = { ...record, lastSequence: 0 };
          const added = await trx
            .insertInto("sessions")
            .values(rows.newSessionRow(session))
            .onConflict((conflict) => conflict.doNothing())
            .returning("id")
            .executeTakeFirst();
          if (added === undefined) {
            const twin = await findTwin(trx, record);
            return twin && { session: twin, events: [], created: false };
          }
          if (parentSessionId !== null && parentSessionId !== record.id)
            await holdProducer(trx, { kind: "session", id: parentSessionId });
          await holdProducer(trx, producer);
          const made = await apply(trx, tell, asJson(session), change);
          if (made.events.length > 0) tell.log(record.id, { afterId: null, events: made.events });
          tell.work(record.id, workOf(null, made.session, change, { isFree: true }));
          return { ...made, created: true };
        });
      for (let tries = 1; tries <= mostTwinsGone; tries += 1) {
        const made = await make();
        if (made !== null) return made;
      }
      throw sessionMissing(record.id);
    },

    getSession: (sessionId) => run((db) => readSession(db, sessionId)),

    listSessions: (query) =>
      run(async (db) => {
        const found = await sessionPage(db, query).select(rows.sessionParts).execute();
        return found.map(rows.readSession);
      }),

    changeSession: (sessionId, options, decide) =>
      transact(async (trx, tell) => {
        const { producer } = options;
        // Sessions are locked in the order of their ids, so that two that write to each other do not wait for each other.
        const isBefore = producer?.kind === "session" && producer.id < sessionId;
        if (isBefore) await holdProducer(trx, producer);
        const { isHeld, lastEventId, ...state } = await hold(trx, sessionId, options);
        if (!isBefore) await holdProducer(trx, producer);
        const { change, result } = decide(state);
        if (change === null || Object.values(change).every((part) => part === undefined)) {
          return { session: state.session, events: [], result };
        }
        if (isDraftOnly(change)) {
          await putDrafts(trx, sessionId, change.drafts ?? []);
          return { session: state.session, events: [], result };
        }
        const changed = await apply(trx, tell, state.session, change);
        if (changed.events.length > 0) tell.log(sessionId, { afterId: lastEventId, events: changed.events });
        const byHolder = options.lease !== undefined;
        tell.work(sessionId, workOf(state.session, changed.session, change, { isFree: !isHeld, byHolder }));
        return { ...changed, result };
      }, laneOf(options)),

    appendEvents: async (sessionId, lease, drafts) => {
      // Counted events need locks of their own at the end of a transaction.
      const isQuick = drafts.length > 0 && countedIn(drafts) === null;
      const asOne = (error: unknown) => refuseTaken(sessionId, error);
      const quick = isQuick ? await appendOnce(appendOf(sessionId, lease, drafts)).catch(asOne) : null;
      if (quick !== null) return [...quick.events];
      return transact(async (trx, tell) => {
        const news = await append(trx, tell, sessionId, lease, drafts);
        if (news.events.length > 0) tell.log(sessionId, news);
        tell.work(sessionId, "held");
        return news.events;
      }, "turn");
    },
  };
}

function laneOf({ lease }: ChangeOptions): "request" | "turn" {
  return lease === undefined ? "request" : "turn";
}

function isDraftOnly(change: Change): boolean {
  return Object.entries(change).every(([name, part]) => part === undefined || name === "drafts");
}

async function readSession(db: Queries, sessionId: string): Promise<SessionRecord | null> {
  const row = await db
    .selectFrom("sessions")
    .select(rows.sessionParts)
    .where("id", "=", searchable(sessionId))
    .executeTakeFirst();
  return row === undefined ? null : rows.readSession(row);
}

/** The existing session that prevented a new one; null when it was deleted concurrently. */
async function findTwin(trx: Trx, record: SessionRecord): Promise<SessionRecord | null> {
  const row = await trx
    .selectFrom("sessions")
    .select(rows.sessionParts)
    .where("workspace_id", "=", searchable(record.workspaceId))
    .where("create_idempotency_key", "=", rows.searchableOrNull(record.createIdempotencyKey))
    .executeTakeFirst();
  return row === undefined ? readSession(trx, record.id) : rows.readSession(row);
}

/** Locks the session and reads its state behind the lock: read before it, the state could be another writer's past. */
async function hold(
  trx: Trx,
  sessionId: string,
  options: ChangeOptions,
): Promise<SessionState & { readonly isHeld: boolean; readonly lastEventId: string | null }> {
  const { lease, clientEventId, draftOwner } = options;
  const row = await trx
    .selectFrom("sessions")
    .select([...rows.sessionParts, "lease_owner", "lease_fence", ...lastEvent(0)])
    .where("id", "=", searchable(sessionId))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw sessionMissing(sessionId);
  if (lease !== undefined && (row.lease_owner !== lease.owner || Number(row.lease_fence) !== lease.fence)) {
    throw leaseLost(lease);
  }
  const lastEventId = await idOfLast(trx, sessionId, Number(row.last_sequence), row);
  const turns = await trx
    .selectFrom("turns")
    .select("doc")
    .where("session_id", "=", searchable(sessionId))
    .where("status", "in", openStatuses)
    .orderBy("position")
    .execute();
  const requests = await trx
    .selectFrom("requests")
    .select("doc")
    .where("session_id", "=", searchable(sessionId))
    .where("status", "=", "pending")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return {
    isHeld: row.lease_owner !== null,
    lastEventId,
    session: rows.readSession(row),
    openTurns: turns.map((turn) => turn.doc),
    pendingRequests: requests.map((request) => request.doc),
    prior: clientEventId == null ? null : await findByClientEventId(trx, sessionId, clientEventId),
    draft: draftOwner === undefined ? null : await findDraft(trx, sessionId, draftOwner),
  };
}

async function findByClientEventId(trx: Trx, sessionId: string, clientEventId: string): Promise<SessionEvent | null> {
  const row = await trx
    .selectFrom("events")
    .select("doc")
    .where("session_id", "=", searchable(sessionId))
    .where("client_event_id", "=", searchable(clientEventId))
    .executeTakeFirst();
  return row?.doc ?? null;
}

async function apply(
  trx: Trx,
  tell: Tell,
  before: SessionRecord,
  change: Change,
): Promise<{ session: SessionRecord; events: SessionEvent[] }> {
  const events = rows.placeEvents(change.events ?? [], before);
  const lastSequence = before.lastSequence + events.length;
  const session: SessionRecord = { ...before, ...asJson(change.session ?? {}), lastSequence };
  await insertEvents(trx, before.id, events);
  await putTurns(trx, before.id, change.turns ?? []);
  await putRequests(trx, before.id, change.requests ?? []);
  await putDrafts(trx, before.id, change.drafts ?? []);
  await holdFiles(trx, session, change.files ?? []);
  const { initialMessage, settings, goal } = change.session ?? {};
  const isGiven = initialMessage !== undefined || settings !== undefined || goal !== undefined;
  const given = isGiven ? rows.givenColumns(session) : {};
  const endsLease = change.endLease === true ? { lease_owner: null, lease_expires_at: null } : {};
  await trx
    .updateTable("sessions")
    .set({ ...rows.sessionColumns(session), ...given, last_sequence: lastSequence, ...endsLease })
    .where("id", "=", searchable(before.id))
    .execute();
  tell.last(() => countUsage(trx, before, change.events ?? [], change.admit));
  return { session, events };
}

/** Takes the places in the log and checks the lease in one statement, which also locks the row for what follows. */
async function append(
  trx: Trx,
  tell: Tell,
  sessionId: string,
  lease: Lease,
  drafts: readonly EventDraft[],
): Promise<{ readonly afterId: string | null; readonly events: SessionEvent[] }> {
  const row = await trx
    .updateTable("sessions")
    .set({ last_sequence: sql<number>`last_sequence + ${drafts.length}::bigint` })
    .where("id", "=", searchable(sessionId))
    .where("lease_owner", "=", lease.owner)
    .where("lease_fence", "=", lease.fence)
    .returning(["last_sequence", "doc", ...lastEvent(drafts.length)])
    .executeTakeFirst();
  if (row === undefined) {
    throw (await readSession(trx, sessionId)) === null ? sessionMissing(sessionId) : leaseLost(lease);
  }
  const lastSequence = Number(row.last_sequence) - drafts.length;
  const afterId = await idOfLast(trx, sessionId, lastSequence, row);
  const events = rows.placeEvents(drafts, { id: sessionId, workspaceId: row.doc.workspaceId, lastSequence });
  await insertEvents(trx, sessionId, events);
  tell.last(() => countUsage(trx, row.doc, drafts, undefined));
  return { afterId, events };
}

/** The log's last event, where the session's row counts `added` events more: whether it is there, and its id. */
function lastEvent(added: number) {
  const at = sql`events.session_id = ${ofSession("sessions")} and events.sequence = sessions.last_sequence - ${added}::bigint`;
  return [
    sql<boolean>`exists (select from events where ${at})`.as("is_whole"),
    sql<string | null>`(select events.id from events where ${at})`.as("last_event_id"),
  ] as const;
}

/**
 * A write behind a hole would hide it. Called behind the session's lock: before it, the end could be another writer's.
 *
 * @param seen what the statement that took the lock has seen: nothing where it waited for another writer.
 * @throws {ServiceError} `session_damaged`.
 */
async function idOfLast(
  trx: Trx,
  sessionId: string,
  lastSequence: number,
  seen: { readonly is_whole: boolean; readonly last_event_id: string | null },
): Promise<string | null> {
  if (lastSequence === 0) return null;
  const last = seen.is_whole
    ? { id: seen.last_event_id }
    : await trx
        .selectFrom("events")
        .select("id")
        .where("session_id", "=", searchable(sessionId))
        .where("sequence", "=", lastSequence)
        .executeTakeFirst();
  if (last === undefined) throw sessionDamaged(sessionId, lastSequence);
  return last.id === null ? null : rows.unsearchable(last.id);
}

async function insertEvents(trx: Trx, sessionId: string, events: readonly SessionEvent[]): Promise<void> {
  if (events.length === 0) return;
  try {
    await trx.insertInto("events").values(events.map(rows.eventRow)).execute();
  } catch (error) {
    refuseTaken(sessionId, error);
  }
}

function refuseTaken(sessionId: string, error: unknown): never {
  if ((error as { constraint?: unknown }).constraint !== "events_by_client_event_id") throw error;
  throw new ServiceError(`Session ${sessionId} already has an event with this clientEventId.`, {
    code: "client_event_id_taken",
    cause: error,
  });
}

async function putTurns(trx: Trx, sessionId: string, turns: readonly TurnRecord[]): Promise<void> {
  for (const turn of turns) {
    const { session_id, id, ...row } = rows.turnRow(turn, sessionId);
    await trx
      .insertInto("turns")
      .values({ session_id, id, ...row })
      .onConflict((conflict) => conflict.columns(["session_id", "id"]).doUpdateSet(row))
      .execute();
  }
}

async function putRequests(trx: Trx, sessionId: string, requests: readonly RequestRecord[]): Promise<void> {
  for (const request of requests) {
    const { session_id, id, ...row } = rows.requestRow(request, sessionId);
    await trx
      .insertInto("requests")
      .values({ session_id, id, ...row })
      .onConflict((conflict) => conflict.columns(["session_id", "id"]).doUpdateSet(row))
      .execute();
  }
}
