import { sql, type Kysely } from "kysely";

/**
 * Lists over an organization by person and by status. Each has an index in the list's own order, so a page costs the same
 * however many sessions other people have. `sql-session-list.ts` asks in these very expressions.
 */
export const sessionsOfOrganizations = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const archived = "((archived_at is null)::int)";
// A digest: two long names would not fit one entry. Neither contains a line break (`searchable`).
const person = "md5(end_user_source || chr(10) || end_user_id)";
const order = "created_at desc, id desc";

const statements = [
  `drop index sessions_of_organization`,
  `create index sessions_of_organization on sessions (organization_id, ${archived}, ${order})`,
  `create index sessions_by_status on sessions (organization_id, status, ${archived}, ${order})`,
  `create index sessions_by_person on sessions (organization_id, (${person}), ${archived}, ${order})`,
  `create index sessions_by_person_and_status on sessions (organization_id, (${person}), status, ${archived}, ${order})`,
];
