import { sql, type Kysely } from "kysely";

/** Sessions can be pinned: few of a workspace are, and lists ask for them apart. */
export const pins = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table sessions add column pinned_at text collate "C"`,
  `create index sessions_pinned on sessions (workspace_id, created_at desc, id desc) where pinned_at is not null`,
];
