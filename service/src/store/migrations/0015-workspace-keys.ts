import { sql, type Kysely } from "kysely";

/** Keys that admit to one workspace, and the order in which an organization lists its workspaces. */
export const workspaceKeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table workspace_keys (
    id text collate "C" primary key,
    organization_id text not null,
    workspace_id text not null,
    hash text not null unique,
    revoked_at text collate "C",
    created_at text collate "C" not null,
    doc json not null
  )`,
  `create index workspace_keys_of_workspace on workspace_keys (workspace_id, created_at desc, id desc)
    where revoked_at is null`,
  `create index workspaces_by_age on workspaces (organization_id, created_at, id)`,
];
