import { sql, type Kysely } from "kysely";

/** Agents' memories. Those of a session are deleted with it. */
export const memories = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table memories (
    layer text not null,
    id text collate "C" not null,
    session_id text references sessions (id) on delete cascade,
    created_at text collate "C" not null,
    doc json not null,
    primary key (layer, id)
  )`,
  `create index memories_of_session on memories (session_id) where session_id is not null`,
];
