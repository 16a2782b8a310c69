/** Reads sessions and the records that change with them, for archives: those of one tree as of one moment. */
import { sql, type RawBuilder } from "kysely";
import { belongings, type TableName } from "./belongings.js";
import type { SqlContext } from "./sql-context.js";

/** Tables whose rows change in one transaction with the row of their session. */
export const changedTogether: readonly TableName[] = ["sessions", "turns", "requests", "composer_drafts"];

/** How many trees of sessions are read at once. */
const treesPerPage = 20;

type Row = Readonly<Record<string, unknown>>;

/** @param sessions which sessions */
export async function* readTrees(
  { snapshot }: Pick<SqlContext, "snapshot">,
  sessions: RawBuilder<unknown>,
): AsyncGenerator<readonly [TableName, readonly Row[]]> {
  let last = "";
  for (;;) {
    const behind = last;
    const { roots, tables } = await snapshot(async (db) => {
      const asked = sql<{ root: string }>`select distinct root_session_id as root from sessions
        where ${sessions} and root_session_id > ${behind} order by root limit ${treesPerPage}`;
      const found = (await asked.execute(db)).rows.map(({ root }) => root);
      const inTrees = sql`select id from sessions where ${sessions} and root_session_id = any(${found}::text[])`;
      const read: [TableName, readonly Row[]][] = [];
      for (const table of changedTogether) read.push([table, (await rowsOf(table, inTrees).execute(db)).rows]);
      return { roots: found, tables: read };
    });
    yield* tables;
    if (roots.length < treesPerPage) return;
    last = roots.at(-1) ?? last;
  }
}

function rowsOf(table: TableName, sessionIds: RawBuilder<unknown>): RawBuilder<Row> {
  const { key, session = "" } = belongings[table];
  const order = sql.join(key.map((column) => sql.ref(column)));
  return sql<Row>`select * from ${sql.table(table)} where ${sql.ref(session)} in (${sessionIds}) order by ${order}`;
}
