import { sql, type Kysely } from "kysely";

/** Composer drafts, and the columns by which an organization's sessions, those of one status and one tree are found. */
export const draftsAndLists = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of tables) await sql.raw(statement).execute(db);
    await fillColumns(db as Kysely<Known>);
    for (const statement of rules) await sql.raw(statement).execute(db);
  },
};

/** Columns that this step uses. */
interface Known {
  readonly sessions: {
    readonly id: string;
    readonly doc: { readonly organizationId: string; readonly rootSessionId: string; readonly status: string };
    readonly organization_id: string | null;
    readonly root_session_id: string | null;
    readonly status: string | null;
  };
}

const atOnce = 500;

/** Read here and not by the database, whose functions on JSON reject a document with NUL or half a surrogate pair. */
async function fillColumns(db: Kysely<Known>): Promise<void> {
  for (let after = ""; ;) {
    const page = await db
      .selectFrom("sessions")
      .select(["id", "doc"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(atOnce)
      .execute();
    for (const { id, doc } of page) {
      const { organizationId, rootSessionId, status } = doc;
      await db
        .updateTable("sessions")
        .set({ organization_id: organizationId, root_session_id: rootSessionId, status })
        .where("id", "=", id)
        .execute();
    }
    const last = page.at(-1);
    if (last === undefined || page.length < atOnce) return;
    after = last.id;
  }
}

const tables = [
  `create table composer_drafts (
    session_id text not null references sessions (id) on delete cascade,
    owner text not null,
    doc json not null,
    primary key (session_id, owner)
  )`,

  `alter table sessions add column organization_id text, add column root_session_id text, add column status text`,
];

const rules = [
  `alter table sessions
    alter column organization_id set not null,
    alter column root_session_id set not null,
    alter column status set not null`,
  `create index sessions_of_organization on sessions (organization_id, created_at desc, id desc)`,
  `create index sessions_of_tree on sessions (root_session_id)`,
];
