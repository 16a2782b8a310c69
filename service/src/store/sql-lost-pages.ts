/**
 * Finds tables whose files have lost pages, and rewrites them. Their indexes still name the lost rows, and the next row that
 * is written in such a place would be taken for a lost one: that of another session, or of another tenant.
 */
import { sql, type Kysely } from "kysely";
import type { SqlTables } from "./sql-tables.js";
import { isDamage } from "./sql-faults.js";

/**
 * Rewrites each damaged table with its remaining rows. Call it before anything is written.
 *
 * @returns their names.
 */
export async function rewriteDamagedTables(db: Kysely<SqlTables>): Promise<readonly string[]> {
  const damaged = await shrunkTables(db);
  if (damaged.length === 0 && !(await hasLostEnds(db))) return [];
  const names = damaged.length === 0 ? ["sessions", "events"] : damaged;
  for (const name of names) await sql`vacuum (full, skip_database_stats) ${sql.table(name)}`.execute(db);
  return names;
}

/** Tables whose file, or whose index's file, has fewer pages than at the last vacuum. */
async function shrunkTables(db: Kysely<SqlTables>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct coalesce(owner.relname, c.relname) as name from pg_class c
      left join pg_index i on i.indexrelid = c.oid left join pg_class owner on owner.oid = i.indrelid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'i')
        and c.relpages > pg_relation_size(c.oid) / current_setting('block_size')::int
      order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether the last event of a session is in a page that is not there. Reads the row, as an index alone would answer. */
async function hasLostEnds(db: Kysely<SqlTables>): Promise<boolean> {
  const { rows } = await sql<{ table: string | null }>`select to_regclass('events')::text as table`.execute(db);
  if (rows[0]?.table == null) return false;
  try {
    await sql`select count((select e.ctid from events e
        where e.session_id = s.id collate "default" and e.sequence = s.last_sequence)) from sessions s`.execute(db);
    return false;
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  }
}
