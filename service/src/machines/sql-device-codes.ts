/** Codes of the device flow, and the machines that are enrolled by them. */
import type { SqlContext } from "../store/sql-context.js";
import { lockName } from "../store/sql-lock.js";
import { searchable } from "../store/sql-rows.js";
import type { MachineMethods } from "./machine-record.js";
import { codeRow, machineRow } from "./sql-machine-rows.js";

type CodeMethods = Pick<MachineMethods, "addDeviceCode" | "changeDeviceCode">;

export function codeMethods({ transact }: SqlContext): CodeMethods {
  return {
    addDeviceCode: (record, { now, perSource, total, forgetBefore }) =>
      transact(async (trx) => {
        // Starts are counted one behind the other, so that two at once cannot both be the last that fits.
        await lockName(trx, "device_codes");
        await trx.deleteFrom("device_codes").where("expires_at", "<", forgetBefore).execute();
        const counts = await trx
          .selectFrom("device_codes")
          .where("expires_at", ">", now)
          .select(({ fn }) => [
            fn.countAll<string | number>().as("all_of_them"),
            fn.countAll<string | number>().filterWhere("source", "=", searchable(record.source)).as("own"),
          ])
          .executeTakeFirstOrThrow();
        if (Number(counts.all_of_them) >= total || Number(counts.own) >= perSource) return false;
        const added = await trx
          .insertInto("device_codes")
          .values(codeRow(record))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
      }),

    changeDeviceCode: (by, decide) =>
      transact(async (trx, tell) => {
        const [column, hash] =
          "deviceHash" in by ? (["device_hash", by.deviceHash] as const) : (["user_hash", by.userHash] as const);
        const row = await trx
          .selectFrom("device_codes")
          .select("doc")
          .where(column, "=", searchable(hash))
          .forUpdate()
          .executeTakeFirst();
        const { put, machine, room, result } = decide(row?.doc ?? null);
        if (put !== undefined) {
          await trx
            .updateTable("device_codes")
            .set(codeRow(put))
            .where("device_hash", "=", searchable(put.deviceHash))
            .execute();
        }
        if (machine !== undefined) {
          await lockName(trx, "machines", machine.workspaceId);
          const { count } = await trx
            .selectFrom("machines")
            .select(({ fn }) => fn.countAll<string | number>().as("count"))
            .where("workspace_id", "=", searchable(machine.workspaceId))
            .where("revoked_at", "is", null)
            .executeTakeFirstOrThrow();
          room?.(Number(count));
          await trx.insertInto("machines").values(machineRow(machine)).execute();
          tell.machine(machine.id);
        }
        return result;
      }),
  };
}
