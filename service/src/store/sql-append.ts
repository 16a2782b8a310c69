/** The quick path of running turns: appends under leases in one statement, so in one round trip to the database. */
import type { SessionEvent } from "@service/sdk/protocol";
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { EventDraft } from "./records.js";
import type { SqlTables } from "./sql-tables.js";
import type { SqlHint } from "./hint-text.js";
import type { SqlHints } from "./sql-hints.js";
import { doc, ofSession, placeEvents, searchable, searchableOrNull, unsearchable } from "./sql-rows.js";
import type { Lease } from "./store.js";
import type { LogNews } from "./watchers.js";

export interface Append {
  readonly sessionId: string;
  readonly lease: Lease;
  readonly drafts: readonly EventDraft[];
  /** For each draft the event's document behind its sequence and workspace, which the statement adds. */
  readonly docs: readonly string[];
}

export function appendOf(sessionId: string, lease: Lease, drafts: readonly EventDraft[]): Append {
  const docOf = (draft: EventDraft) => {
    const event: Omit<SessionEvent, "sequence" | "workspaceId"> = {
      ...draft,
      payload: draft.payload ?? null,
      sessionId,
    };
    return doc(event).slice(1);
  };
  return { sessionId, lease, drafts, docs: drafts.map(docOf) };
}

/** Announces the append to the other processes. */
export function hintOf({ sessionId }: Append): SqlHint {
  return { sessionId, isLog: true, work: "held" };
}

interface Taken {
  readonly id: string;
  readonly before: string | number;
  readonly workspace_id: string;
  readonly after_id: string | null;
}

/**
 * Writes appends to different sessions, and announces each to the other processes where the carrier is the database. Null in place of an append that was not
 * written: the lease is lost, the log is damaged, another writer is in the way, or the workspace's id is kept as a digest. A
 * transaction of several statements then finds out. A session that is locked keeps no other one waiting.
 */
export async function appendAtOnce(
  db: Kysely<SqlTables>,
  appends: readonly Append[],
  hints?: SqlHints,
): Promise<(LogNews | null)[]> {
  const last = (sequence: RawBuilder<unknown>) =>
    sql`select events.id from events where events.session_id = ${ofSession("sessions")} and events.sequence = ${sequence}`;
  const texts = (values: readonly (string | null)[]) => sql`${values}::text[]`;
  const numbers = (values: readonly number[]) => sql`${values}::bigint[]`;
  const each = <T>(of: (append: Append) => T) => appends.map(of);
  const all = <T>(of: (draft: EventDraft, append: Append, place: number) => T) =>
    appends.flatMap((append) => append.drafts.map((draft, at) => of(draft, append, at + 1)));
  const payload = (append: Append) => hints?.textOf(hintOf(append)) ?? null;
  const notify = hints?.column(sql`asked.hint`) ?? sql`null`;
  // The session's id in the columns of other tables is the text between the quotes of its JSON.
  const { rows } = await sql<Taken>`
    with asked as (
      select * from unnest(${texts(each(({ sessionId }) => searchable(sessionId)))}, ${texts(each(({ lease }) => lease.owner))},
        ${numbers(each(({ lease }) => lease.fence))}, ${numbers(each(({ drafts }) => drafts.length))},
        ${texts(each(payload))}) as a (id, owner, fence, count, hint)),
    free as (
      select sessions.id from sessions where id = any(${texts(each(({ sessionId }) => searchable(sessionId)))})
        for no key update skip locked),
    taken as (
      update sessions set last_sequence = last_sequence + asked.count from asked join free on free.id = asked.id
        where sessions.id = asked.id and lease_owner = asked.owner and lease_fence = asked.fence
          and workspace_id not like 'sha256:%'
          and (last_sequence = 0 or exists (${last(sql`sessions.last_sequence`)}))
        returning sessions.id, last_sequence - asked.count as before, workspace_id,
          (${last(sql`sessions.last_sequence - asked.count`)}) as after_id, ${notify}),
    given as (
      select * from unnest(${texts(all((_, { sessionId }) => searchable(sessionId)))}, ${numbers(all((_, __, place) => place))},
        ${texts(all(({ type }) => searchable(type)))}, ${texts(all(({ turnId }) => searchableOrNull(turnId)))},
        ${texts(all(({ clientEventId }) => searchableOrNull(clientEventId)))}, ${texts(all(({ id }) => searchable(id)))},
        ${texts(appends.flatMap(({ docs }) => docs))})
        as g (session_id, place, type, turn_id, client_event_id, id, doc)),
    added as (
      insert into events (session_id, sequence, type, turn_id, client_event_id, id, doc)
        select given.session_id, before + place, type, turn_id, client_event_id, given.id,
          ('{"sequence":' || (before + place) || ',"workspaceId":"' || workspace_id || '",' || doc)::json
          from given join taken on taken.id = given.session_id)
    select id, before, workspace_id, after_id from taken`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return appends.map(({ sessionId, drafts }) => {
    const taken = found.get(searchable(sessionId));
    if (taken === undefined) return null;
    const place = { id: sessionId, workspaceId: unsearchable(taken.workspace_id), lastSequence: Number(taken.before) };
    const afterId = taken.after_id === null ? null : unsearchable(taken.after_id);
    return { afterId, events: placeEvents(drafts, place) };
  });
}
