import { sql, type Kysely } from "kysely";

/** Files, and the sessions that have them. Their bytes are stored elsewhere. */
export const files = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table files (
    id text collate "C" primary key,
    workspace_id text not null,
    status text not null,
    expires_at text collate "C",
    doc json not null
  )`,
  `create index files_overdue on files (expires_at) where expires_at is not null`,
  `create index files_pending on files (workspace_id) where status = 'pending'`,

  `create table session_files (
    session_id text not null references sessions (id) on delete cascade,
    file_id text collate "C" not null,
    primary key (session_id, file_id)
  )`,
];
