import { sql, type Kysely } from "kysely";

/** A person's sessions by their last change. Those of a workspace have `sessions_by_change`. */
export const sessionsByChange = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create index sessions_of_person_by_change on sessions (workspace_id, end_user_id, updated_at desc, id desc)
          where end_user_id is not null`,
      )
      .execute(db);
  },
};
