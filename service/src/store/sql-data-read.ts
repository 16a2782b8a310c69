/** Reads every row of a scope for archives, parents before their children, without a row whose parent came later. */
import { sql, type RawBuilder } from "kysely";
import { belongings, tableNames, type TableName } from "./belongings.js";
import type { ReadScope } from "./data.js";
import type { Queries, SqlContext } from "./sql-context.js";
import { rowsInScope } from "./sql-data-scope.js";
import { inSessions, isReadWithSessions, readTrees } from "./sql-data-trees.js";

type Row = Readonly<Record<string, unknown>>;
type Rows = readonly Row[];
type Parents = readonly (readonly [table: TableName, column: string])[];

const rowsPerPage = 200;

/** @param tables the tables to read */
export async function* readRows(
  { run, snapshot }: Pick<SqlContext, "run" | "snapshot">,
  scope: ReadScope,
  tables: (table: TableName) => boolean,
): AsyncGenerator<readonly [TableName, Rows]> {
  const conditionOf = (table: TableName) => rowsInScope(table, scope, { isErasing: false });
  const sessions = conditionOf("sessions");
  const read = new Map<TableName, Set<unknown>>([...parentTables].map((table) => [table, new Set()]));

  /** Rows whose parents were read, or are in no archive of the scope. */
  async function withParents(db: Queries, table: TableName, rows: Rows): Promise<Rows> {
    let kept = rows;
    for (const [parent, column] of parentsOf(table)) {
      const inScope = conditionOf(parent);
      const unread = kept.map((row) => row[column]).filter((id) => id !== null && !read.get(parent)?.has(id));
      if (inScope === null || unread.length === 0) continue;
      const asked = sql<{ id: string }>`select id from ${sql.table(parent)}
        where id = any(${[...new Set(unread)]}::text[]) and ${inScope}`;
      const newer = new Set<unknown>((await asked.execute(db)).rows.map(({ id }) => id));
      kept = kept.filter((row) => !newer.has(row[column]));
    }
    return kept;
  }

  function note(table: TableName, rows: Rows): readonly [TableName, Rows] {
    for (const { id } of rows) read.get(table)?.add(id);
    return [table, rows];
  }

  for (const table of tableNames.filter(tables)) {
    const inScope = conditionOf(table);
    if (inScope === null) continue;
    if (table === "sessions") {
      const omit = (rows: Rows) =>
        snapshot(async (db) => {
          const kept = new Set(await withParents(db, table, rows));
          return new Set(rows.filter((row) => !kept.has(row)).map(({ id }) => id));
        });
      for await (const [name, rows] of readTrees({ run, snapshot }, inScope, omit)) yield note(name, rows);
      continue;
    }
    if (isReadWithSessions(table)) continue;
    // Such as drafts of a person in sessions of others.
    const ofSessions = sessions && inSessions(table, sql`select id from sessions where ${sessions}`);
    const condition = ofSessions === null ? inScope : sql`${inScope} and (${ofSessions}) is not true`;
    let last: Row | undefined;
    do {
      const behind = last;
      const found = await snapshot(async (db) => {
        const { rows } = await page(table, condition, behind).execute(db);
        return { rows, kept: await withParents(db, table, rows) };
      });
      yield note(table, found.kept);
      last = found.rows.length < rowsPerPage ? undefined : found.rows.at(-1);
    } while (last !== undefined);
  }
}

/** Tables that a row names as its parents, whose rows an archive has before. Sessions are read with their rows. */
function parentsOf(table: TableName): Parents {
  const { workspace, under = [], names = [] } = belongings[table];
  const inWorkspace: Parents = workspace === undefined || table === "workspaces" ? [] : [["workspaces", workspace]];
  return [...inWorkspace, ...under, ...names];
}

const parentTables = new Set(tableNames.flatMap((table) => parentsOf(table).map(([parent]) => parent)));

function page(table: TableName, condition: RawBuilder<unknown>, last: Row | undefined): RawBuilder<Row> {
  const { key } = belongings[table];
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const behind =
    last === undefined ? sql`true` : sql`(${columns}) > (${sql.join(key.map((column) => sql`${last[column]}`))})`;
  return sql<Row>`select * from ${sql.table(table)} where (${condition}) and ${behind} order by ${columns} limit ${rowsPerPage}`;
}
