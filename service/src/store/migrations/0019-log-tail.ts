import { sql, type Kysely } from "kysely";

/**
 * The event's id as a column, as the database's functions on JSON reject some documents: rows of before have none. And
 * indexes for pages of a log that are filtered by type or turn.
 */
export const logTail = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table events add column id text`,
  `create index events_by_type on events (session_id, type, sequence)`,
  `create index events_by_turn on events (session_id, turn_id, sequence) where turn_id is not null`,
];
