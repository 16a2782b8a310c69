/** The audit, one row for each entry. */
import { sql, type Insertable } from "kysely";
import type { AuditMethods, AuditRecord } from "./audit.js";
import { withCounts, type Counts } from "./data.js";
import type { Queries, SqlContext } from "./sql-context.js";
import { doc, searchable } from "./sql-rows.js";
import type { SqlTables } from "./sql-tables.js";

export function auditMethods({ run, transact }: SqlContext): AuditMethods {
  return {
    addAudit: (record) => run((db) => addEntry(db, record)),

    listAudit: ({ organizationId, workspaceId, personDigest, limit, behind }) =>
      run(async (db) => {
        let list = db
          .selectFrom("audit_entries")
          .select("doc")
          .where("organization_id", "=", searchable(organizationId));
        if (workspaceId !== undefined) list = list.where("workspace_id", "=", searchable(workspaceId));
        if (personDigest !== undefined) list = list.where("person_digest", "=", personDigest);
        if (behind) list = list.where(sql<boolean>`(created_at, id) < (${behind.createdAt}, ${searchable(behind.id)})`);
        const rows = await list.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
        return rows.map((row) => row.doc);
      }),

    forgetActors: (of) =>
      transact(async (trx) => {
        const named = trx
          .selectFrom("audit_entries")
          .select("doc")
          .where("organization_id", "=", searchable(of.organizationId))
          .where("actor_digest", "is not", null);
        const found =
          "actorDigest" in of
            ? named.where("actor_digest", "=", of.actorDigest)
            : named.where("workspace_id", "=", searchable(of.workspaceId)).where("id", "!=", searchable(of.exceptId));
        for (const { doc: entry } of await found.forUpdate().execute()) {
          if (entry.actor === null) continue;
          await trx
            .updateTable("audit_entries")
            .set({ doc: doc({ ...entry, actor: null }) })
            .where("id", "=", searchable(entry.id))
            .execute();
        }
      }),
  };
}

export async function addEntry(db: Queries, record: AuditRecord): Promise<void> {
  await db.insertInto("audit_entries").values(auditRow(record)).execute();
}

/** Adds the entry, or the counts to the one that an earlier transaction of the same erasure added. */
export async function countErased(trx: Queries, entry: AuditRecord, counts: Counts): Promise<void> {
  const id = searchable(entry.id);
  const known = await trx.selectFrom("audit_entries").select("doc").where("id", "=", id).forUpdate().executeTakeFirst();
  if (known === undefined) return addEntry(trx, withCounts(entry, counts));
  const next = doc(withCounts(known.doc, counts));
  await trx.updateTable("audit_entries").set({ doc: next }).where("id", "=", id).execute();
}

export function auditRow(record: AuditRecord): Insertable<SqlTables["audit_entries"]> {
  return {
    id: searchable(record.id),
    organization_id: searchable(record.organizationId),
    workspace_id: searchable(record.workspaceId),
    person_digest: record.personDigest,
    actor_digest: record.actorDigest,
    created_at: record.createdAt,
    doc: doc(record),
  };
}
