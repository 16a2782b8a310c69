import { sql } from "kysely";
import type { Queries } from "./sql-context.js";
import { searchable } from "./sql-rows.js";

/**
 * Locks a name until the end of the transaction. For counts and lists that must have one writer at a time and that no row
 * represents, such as the tasks of a workspace.
 */
export async function lockName(trx: Queries, ...name: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${searchable(JSON.stringify(name))}, 0))`.execute(trx);
}
