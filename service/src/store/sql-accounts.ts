/** Organizations and their keys. */
import type { ApiKeyRecord } from "./records.js";
import type { SqlContext } from "./sql-context.js";
import { doc, searchable } from "./sql-rows.js";
import type { Store } from "./store.js";

type AccountMethods = Pick<
  Store,
  | "createOrganization"
  | "getOrganization"
  | "listOrganizationIds"
  | "createApiKey"
  | "findApiKey"
  | "listApiKeys"
  | "updateApiKey"
>;

export function accountMethods({ run, transact }: SqlContext): AccountMethods {
  return {
    createOrganization: (record) =>
      run(async (db) => {
        const row = { id: searchable(record.id), doc: doc(record) };
        await db
          .insertInto("organizations")
          .values(row)
          .onConflict((conflict) => conflict.column("id").doUpdateSet({ doc: row.doc }))
          .execute();
      }),

    getOrganization: (organizationId) =>
      run(async (db) => {
        const query = db.selectFrom("organizations").select("doc").where("id", "=", searchable(organizationId));
        return (await query.executeTakeFirst())?.doc ?? null;
      }),

    listOrganizationIds: () =>
      run(async (db) => {
        const rows = await db.selectFrom("organizations").select("doc").execute();
        return rows.map((row) => row.doc.id).toSorted();
      }),

    createApiKey: (record) =>
      run(async (db) => {
        const row = {
          id: searchable(record.id),
          organization_id: searchable(record.organizationId),
          hash: searchable(record.hash),
          created_at: record.createdAt,
          doc: doc(record),
        };
        await db
          .insertInto("api_keys")
          .values(row)
          .onConflict((conflict) => conflict.column("hash").doNothing())
          .execute();
      }),

    findApiKey: (hash) =>
      run(async (db) => {
        const query = db.selectFrom("api_keys").select("doc").where("hash", "=", searchable(hash));
        return (await query.executeTakeFirst())?.doc ?? null;
      }),

    listApiKeys: (organizationId) =>
      run(async (db) => {
        const rows = await db
          .selectFrom("api_keys")
          .select("doc")
          .where("organization_id", "=", searchable(organizationId))
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .execute();
        return rows.map((row) => row.doc);
      }),

    updateApiKey: (organizationId, keyId, patch) =>
      transact(async (trx, tell) => {
        const row = await trx
          .selectFrom("api_keys")
          .select("doc")
          .where("id", "=", searchable(keyId))
          .where("organization_id", "=", searchable(organizationId))
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) return null;
        const next: ApiKeyRecord = { ...row.doc, ...patch };
        await trx
          .updateTable("api_keys")
          .set({ doc: doc(next) })
          .where("id", "=", searchable(keyId))
          .execute();
        if (patch.revokedAt !== undefined) tell.keys();
        return next;
      }),
  };
}
