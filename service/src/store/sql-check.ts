/** Finds sessions whose log has lost events: a damaged file, a write-ahead log that was cut. Cuts them at the hole. */
import { sql } from "kysely";
import type { DataMethods, DamagedLog } from "./data.js";
import type { SqlContext } from "./sql-context.js";
import { isKnownMigration, storeTooNew } from "./sql-migrate.js";
import { ofSession, searchable, unsearchable } from "./sql-rows.js";

type CheckMethods = Pick<DataMethods, "listDamage" | "cutLog" | "checkDatabase">;

interface Found {
  readonly id: string;
  readonly last_sequence: string | number;
  readonly whole_until: string | number;
}

export function checkMethods({ run, transact }: SqlContext): CheckMethods {
  return {
    checkDatabase: () =>
      run(async (db) => {
        const { rows } = await sql<{ name: string; read_only: string }>`
          select name, current_setting('transaction_read_only') as read_only from kysely_migration`.execute(db);
        if (rows.some(({ name }) => !isKnownMigration(name))) throw storeTooNew();
        return { isReadOnly: rows[0]?.read_only === "on" };
      }),

    listDamage: ({ everyEvent, limit }) =>
      run(async (db) => {
        const lost = everyEvent
          ? sql`(select count(*) from events where session_id = ${ofSession("s")} and sequence <= s.last_sequence) < s.last_sequence
              or exists (select from events where session_id = ${ofSession("s")} and sequence > s.last_sequence)`
          : sql`not exists (select from events where session_id = ${ofSession("s")} and sequence = s.last_sequence)`;
        const { rows } = await sql<Found>`select s.id, s.last_sequence, ${wholeUntil} as whole_until
          from sessions s where s.last_sequence > 0 and (${lost}) order by s.id limit ${limit}`.execute(db);
        return rows.map(asDamage);
      }),

    cutLog: (sessionId) =>
      transact(async (trx, tell) => {
        const { rows } = await sql<Found>`select s.id, s.last_sequence, ${wholeUntil} as whole_until
          from sessions s where s.id = ${searchable(sessionId)} for update`.execute(trx);
        if (rows[0] === undefined) return null;
        const damage = asDamage(rows[0]);
        await trx
          .deleteFrom("events")
          .where("session_id", "=", searchable(sessionId))
          .where("sequence", ">", damage.wholeUntil)
          .execute();
        await trx
          .updateTable("sessions")
          .set({ last_sequence: damage.wholeUntil, lease_owner: null, lease_expires_at: null })
          .where("id", "=", searchable(sessionId))
          .execute();
        tell.log(sessionId);
        return damage;
      }),
  };
}

/** Sequence of the last event before the first hole of session `s`. */
const wholeUntil = sql`coalesce((select max(e.sequence) from (
    select sequence, row_number() over (order by sequence) as place from events where session_id = ${ofSession("s")}
  ) e where e.sequence = e.place), 0)`;

function asDamage({ id, last_sequence, whole_until }: Found): DamagedLog {
  return { sessionId: unsearchable(id), lastSequence: Number(last_sequence), wholeUntil: Number(whole_until) };
}
