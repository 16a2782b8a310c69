import { createHash } from "node:crypto";
import { sql, type Kysely } from "kysely";

/** Columns with a row's owner, where they were missing; the retention of sessions; and the audit. */
export const belongings = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of tables) await sql.raw(statement).execute(db);
    await fillColumns(db as Kysely<Known>);
    for (const statement of indexes) await sql.raw(statement).execute(db);
  },
};

interface Person {
  readonly source?: string | null;
  readonly id: string;
}

/** Columns that this step uses. */
interface Known {
  readonly memories: {
    readonly layer: string;
    readonly id: string;
    readonly doc: { readonly layer: { readonly workspaceId?: string; readonly endUser?: Person } };
    readonly workspace_id: string | null;
    readonly owner: string | null;
  };
  readonly device_codes: {
    readonly device_hash: string;
    readonly doc: { readonly owner: { readonly workspaceId: string; readonly endUser: Person | null } | null };
    readonly workspace_id: string | null;
    readonly owner: string | null;
  };
  readonly workspace_keys: {
    readonly id: string;
    readonly doc: { readonly createdBy?: Person | null };
    readonly owner: string | null;
  };
}

const tables = [
  `alter table memories add column workspace_id text, add column owner text`,
  `alter table device_codes add column workspace_id text, add column owner text`,
  `alter table workspace_keys add column owner text`,
  `alter table workspaces add column retention_days integer`,

  `create table audit_entries (
    id text collate "C" primary key,
    organization_id text not null,
    workspace_id text not null,
    person_digest text,
    actor_digest text,
    created_at text collate "C" not null,
    doc json not null
  )`,
];

const indexes = [
  `create index memories_of_owner on memories (workspace_id, owner) where workspace_id is not null`,
  `create index files_of_owner on files (workspace_id, end_user)`,
  `create index session_files_of_file on session_files (file_id)`,
  `create index workspaces_with_retention on workspaces (id) where retention_days is not null`,
  `create index audit_entries_listed on audit_entries (organization_id, created_at desc, id desc)`,
  `create index audit_entries_of_workspace on audit_entries (organization_id, workspace_id, created_at desc, id desc)`,
  `create index sessions_by_change on sessions (workspace_id, updated_at, id)`,
];

const atOnce = 500;

/** Read here and not by the database, whose functions on JSON reject a document with NUL or half a surrogate pair. */
async function fillColumns(db: Kysely<Known>): Promise<void> {
  for (let after: readonly [string, string] = ["", ""]; ;) {
    const page = await db
      .selectFrom("memories")
      .select(["layer", "id", "doc"])
      .where(sql<boolean>`(layer, id) > (${after[0]}, ${after[1]})`)
      .orderBy("layer")
      .orderBy("id")
      .limit(atOnce)
      .execute();
    for (const { layer, id, doc } of page) {
      const { workspaceId, endUser } = doc.layer;
      if (workspaceId === undefined) continue;
      await db
        .updateTable("memories")
        .set({ workspace_id: escaped(workspaceId), owner: ownerOf(endUser) })
        .where("layer", "=", layer)
        .where("id", "=", id)
        .execute();
    }
    const last = page.at(-1);
    if (last === undefined || page.length < atOnce) break;
    after = [last.layer, last.id];
  }
  // Both are few: codes live for minutes, and a workspace has at most a hundred keys.
  for (const { device_hash, doc } of await db.selectFrom("device_codes").select(["device_hash", "doc"]).execute()) {
    if (doc.owner === null) continue;
    await db
      .updateTable("device_codes")
      .set({ workspace_id: escaped(doc.owner.workspaceId), owner: ownerOf(doc.owner.endUser) })
      .where("device_hash", "=", device_hash)
      .execute();
  }
  for (const { id, doc } of await db.selectFrom("workspace_keys").select(["id", "doc"]).execute()) {
    await db
      .updateTable("workspace_keys")
      .set({ owner: ownerOf(doc.createdBy) })
      .where("id", "=", id)
      .execute();
  }
}

function ownerOf(person: Person | null | undefined): string {
  return person == null ? "" : escaped(JSON.stringify([person.source ?? null, person.id]));
}

/** As `searchable` was when this step was written. */
function escaped(value: string): string {
  const text = JSON.stringify(value).slice(1, -1);
  if (text.length <= 600) return text;
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
