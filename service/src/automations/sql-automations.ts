// budget: every query of the family, whose tables share their columns and helpers.
/** Automations, one row for each record. A delivery locks its source's row, so each source has one writer. */
import { sql } from "kysely";
import { ownerKey } from "../store/owner.js";
import type { Queries, SqlContext } from "../store/sql-context.js";
import { holdProducer } from "../store/sql-producer.js";
import { lockName } from "../store/sql-lock.js";
import { doc, searchable } from "../store/sql-rows.js";
import { maxKeptEvents } from "./automation-record.js";
import type {
  AutomationMethods,
  AutomationQuery,
  AutomationRunRecord,
  DeliveryState,
  EventRecord,
  KnownDelivery,
  SourceRecord,
  TriggerRecord,
} from "./automation-record.js";

export function automationMethods({ run, transact }: SqlContext): AutomationMethods {
  return {
    ...creations({ transact }),
    getSource: (id) =>
      run(async (db) => {
        const query = db.selectFrom("automation_sources").select("doc").where("id", "=", searchable(id));
        return (await query.executeTakeFirst())?.doc ?? null;
      }),
    findSource: (endpointId) =>
      run(async (db) => {
        const all = db.selectFrom("automation_sources").select("doc");
        return (await all.where("endpoint_id", "=", searchable(endpointId)).executeTakeFirst())?.doc ?? null;
      }),
    listSources: (query) => run((db) => list<SourceRecord>(db, "automation_sources", query)),
    changeSource: (id, decide) =>
      transact(async (trx) => {
        const known = await lockSource(trx, id);
        const next = known && decide(known);
        if (!next) return known;
        await trx.updateTable("automation_sources").set(sourceRow(next)).where("id", "=", searchable(id)).execute();
        return next;
      }),

    getTrigger: (id) =>
      run(async (db) => {
        const query = db.selectFrom("automation_triggers").select("doc").where("id", "=", searchable(id));
        return (await query.executeTakeFirst())?.doc ?? null;
      }),
    listTriggers: (query) => run((db) => list<TriggerRecord>(db, "automation_triggers", query)),
    changeTrigger: (id, decide) =>
      transact(async (trx) => {
        const own = searchable(id);
        const all = trx.selectFrom("automation_triggers").select("doc");
        const known = (await all.where("id", "=", own).forUpdate().executeTakeFirst())?.doc ?? null;
        const next = known && decide(known);
        if (!next) return known;
        if (next === "remove") {
          await trx.deleteFrom("automation_triggers").where("id", "=", own).execute();
          return known;
        }
        await trx.updateTable("automation_triggers").set(triggerRow(next)).where("id", "=", own).execute();
        return next;
      }),

    takeDelivery: (sourceId, keys, decide) =>
      transact(async (trx, tell) => {
        const source = await lockSource(trx, sourceId);
        if (source === null) return null;
        const state = { source, triggers: await triggersOf(trx, sourceId), known: await knownOf(trx, sourceId, keys) };
        const change = decide(state);
        if (change.event !== undefined) {
          await trx.insertInto("automation_events").values(automationEventRow(change.event)).execute();
        }
        if (change.repeatOf !== undefined) await countRepeat(trx, change.repeatOf);
        for (const written of change.runs ?? []) await putRun(trx, written);
        for (const [key, known] of change.keys ?? []) {
          await trx
            .insertInto("automation_deliveries")
            .values(deliveryRow(sourceId, key, known))
            .execute();
        }
        if (change.event !== undefined) await dropOld(trx, sourceId);
        if ((change.runs ?? []).length > 0) tell.task();
        return { result: change.result };
      }),
    listSourceEvents: (query) => run((db) => list<EventRecord>(db, "automation_events", query)),

    listAutomationRuns: (query) => run((db) => list<AutomationRunRecord>(db, "automation_runs", query)),
    changeAutomationRun: (id, decide) =>
      transact(async (trx) => {
        const all = trx.selectFrom("automation_runs").select("doc");
        const known = (await all.where("id", "=", searchable(id)).forUpdate().executeTakeFirst())?.doc ?? null;
        const next = known && decide(known);
        if (next) await putRun(trx, next);
        return next || known;
      }),
    listDueAutomationRuns: (now, limit) =>
      run(async (db) => {
        const due = db.selectFrom("automation_runs").select("doc").where("due_at", "<=", now);
        const rows = await due.orderBy("due_at").orderBy("id").limit(limit).execute();
        return rows.map((row) => row.doc);
      }),
  };
}

function creations({
  transact,
}: Pick<SqlContext, "transact">): Pick<AutomationMethods, "createSource" | "createTrigger"> {
  return {
    createSource: (record, room) =>
      transact(async (trx) => {
        const place = [searchable(record.workspaceId), searchable(ownerKey(record.endUser))] as const;
        await lockName(trx, "automation_sources", ...place);
        const { count } = await trx
          .selectFrom("automation_sources")
          .select(({ fn }) => fn.countAll<number | string>().as("count"))
          .where("workspace_id", "=", place[0])
          .where("owner", "=", place[1])
          .where("status", "<>", "disabled")
          .executeTakeFirstOrThrow();
        room(Number(count));
        await trx.insertInto("automation_sources").values(sourceRow(record)).execute();
      }),

    createTrigger: (record, room) =>
      transact(async (trx) => {
        await lockName(trx, "automation_triggers", record.sourceId);
        await holdProducer(trx, { kind: "automation_source", id: record.sourceId });
        const { count } = await trx
          .selectFrom("automation_triggers")
          .select(({ fn }) => fn.countAll<number | string>().as("count"))
          .where("source_id", "=", searchable(record.sourceId))
          .executeTakeFirstOrThrow();
        room(Number(count));
        await trx.insertInto("automation_triggers").values(triggerRow(record)).execute();
      }),
  };
}

type Table = "automation_sources" | "automation_triggers" | "automation_events" | "automation_runs";

/** The columns that a query may name, where the table has them. */
async function list<T>(db: Queries, table: Table, query: AutomationQuery): Promise<T[]> {
  const { workspaceId, owners, sourceId, triggerId, eventId, behind, limit } = query;
  const conditions = [sql`workspace_id = ${searchable(workspaceId)}`];
  if (owners) conditions.push(sql`owner in (${sql.join(owners.map((owner) => searchable(ownerKey(owner))))})`);
  if (sourceId !== undefined) conditions.push(sql`source_id = ${searchable(sourceId)}`);
  if (triggerId !== undefined) conditions.push(sql`trigger_id = ${searchable(triggerId)}`);
  if (eventId !== undefined) conditions.push(sql`event_id = ${searchable(eventId)}`);
  if (behind) conditions.push(sql`(created_at, id) < (${behind.createdAt}, ${searchable(behind.id)})`);
  const found = await sql<{ doc: T }>`select doc from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return found.rows.map((row) => row.doc);
}

async function lockSource(db: Queries, id: string): Promise<SourceRecord | null> {
  const query = db.selectFrom("automation_sources").select("doc").where("id", "=", searchable(id)).forUpdate();
  return (await query.executeTakeFirst())?.doc ?? null;
}

async function triggersOf(db: Queries, sourceId: string): Promise<TriggerRecord[]> {
  const own = db.selectFrom("automation_triggers").select("doc").where("source_id", "=", searchable(sourceId));
  return (await own.orderBy("created_at").orderBy("id").execute()).map((row) => row.doc);
}

async function knownOf(db: Queries, sourceId: string, keys: readonly string[]): Promise<DeliveryState["known"]> {
  if (keys.length === 0) return new Map();
  const byColumn = new Map(keys.map((key) => [searchable(key), key]));
  const rows = await db
    .selectFrom("automation_deliveries")
    .select(["key", "doc"])
    .where("source_id", "=", searchable(sourceId))
    .where("key", "in", [...byColumn.keys()])
    .execute();
  return new Map(rows.map((row): [string, KnownDelivery] => [byColumn.get(row.key) ?? "", row.doc]));
}

async function countRepeat(db: Queries, eventId: string): Promise<void> {
  const id = searchable(eventId);
  const event = (await db.selectFrom("automation_events").select("doc").where("id", "=", id).executeTakeFirst())?.doc;
  if (event === undefined) return;
  const counted = doc({ ...event, repeats: (event.repeats ?? 0) + 1 });
  await db.updateTable("automation_events").set({ doc: counted }).where("id", "=", id).execute();
}

async function putRun(db: Queries, record: AutomationRunRecord): Promise<void> {
  const row = automationRunRow(record);
  await db
    .insertInto("automation_runs")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

/** Drops events and ended runs of a source behind the newest ones. */
async function dropOld(db: Queries, sourceId: string): Promise<void> {
  const own = searchable(sourceId);
  const offset = maxKeptEvents;
  await sql`delete from automation_events where id in (
    select id from automation_events where source_id = ${own} order by created_at desc, id desc offset ${offset}
  )`.execute(db);
  await sql`delete from automation_runs where id in (
    select id from automation_runs where source_id = ${own} and due_at is null
    order by created_at desc, id desc offset ${offset}
  )`.execute(db);
}

function kept(record: {
  readonly id: string;
  readonly workspaceId: string;
  readonly endUser: SourceRecord["endUser"];
  readonly createdAt: string;
}) {
  return {
    id: searchable(record.id),
    workspace_id: searchable(record.workspaceId),
    owner: searchable(ownerKey(record.endUser)),
    created_at: record.createdAt,
  };
}

export function sourceRow(record: SourceRecord) {
  const { endpointId, status } = record;
  return { ...kept(record), endpoint_id: searchable(endpointId), status, doc: doc(record) };
}

export function triggerRow(record: TriggerRecord) {
  return { ...kept(record), source_id: searchable(record.sourceId), doc: doc(record) };
}

export function automationEventRow(record: EventRecord) {
  return { ...kept(record), source_id: searchable(record.sourceId), doc: doc(record) };
}

export function automationRunRow(record: AutomationRunRecord) {
  return {
    ...kept(record),
    source_id: searchable(record.sourceId),
    trigger_id: searchable(record.triggerId),
    event_id: searchable(record.eventId),
    due_at: record.dueAt,
    doc: doc(record),
  };
}

export function deliveryRow(sourceId: string, key: string, known: KnownDelivery) {
  return { source_id: searchable(sourceId), key: searchable(key), doc: doc(known) };
}
