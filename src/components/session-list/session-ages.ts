import type { Sessions } from "../../hooks/use-sessions.js";
import { dayNumber } from "../../strings/format.js";

export type SessionAge = "pinned" | "today" | "yesterday" | "week" | "month" | "older";

/** The heading above a session. @param now the reader's time (ms since 1970) */
export function ageOf({ isPinned, updatedAt }: Sessions["sessions"][number], now: number): SessionAge {
  if (isPinned) return "pinned";
  const days = dayNumber(new Date(now)) - dayNumber(new Date(updatedAt));
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days <= 7) return "week";
  // A time that cannot be read is older than all others.
  return days <= 30 ? "month" : "older";
}

export interface SessionGroup {
  /** Null while the reader's time is unknown. */
  readonly age: SessionAge | null;
  readonly sessions: Sessions["sessions"];
}

/**
 * The sessions by their age, the one that changed last first; pinned ones in the order of their pins.
 *
 * @param now the reader's time (ms since 1970)
 * @param kept ages of rows that the person edits: these rows do not move
 * @param held ids of rows whose order stays; new rows are above them
 */
export function groupsOf(
  sessions: Sessions["sessions"],
  now: number | null,
  kept: ReadonlyMap<string, SessionAge>,
  held: readonly string[] = [],
): readonly SessionGroup[] {
  const rows = ordered(sessions, held);
  if (now === null) return rows.length === 0 ? [] : [{ age: null, sessions: rows }];
  const groups = new Map<SessionAge, Sessions["sessions"][number][]>();
  for (const session of rows) {
    const age = kept.get(session.sessionId) ?? ageOf(session, now);
    const group = groups.get(age);
    if (group) group.push(session);
    else groups.set(age, [session]);
  }
  return [...groups].map(([age, sessions]) => ({ age, sessions }));
}

type Rows = Sessions["sessions"];

function ordered(sessions: Rows, held: readonly string[]): Rows {
  const pinned = sessions.filter(({ isPinned }) => isPinned);
  const others = sessions.filter(({ isPinned }) => !isPinned);
  const newestFirst = [...pinned, ...others.toSorted((one, other) => timeOf(other) - timeOf(one))];
  const places = new Map(held.map((id, place) => [id, place]));
  // Rows without a place are new, and stay among themselves in the order of time.
  const placeOf = ({ sessionId }: Rows[number]) => places.get(sessionId) ?? -1;
  return newestFirst.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** A time that cannot be read is older than all others. */
const timeOf = ({ updatedAt }: Rows[number]) => Date.parse(updatedAt) || 0;
