/** Commands of machines and their output. A command is deleted with its session. */
import type { Transaction } from "kysely";
import type { TurnRecord } from "../store/records.js";
import { doc, searchable } from "../store/sql-rows.js";
import type { SqlContext, Tell } from "../store/sql-context.js";
import { lockName } from "../store/sql-lock.js";
import type { SqlTables } from "../store/sql-tables.js";
import { sessionMissing } from "../store/store.js";
import { isOpen, type CommandChange, type CommandMethods, type CommandRecord } from "./machine-record.js";

export function commandMethods({ run, transact }: SqlContext): CommandMethods {
  return {
    queueCommand: (record, { limit, forgetBefore }) =>
      transact(async (trx, tell) => {
        const { machineId, sessionId, callId } = record;
        // Commands of one machine are queued one behind the other, so that two at once cannot both be the last that fits.
        await lockName(trx, "machine_commands", machineId);
        const session = await trx
          .selectFrom("sessions")
          .select("id")
          .where("id", "=", searchable(sessionId))
          .forKeyShare()
          .executeTakeFirst();
        if (session === undefined) throw sessionMissing(sessionId);
        const known = await trx
          .selectFrom("machine_commands")
          .select("doc")
          .where("session_id", "=", searchable(sessionId))
          .where("call_id", "=", searchable(callId))
          .forUpdate()
          .executeTakeFirst();
        if (known !== undefined) {
          const adopted = { ...known.doc, attempt: record.attempt };
          if (isOpen(adopted)) await putCommand(trx, adopted);
          return known.doc;
        }
        const ofMachine = searchable(machineId);
        await trx
          .deleteFrom("machine_commands")
          .where("machine_id", "=", ofMachine)
          .where("is_open", "=", false)
          .where("created_at", "<", forgetBefore)
          .execute();
        const { open } = await trx
          .selectFrom("machine_commands")
          .select(({ fn }) => fn.countAll<string | number>().as("open"))
          .where("machine_id", "=", ofMachine)
          .where("is_open", "=", true)
          .executeTakeFirstOrThrow();
        if (Number(open) >= limit) return null;
        await trx.insertInto("machine_commands").values(commandRow(record)).execute();
        tell.machine(machineId);
        return record;
      }),

    getCommand: (id) =>
      run(async (db) => {
        const row = db.selectFrom("machine_commands").select("doc").where("id", "=", searchable(id));
        return (await row.executeTakeFirst())?.doc ?? null;
      }),

    openCommands: (machineId) =>
      run(async (db) => {
        const rows = await db
          .selectFrom("machine_commands")
          .select("doc")
          .where("machine_id", "=", searchable(machineId))
          .where("is_open", "=", true)
          .orderBy("created_at")
          .orderBy("id")
          .execute();
        return rows.map((row) => row.doc);
      }),

    changeCommand: (id, decide) =>
      transact(async (trx, tell) => {
        const command = await lockCommand(trx, id);
        return writeChange(trx, tell, id, decide(command));
      }),

    changeCommandInTurn: (id, decide) =>
      transact(async (trx, tell) => {
        const place = await trx
          .selectFrom("machine_commands")
          .select("doc")
          .where("id", "=", searchable(id))
          .executeTakeFirst();
        // The session before its command, as erasing locks them.
        const turn = place === undefined ? null : await lockTurn(trx, place.doc);
        const command = await lockCommand(trx, id);
        return writeChange(trx, tell, id, decide(command, turn));
      }),

    readOutput: (id, from, limit) =>
      run(async (db) => {
        const rows = await db
          .selectFrom("machine_output")
          .select("doc")
          .where("command_id", "=", searchable(id))
          .where("from_byte", ">=", from)
          .orderBy("from_byte")
          .limit(limit)
          .execute();
        return rows.map((row) => row.doc);
      }),
  };
}

type Trx = Transaction<SqlTables>;

async function lockCommand(trx: Trx, id: string): Promise<CommandRecord | null> {
  const row = await trx
    .selectFrom("machine_commands")
    .select("doc")
    .where("id", "=", searchable(id))
    .forUpdate()
    .executeTakeFirst();
  return row?.doc ?? null;
}

/** The command's turn behind a lock that every change of the session waits for. Null while no worker has the session's lease. */
async function lockTurn(trx: Trx, { sessionId, turnId }: CommandRecord): Promise<TurnRecord | null> {
  const session = await trx
    .selectFrom("sessions")
    .select("lease_owner")
    .where("id", "=", searchable(sessionId))
    .forShare()
    .executeTakeFirst();
  if (session === undefined || session.lease_owner === null) return null;
  const turn = await trx
    .selectFrom("turns")
    .select("doc")
    .where("session_id", "=", searchable(sessionId))
    .where("id", "=", searchable(turnId))
    .executeTakeFirst();
  return turn?.doc ?? null;
}

async function writeChange<T>(trx: Trx, tell: Tell, id: string, change: CommandChange<T>): Promise<T> {
  const { put, output, result } = change;
  if (output !== undefined) {
    await trx
      .insertInto("machine_output")
      .values({ command_id: searchable(id), from_byte: output.offset, doc: doc(output) })
      .execute();
  }
  if (put !== undefined) {
    await putCommand(trx, put);
    tell.machine(put.machineId);
  }
  return result;
}

async function putCommand(trx: Trx, command: CommandRecord): Promise<void> {
  const { id } = command;
  await trx.updateTable("machine_commands").set(commandRow(command)).where("id", "=", searchable(id)).execute();
}

export function commandRow(command: CommandRecord) {
  return {
    id: searchable(command.id),
    machine_id: searchable(command.machineId),
    session_id: searchable(command.sessionId),
    call_id: searchable(command.callId),
    is_open: isOpen(command),
    created_at: command.createdAt,
    doc: doc(command),
  };
}
