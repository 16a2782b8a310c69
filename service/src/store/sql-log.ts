/** Reading what hangs on a session: its log, its turns, its requests, its drafts. */
import type { SqlContext } from "./sql-context.js";
import { searchable } from "./sql-rows.js";
import { findDraft } from "./sql-drafts.js";
import { logReset, type EventPage, type EventQuery, type Store } from "./store.js";
import type { Queries } from "./sql-context.js";

type LogMethods = Pick<Store, "readEvents" | "listTurns" | "getTurn" | "listRequests" | "getRequest" | "getDraft">;

export function logMethods({ run }: SqlContext): LogMethods {
  return {
    readEvents: (sessionId, query) =>
      run(async (db) => {
        const isJoined = query.afterId !== undefined && isPlain(query);
        if (!isJoined) await assertSameLog(db, sessionId, query);
        if (query.includeTypes?.length === 0) return { events: [], hasMore: false };
        const isNewest = query.take === "newest";
        if (isJoined) return readBehind(db, sessionId, query);
        const found = await matching(db, sessionId, query)
          .select("doc")
          .orderBy("sequence", isNewest ? "desc" : "asc")
          // One more than requested shows whether there is a next page.
          .limit(query.limit + 1)
          .execute();
        const events = found.slice(0, query.limit).map((row) => row.doc);
        return { events: isNewest ? events.toReversed() : events, hasMore: found.length > query.limit };
      }),

    listTurns: (sessionId, { statuses, order, limit }) =>
      run(async (db) => {
        if (statuses?.length === 0) return [];
        let list = db.selectFrom("turns").select("doc").where("session_id", "=", searchable(sessionId)).limit(limit);
        if (statuses) list = list.where("status", "in", statuses);
        if (order === "position") list = list.orderBy("position").orderBy("created_at").orderBy("id");
        if (order === "newest") list = list.orderBy("created_at", "desc").orderBy("id", "desc");
        if (order === "started") {
          list = list.where("started_at", "is not", null).orderBy("started_at", "desc").orderBy("id", "desc");
        }
        return (await list.execute()).map((row) => row.doc);
      }),

    getTurn: (sessionId, turnId) =>
      run(async (db) => {
        const row = await db
          .selectFrom("turns")
          .select("doc")
          .where("session_id", "=", searchable(sessionId))
          .where("id", "=", searchable(turnId))
          .executeTakeFirst();
        return row?.doc ?? null;
      }),

    listRequests: (sessionId, { status, limit }) =>
      run(async (db) => {
        let list = db.selectFrom("requests").select("doc").where("session_id", "=", searchable(sessionId));
        if (status !== undefined) list = list.where("status", "=", status);
        const found = await list.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
        return found.map((row) => row.doc);
      }),

    getRequest: (sessionId, requestId) =>
      run(async (db) => {
        const row = await db
          .selectFrom("requests")
          .select("doc")
          .where("session_id", "=", searchable(sessionId))
          .where("id", "=", searchable(requestId))
          .executeTakeFirst();
        return row?.doc ?? null;
      }),

    getDraft: (sessionId, owner) => run((db) => findDraft(db, sessionId, owner)),
  };
}

function isPlain({ take, includeTypes, excludeTypes, turnId }: EventQuery): boolean {
  return take !== "newest" && includeTypes === undefined && !excludeTypes?.length && turnId === undefined;
}

/** Reads the event at the cursor with the page behind it, in one query: live streams read this way at each hint. */
async function readBehind(db: Queries, sessionId: string, query: EventQuery): Promise<EventPage> {
  const { after = 0, afterId = "", limit } = query;
  const rows = await matching(db, sessionId, { ...query, after: after - 1 })
    .select("doc")
    .orderBy("sequence", "asc")
    .limit(limit + 2)
    .execute();
  const [at, ...behind] = rows.map((row) => row.doc);
  if (at?.sequence !== after || !at.id.startsWith(afterId)) throw logReset(sessionId);
  return { events: behind.slice(0, limit), hasMore: behind.length > limit };
}

/** @throws {ServiceError} `log_reset`. */
async function assertSameLog(db: Queries, sessionId: string, { after = 0, afterId }: EventQuery): Promise<void> {
  if (afterId === undefined) return;
  const row = await db
    .selectFrom("events")
    .select("doc")
    .where("session_id", "=", searchable(sessionId))
    .where("sequence", "=", bound(after))
    .executeTakeFirst();
  if (row?.doc.id.startsWith(afterId) !== true) throw logReset(sessionId);
}

function matching(db: Queries, sessionId: string, query: EventQuery) {
  let list = db
    .selectFrom("events")
    .where("session_id", "=", searchable(sessionId))
    .where("sequence", ">", bound(query.after ?? 0));
  if (query.before !== undefined) list = list.where("sequence", "<", bound(query.before));
  if (query.includeTypes) list = list.where("type", "in", query.includeTypes.map(searchable));
  if (query.excludeTypes?.length) list = list.where("type", "not in", query.excludeTypes.map(searchable));
  if (query.turnId !== undefined) list = list.where("turn_id", "=", searchable(query.turnId));
  return list;
}

/** A cursor beyond the range of a bigint is beyond the end anyway. */
function bound(cursor: number): number {
  return Math.max(-1, Math.min(cursor, Number.MAX_SAFE_INTEGER));
}
