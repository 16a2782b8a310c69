/** Integrations, one row each. */
import { ownerKey, type Owner } from "../store/owner.js";
import type { SqlContext } from "../store/sql-context.js";
import { lockName } from "../store/sql-lock.js";
import { doc, searchable } from "../store/sql-rows.js";
import type { IntegrationMethods, IntegrationRecord } from "./integration-record.js";

export function integrationMethods({ run, transact }: SqlContext): IntegrationMethods {
  return {
    listIntegrations: (workspaceId, owners) =>
      run(async (db) => {
        if (owners?.length === 0) return [];
        const all = db.selectFrom("integrations").select("doc").where("workspace_id", "=", searchable(workspaceId));
        const theirs = owners === undefined ? all : all.where("owner", "in", owners.map(ownerColumn));
        return (await theirs.orderBy("created_at").orderBy("id").execute()).map((row) => row.doc);
      }),

    getIntegration: (id) =>
      run(async (db) => {
        const query = db.selectFrom("integrations").select("doc").where("id", "=", searchable(id));
        return (await query.executeTakeFirst())?.doc ?? null;
      }),

    changeIntegration: ({ workspaceId, endUser, instanceKey }, decide) =>
      transact(async (trx) => {
        const place = [searchable(workspaceId), ownerColumn(endUser)] as const;
        // Locks the owner: a free key has no row to lock, and the count must stay valid.
        await lockName(trx, "integrations", ...place);
        const own = await trx
          .selectFrom("integrations")
          .select(["id", "instance_key", "doc"])
          .where("workspace_id", "=", place[0])
          .where("owner", "=", place[1])
          .execute();
        const known = own.find((row) => row.instance_key === searchable(instanceKey)) ?? null;
        const { put, remove = false, result } = decide(known?.doc ?? null, own.length);
        if (known !== null && (remove || put !== undefined)) {
          await trx.deleteFrom("integrations").where("id", "=", known.id).execute();
        }
        if (put !== undefined) await trx.insertInto("integrations").values(integrationRow(put)).execute();
        return result;
      }),
  };
}

export function integrationRow(record: IntegrationRecord) {
  return {
    id: searchable(record.id),
    workspace_id: searchable(record.workspaceId),
    owner: ownerColumn(record.endUser),
    instance_key: searchable(record.instanceKey),
    created_at: record.createdAt,
    doc: doc(record),
  };
}

function ownerColumn(owner: Owner): string {
  return searchable(ownerKey(owner));
}
