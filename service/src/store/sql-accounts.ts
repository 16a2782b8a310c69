/** Organizations. */
import type { SqlContext } from "./sql-context.js";
import { doc, searchable } from "./sql-rows.js";
import type { Store } from "./store.js";

type AccountMethods = Pick<Store, "createOrganization" | "getOrganization" | "listOrganizationIds">;

export function accountMethods({ run }: SqlContext): AccountMethods {
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
  };
}
