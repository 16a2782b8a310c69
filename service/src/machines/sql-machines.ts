/** Enrolled machines. */
import type { SqlContext } from "../store/sql-context.js";
import { searchable } from "../store/sql-rows.js";
import { withoutApprover, type MachineMethods } from "./machine-record.js";
import { commandMethods } from "./sql-commands.js";
import { codeMethods } from "./sql-device-codes.js";
import { codeRow, machineRow, ownerColumn } from "./sql-machine-rows.js";

export function machineMethods(context: SqlContext): MachineMethods {
  const { run, transact } = context;
  return {
    ...codeMethods(context),
    ...commandMethods(context),

    findMachine: (hash) =>
      run(async (db) => {
        const row = db.selectFrom("machines").select("doc").where("hash", "=", searchable(hash));
        return (await row.executeTakeFirst())?.doc ?? null;
      }),

    getMachine: (id) =>
      run(async (db) => {
        const row = db.selectFrom("machines").select("doc").where("id", "=", searchable(id));
        return (await row.executeTakeFirst())?.doc ?? null;
      }),

    listMachines: ({ workspaceId, owners, limit }) =>
      run(async (db) => {
        const rows = await db
          .selectFrom("machines")
          .select("doc")
          .where("workspace_id", "=", searchable(workspaceId))
          .where("revoked_at", "is", null)
          .$if(owners !== undefined, (query) =>
            query.where("owner", "in", (owners ?? []).length === 0 ? ["-"] : (owners ?? []).map(ownerColumn)),
          )
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(limit)
          .execute();
        return rows.map((row) => row.doc);
      }),

    changeMachine: (id, decide) =>
      transact(async (trx, tell) => {
        const row = await trx
          .selectFrom("machines")
          .select("doc")
          .where("id", "=", searchable(id))
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) return null;
        const next = decide(row.doc);
        await trx.updateTable("machines").set(machineRow(next)).where("id", "=", searchable(id)).execute();
        tell.machine(id);
        return next;
      }),

    forgetApprover: (workspaceId, person) =>
      transact(async (trx) => {
        const machines = trx.selectFrom("machines").select("doc").where("workspace_id", "=", searchable(workspaceId));
        for (const { doc: machine } of await machines.forUpdate().execute()) {
          const next = withoutApprover(machine, person);
          if (!next) continue;
          const row = trx.updateTable("machines").set(machineRow(next));
          await row.where("id", "=", searchable(next.id)).execute();
        }
        const codes = trx.selectFrom("device_codes").select("doc").where("workspace_id", "=", searchable(workspaceId));
        for (const { doc: code } of await codes.forUpdate().execute()) {
          const owner = code.owner && withoutApprover(code.owner, person);
          if (!owner) continue;
          const row = trx.updateTable("device_codes").set(codeRow({ ...code, owner }));
          await row.where("device_hash", "=", searchable(code.deviceHash)).execute();
        }
      }),

    revokedMachines: (ids) =>
      run(async (db) => {
        if (ids.length === 0) return [];
        const rows = await db
          .selectFrom("machines")
          .select("id")
          .where("id", "in", ids.map(searchable))
          .where("revoked_at", "is", null)
          .execute();
        const valid = new Set(rows.map((row) => row.id));
        return ids.filter((id) => !valid.has(searchable(id)));
      }),

    watchMachine: context.watchMachine,
  };
}
