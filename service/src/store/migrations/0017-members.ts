import { sql, type Kysely } from "kysely";

/** Members of organizations, and their places in workspaces. */
export const members = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table members (
    id text collate "C" primary key,
    organization_id text not null,
    subject text not null,
    is_owner boolean not null,
    created_at text collate "C" not null,
    doc json not null,
    unique (organization_id, subject)
  )`,
  `create index members_by_age on members (organization_id, created_at, id)`,
  `create index members_who_own on members (organization_id) where is_owner`,

  `create table workspace_members (
    id text collate "C" primary key,
    workspace_id text not null,
    member_id text collate "C" not null references members (id) on delete cascade,
    created_at text collate "C" not null,
    doc json not null,
    unique (workspace_id, member_id)
  )`,
  `create index workspace_members_by_age on workspace_members (workspace_id, created_at, id)`,
  `create index workspace_members_of_member on workspace_members (member_id)`,
];
