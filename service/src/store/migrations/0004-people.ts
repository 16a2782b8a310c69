import { sql, type Kysely } from "kysely";

/** A person's sessions and pending uploads; and the child sessions of a session. */
export const people = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Without the source: two long names would not fit one entry.
  `create index sessions_of_person on sessions (workspace_id, end_user_id, created_at desc, id desc)
    where end_user_id is not null`,
  `create index sessions_of_parent on sessions (parent_session_id, created_at desc, id desc)
    where parent_session_id is not null`,

  // Pending uploads have no owner: they expire within the hour.
  `alter table files add column end_user text not null default ''`,
  `drop index files_pending`,
  `create index files_pending on files (workspace_id, end_user) where status = 'pending'`,
];
