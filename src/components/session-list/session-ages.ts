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

/**
 * The heading above each session that begins another age than the one before it. A list that is not in the order of time
 * shows each heading once.
 */
export function headingsOf(sessions: Sessions["sessions"], now: number): ReadonlyMap<string, SessionAge> {
  const headings = new Map<string, SessionAge>();
  const seen = new Set<SessionAge>();
  for (const session of sessions) {
    const age = ageOf(session, now);
    if (seen.has(age)) continue;
    seen.add(age);
    headings.set(session.sessionId, age);
  }
  return headings;
}
