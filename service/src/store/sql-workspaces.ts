/** Workspaces, of which an organization has at most one for each name that a host gives. */
import { sql } from "kysely";
import type { WorkspaceRecord } from "./records.js";
import type { Queries, SqlContext } from "./sql-context.js";
import { doc, searchable, searchableOrNull } from "./sql-rows.js";
import type { Store } from "./store.js";

type WorkspaceMethods = Pick<
  Store,
  "ensureWorkspace" | "findWorkspace" | "getWorkspace" | "updateWorkspace" | "listWorkspaces"
>;

export function workspaceMethods({ run, transact }: SqlContext): WorkspaceMethods {
  return {
    ensureWorkspace: (record) =>
      transact(async (trx) => {
        const added = await trx
          .insertInto("workspaces")
          .values(workspaceRow(record))
          .onConflict((conflict) => conflict.columns(["organization_id", "external_source", "external_id"]).doNothing())
          .returning("id")
          .executeTakeFirst();
        if (added !== undefined) return { workspace: record, created: true };
        const { organizationId, externalSource, externalId } = record;
        const known = await findWorkspace(trx, organizationId, externalSource ?? "", externalId ?? "");
        return { workspace: known ?? record, created: false };
      }),

    findWorkspace: (organizationId, externalSource, externalId) =>
      run((db) => findWorkspace(db, organizationId, externalSource, externalId)),

    getWorkspace: (workspaceId) =>
      run(async (db) => {
        const query = db.selectFrom("workspaces").select("doc").where("id", "=", searchable(workspaceId));
        return (await query.executeTakeFirst())?.doc ?? null;
      }),

    updateWorkspace: (workspaceId, patch) =>
      transact(async (trx, tell) => {
        const id = searchable(workspaceId);
        const row = await trx
          .selectFrom("workspaces")
          .select("doc")
          .where("id", "=", id)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) return null;
        const next: WorkspaceRecord = { ...row.doc, ...patch };
        await trx
          .updateTable("workspaces")
          .set({ doc: doc(next), retention_days: next.retentionDays ?? null, ...quotaColumns(next) })
          .where("id", "=", id)
          .execute();
        // More turns may run now.
        if (patch.quotas !== undefined) tell.task();
        return next;
      }),

    listWorkspaces: (organizationId, page) =>
      run(async (db) => {
        let list = db.selectFrom("workspaces").select("doc").where("organization_id", "=", searchable(organizationId));
        if (page?.behind !== undefined) {
          const { createdAt, id } = page.behind;
          list = list.where(sql<boolean>`(created_at, id) > (${createdAt}, ${searchable(id)})`);
        }
        if (page !== undefined) list = list.limit(page.limit);
        const rows = await list.orderBy("created_at").orderBy("id").execute();
        return rows.map((row) => row.doc);
      }),
  };
}

export function workspaceRow(record: WorkspaceRecord) {
  return {
    id: searchable(record.id),
    organization_id: searchable(record.organizationId),
    external_source: searchableOrNull(record.externalSource),
    external_id: searchableOrNull(record.externalId),
    retention_days: record.retentionDays ?? null,
    created_at: record.createdAt,
    ...quotaColumns(record),
    doc: doc(record),
  };
}

/** Means "no limit" where a service has a limit by default: more turns never run. */
const unlimited = 2_147_483_647;

function quotaColumns({ quotas = null }: WorkspaceRecord) {
  const limit = (most: number | null | undefined) =>
    most === undefined ? null : Math.min(most ?? unlimited, unlimited);
  return {
    quotas: quotas === null ? null : doc(quotas),
    running_limit: limit(quotas?.workspace?.runningTurns),
    running_limit_of_person: limit(quotas?.person?.runningTurns),
  };
}

async function findWorkspace(
  db: Queries,
  organizationId: string,
  externalSource: string,
  externalId: string,
): Promise<WorkspaceRecord | null> {
  const row = await db
    .selectFrom("workspaces")
    .select("doc")
    .where("organization_id", "=", searchable(organizationId))
    .where("external_source", "=", searchable(externalSource))
    .where("external_id", "=", searchable(externalId))
    .executeTakeFirst();
  return row?.doc ?? null;
}
