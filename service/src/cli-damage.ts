/** `service-embedded verify` and `repair`: find the sessions whose log has lost events, and cut each log at its hole. */
import { randomUUID } from "node:crypto";
import { systemClock } from "./clock.js";
import type { Storage } from "./open-storage.js";
import { controlSession } from "./sessions/control-session.js";
import type { DamagedLog } from "./store/data.js";
import { isoNow } from "./world.js";

export const damageHelp = `
Commands for a damaged database (docs/operate.md). A data folder must not be served at the same time.

  service-embedded verify --data <folder>   read every log, and print which sessions have lost events; exits with 1 then
  service-embedded repair --data <folder>   cut each of these logs at its first hole, so that the session takes writes again
`;

const most = 1_000_000;

/** A finding that must not end a script with 0. */
export class DamageFound extends Error {}

/** @throws {DamageFound} with one line for each session that has lost events. */
export async function verify({ store, damage = [] }: Storage): Promise<string> {
  const found = await store.listDamage({ everyEvent: true, limit: most });
  if (found.length === 0 && damage.length === 0) return "Every log is whole.";
  throw new DamageFound(
    `${[...damage.map(({ message }) => message), ...found.map(lineOf)].join("\n")}\nRestore the database from a backup, or keep what is left: service-embedded repair.`,
  );
}

export async function repair({ store, damage = [] }: Storage): Promise<string> {
  const lines = damage.map(({ message }) => message);
  const said = lines.length;
  for (const { sessionId } of await store.listDamage({ everyEvent: true, limit: most })) {
    const cut = await store.cutLog(sessionId);
    if (cut === null) continue;
    // A running turn may wait for an answer to a question that the log has lost.
    const cause = { now: isoNow(systemClock), newId: randomUUID, subjectId: "service-embedded repair" };
    const input = { action: "interrupt", clientEventId: null, isQuiet: true } as const;
    await store.changeSession(sessionId, {}, (state) =>
      state.session.status === "cancelled" ? { change: null, result: null } : controlSession(state, cause, input),
    );
    lines.push(lineOf(cut));
  }
  return [...lines, lines.length === said ? "Every log is whole." : `Repaired ${lines.length - said} sessions.`].join(
    "\n",
  );
}

function lineOf({ sessionId, lastSequence, wholeUntil }: DamagedLog): string {
  return `session ${sessionId}: ${lastSequence} events were written, whole up to ${wholeUntil}`;
}
