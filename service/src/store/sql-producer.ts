import { sql } from "kysely";
import { producerMissing, type Producer } from "./producer.js";
import type { Queries } from "./sql-context.js";
import { searchable } from "./sql-rows.js";

const tables = {
  session: "sessions",
  task: "scheduled_tasks",
  automation_source: "automation_sources",
  automation_run: "automation_runs",
} as const;

/**
 * Keeps the producer from being removed until the commit. Called behind the lock of a changed session, or after the
 * insertion of a new one: erasing locks sessions before the other producers.
 *
 * @throws {ServiceError} `producer_missing`.
 */
export async function holdProducer(trx: Queries, producer: Producer | undefined): Promise<void> {
  if (producer === undefined) return;
  const table = sql.table(tables[producer.kind]);
  const found = await sql`select from ${table} where id = ${searchable(producer.id)} for key share`.execute(trx);
  if (found.rows.length === 0) throw producerMissing(producer);
}
