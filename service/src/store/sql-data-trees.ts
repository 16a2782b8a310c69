/** Reads sessions with the records that belong to them, for archives: each session whole, or not at all. */
import { ServiceError } from "@service/sdk/protocol";
import { sql, type RawBuilder } from "kysely";
import { belongings, tableNames, type TableName } from "./belongings.js";
import type { SqlContext } from "./sql-context.js";

type Row = Readonly<Record<string, unknown>>;
type Rows = readonly Row[];

/** How many trees of sessions are read at once. */
const treesPerPage = 20;
/** How many events are in memory. A tree with more is read while it is yielded. */
const eventsInMemory = 5_000;
const eventsPerQuery = 200;

/** Tables whose rows are removed with the row of a session, besides the log. */
const smallTables: readonly TableName[] = tableNames.filter(
  (table) => table !== "events" && inSessions(table, sql`''`) !== null,
);

/** Whether a table has rows that are read with their session alone. */
export function isReadWithSessions(table: TableName): boolean {
  const { session, workspace, owner, under } = belongings[table];
  return session !== undefined && workspace === undefined && owner === undefined && under === undefined;
}

/** The rows of a table that belong to sessions, given by a query for their ids. Null when none can. */
export function inSessions(table: TableName, sessionIds: RawBuilder<unknown>): RawBuilder<unknown> | null {
  const { session, under = [] } = belongings[table];
  if (session !== undefined) return sql`${sql.ref(session)} in (${sessionIds})`;
  for (const [parent, column] of under) {
    if (belongings[parent].session === undefined) continue;
    const parents = sql`select id from ${sql.table(parent)} where ${inSessions(parent, sessionIds)}`;
    return sql`${sql.ref(column)} in (${parents})`;
  }
  return null;
}

interface Page {
  /** Empty at the end. */
  readonly roots: readonly string[];
  readonly tables: ReadonlyMap<TableName, Rows>;
  /** Whether it is one tree with more events than are in memory at once. */
  readonly isLong: boolean;
  readonly isLast: boolean;
}

/**
 * Reads trees of sessions as of one moment each, and then their logs up to that moment: events never change. A session
 * that was erased meanwhile is left out.
 *
 * @param sessions which sessions
 * @param omit ids of sessions to leave out
 * @throws {ServiceError} `export_interrupted` when a session whose log is too long for memory is erased while it is read.
 */
export async function* readTrees(
  context: Pick<SqlContext, "run" | "snapshot">,
  sessions: RawBuilder<unknown>,
  omit: (rows: Rows) => Promise<ReadonlySet<unknown>>,
): AsyncGenerator<readonly [TableName, Rows]> {
  let page: Page = { roots: [], tables: new Map(), isLong: false, isLast: false };
  while (!page.isLast) {
    page = await readPage(context, sessions, page.roots.at(-1) ?? "");
    const found = page.tables.get("sessions") ?? [];
    const omitted = await omit(found);
    const parts = partsOf(found.filter(({ id }) => !omitted.has(id)));
    const events: Row[] = [];
    if (!page.isLong) for (const part of parts) events.push(...(await readEvents(context, part)));
    const gone = await findMissing(context, found);
    const isKept = isOfSessions((id) => !gone.has(id) && !omitted.has(id));
    for (const table of tableNames) {
      if (table !== "events") yield [table, (page.tables.get(table) ?? []).filter((row) => isKept(table, row))];
      else if (page.isLong) yield* readLong(context, parts, gone);
      else yield [table, events.filter((row) => isKept(table, row))];
    }
  }
}

/** Yields logs as they are read. */
async function* readLong(
  context: Pick<SqlContext, "run">,
  parts: readonly (readonly Part[])[],
  gone: ReadonlySet<unknown>,
): AsyncGenerator<readonly [TableName, Rows]> {
  for (const part of parts) {
    const rows = await readEvents(context, part);
    for (const id of await findMissing(context, part)) {
      if (gone.has(id)) continue;
      throw new ServiceError(`Session ${String(id)} was erased while it was exported. Export again.`, {
        code: "export_interrupted",
        retryable: true,
      });
    }
    yield ["events", rows.filter((row) => !gone.has(row["session_id"]))];
  }
}

function readPage(
  { snapshot }: Pick<SqlContext, "snapshot">,
  sessions: RawBuilder<unknown>,
  behind: string,
): Promise<Page> {
  return snapshot(async (db) => {
    const asked = sql<{ root: string; events: string | number }>`
      select root_session_id as root, sum(last_sequence) as events from sessions
      where ${sessions} and root_session_id > ${behind} group by root order by root limit ${treesPerPage}`;
    const { rows } = await asked.execute(db);
    let events = 0;
    const taken = rows.filter((row, at) => {
      events += Number(row.events);
      return at === 0 || events <= eventsInMemory;
    });
    const roots = taken.map(({ root }) => root);
    const ids = sql`select id from sessions where ${sessions} and root_session_id = any(${roots}::text[])`;
    const tables = new Map<TableName, Rows>();
    for (const table of roots.length === 0 ? [] : smallTables)
      tables.set(table, (await rowsOf(table, ids).execute(db)).rows);
    const isLong = Number(taken[0]?.events) > eventsInMemory;
    return { roots, tables, isLong, isLast: taken.length === rows.length && rows.length < treesPerPage };
  });
}

function rowsOf(table: TableName, sessionIds: RawBuilder<unknown>): RawBuilder<Row> {
  const order = sql.join(belongings[table].key.map((column) => sql.ref(column)));
  return sql<Row>`select * from ${sql.table(table)} where ${inSessions(table, sessionIds)} order by ${order}`;
}

/** A range of a log. */
interface Part {
  readonly id: unknown;
  readonly first: number;
  readonly last: number;
}

/** The logs of sessions, in groups of ranges: one query each. */
function partsOf(sessions: Rows): readonly (readonly Part[])[] {
  const parts: Part[][] = [];
  let room = 0;
  for (const { id, last_sequence } of sessions) {
    const last = Number(last_sequence);
    for (let first = 1; first <= last;) {
      if (room === 0) parts.push([]);
      if (room === 0) room = eventsPerQuery;
      const end = Math.min(last, first + room - 1);
      parts.at(-1)?.push({ id, first, last: end });
      room -= end - first + 1;
      first = end + 1;
    }
  }
  return parts;
}

async function readEvents({ run }: Pick<SqlContext, "run">, parts: readonly Part[]): Promise<Rows> {
  const [ids, firsts, lasts] = [
    parts.map(({ id }) => id),
    parts.map(({ first }) => first),
    parts.map(({ last }) => last),
  ];
  const asked = sql<Row>`select events.* from unnest(${ids}::text[], ${firsts}::bigint[], ${lasts}::bigint[])
      as part(id, first, last)
    join events on events.session_id = part.id and events.sequence between part.first and part.last
    order by events.session_id, events.sequence`;
  return (await run((db) => asked.execute(db))).rows;
}

/** Sessions that were erased since they were read: their events may have been missing. */
async function findMissing(
  { run }: Pick<SqlContext, "run">,
  sessions: readonly { readonly id?: unknown }[],
): Promise<ReadonlySet<unknown>> {
  const ids = [...new Set(sessions.map(({ id }) => id))];
  const asked = sql<{ id: string }>`select id from sessions where id = any(${ids}::text[])`;
  const present = new Set<unknown>((await run((db) => asked.execute(db))).rows.map(({ id }) => id));
  return new Set(ids.filter((id) => !present.has(id)));
}

/** Tests the rows of one page, table by table with parents first, by their session. */
function isOfSessions(isKept: (sessionId: unknown) => boolean): (table: TableName, row: Row) => boolean {
  const omitted = new Map<TableName, Set<unknown>>();
  return (table, row) => {
    const { session, under = [] } = belongings[table];
    const isIn =
      session === undefined
        ? !under.some(([parent, column]) => omitted.get(parent)?.has(row[column]))
        : isKept(row[session]);
    if (!isIn) omitted.set(table, (omitted.get(table) ?? new Set()).add(row["id"]));
    return isIn;
  };
}
