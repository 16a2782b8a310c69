import { sql, type Kysely } from "kysely";

/** Counts of usage, the quotas of workspaces, and the size of each file as a column. */
export const usage = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table usage_counts (
    workspace_id text not null,
    owner text collate "C" not null,
    month text collate "C" not null,
    messages bigint not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    doc json not null,
    primary key (workspace_id, owner, month)
  )`,
  `create index usage_counts_by_month on usage_counts (month)`,

  `alter table workspaces
    add column quotas json,
    add column running_limit integer,
    add column running_limit_of_person integer`,
  `create index workspaces_with_running_limit on workspaces (id)
    where running_limit is not null or running_limit_of_person is not null`,
  `create index sessions_running on sessions (workspace_id) where runnable and lease_owner is not null`,

  `alter table files add column size_bytes bigint not null default 0`,
  // Not `doc->>'sizeBytes'`: PostgreSQL cannot parse a document with an escaped NUL in its file name.
  `update files set size_bytes = coalesce(substring(doc::text from '"sizeBytes": ?([0-9]+)')::bigint, 0)`,
  `create index files_stored on files (workspace_id, end_user) include (size_bytes) where status <> 'expired'`,
];
