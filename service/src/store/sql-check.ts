/** Finds sessions whose log has lost its end: a damaged file, or a write-ahead log that was cut. */
import type { Queries } from "./sql-context.js";
import { sessionDamaged } from "./store.js";

/** The most sessions that one check reports. */
const mostReported = 100;

/** Reports each session whose last event is missing. Such a session takes no writes and can be read up to the hole. */
export async function reportDamage(db: Queries, report: (error: unknown) => void): Promise<void> {
  const found = await db
    .selectFrom("sessions")
    .select(["id", "last_sequence"])
    .where("last_sequence", ">", 0)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("events")
            .select("events.sequence")
            .whereRef("events.session_id", "=", "sessions.id")
            .whereRef("events.sequence", "=", "sessions.last_sequence"),
        ),
      ),
    )
    .limit(mostReported)
    .execute();
  for (const { id, last_sequence } of found) report(sessionDamaged(id, Number(last_sequence)));
}
