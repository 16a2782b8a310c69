import { sql, type Kysely } from "kysely";

/** Installed integrations. One owner in a workspace has one for each key. */
export const integrations = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table integrations (
    id text collate "C" primary key,
    workspace_id text not null,
    owner text not null,
    instance_key text not null,
    created_at text collate "C" not null,
    doc json not null,
    unique (workspace_id, owner, instance_key)
  )`,
];
