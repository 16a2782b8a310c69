/**
 * Sessions that need a person: those that wait for a decision, and those that ended unseen. Pure.
 *
 * A visible session needs nothing. A seen end stays seen.
 */
import type { SessionStatus } from "../wire/protocol/session.js";

/** Why a session needs a person. */
export type AttentionReason = "decision" | "finished" | "failed";

export interface AttentionFacts {
  readonly sessionId: string;
  readonly status: SessionStatus;
  readonly title: string | null;
}

/** A session that needs a person. */
export interface AttentionEntry {
  readonly sessionId: string;
  readonly title: string | null;
  readonly reason: AttentionReason;
}

export interface AttentionBook {
  /** In the order in which they began to need a person. */
  readonly entries: readonly AttentionEntry[];
  /** The last known state of each session that runs or waits: only those can end. */
  readonly statuses: ReadonlyMap<string, SessionStatus>;
}

export const calm: AttentionBook = { entries: [], statuses: new Map() };

/** Statuses that run, or continue without a person. */
const busy: ReadonlySet<string> = new Set(["queued", "running", "recovering", "waiting_capacity"]);

/** Most sessions whose state is remembered. */
const mostStatuses = 500;

/** Updates the book with these sessions. Returns the same book when nothing has changed. */
export function attend(
  book: AttentionBook,
  sessions: readonly AttentionFacts[],
  isInView: (sessionId: string) => boolean,
): AttentionBook {
  const statuses = new Map(book.statuses);
  const wanted = new Map(book.entries.map((entry) => [entry.sessionId, entry]));
  for (const facts of sessions) {
    const { sessionId, status, title } = facts;
    const known = wanted.get(sessionId);
    const reason = reasonOf(status, statuses.get(sessionId), known?.reason);
    if (canEnd(status)) statuses.set(sessionId, status);
    else statuses.delete(sessionId);
    if (reason === null) wanted.delete(sessionId);
    else if (known?.reason !== reason || known.title !== title) wanted.set(sessionId, { sessionId, title, reason });
  }
  for (const sessionId of wanted.keys()) if (isInView(sessionId)) wanted.delete(sessionId);
  for (const sessionId of statuses.keys()) if (statuses.size > mostStatuses) statuses.delete(sessionId);
  return bookOf(book, [...wanted.values()], statuses);
}

/** Removes sessions that are deleted, archived or no longer waiting. Returns the same book when it has none of them. */
export function forgetSessions(book: AttentionBook, gone: ReadonlySet<string>): AttentionBook {
  const statuses = new Map([...book.statuses].filter(([sessionId]) => !gone.has(sessionId)));
  return bookOf(
    book,
    book.entries.filter(({ sessionId }) => !gone.has(sessionId)),
    statuses,
  );
}

function bookOf(
  book: AttentionBook,
  entries: readonly AttentionEntry[],
  statuses: ReadonlyMap<string, SessionStatus>,
): AttentionBook {
  const hasSameEntries = sameEntries(entries, book.entries);
  const hasSameStatuses =
    statuses.size === book.statuses.size && [...statuses].every(([id, status]) => book.statuses.get(id) === status);
  if (hasSameEntries && hasSameStatuses) return book;
  return { entries: hasSameEntries ? book.entries : entries, statuses };
}

/** Whether a session runs or waits. */
export const canEnd = (status: SessionStatus) => busy.has(status) || status === "requires_action";

function reasonOf(
  status: SessionStatus,
  before: SessionStatus | undefined,
  known: AttentionReason | undefined,
): AttentionReason | null {
  if (status === "requires_action") return "decision";
  if (busy.has(status)) return null;
  const hasJustEnded = before !== undefined && before !== status && canEnd(before);
  if (hasJustEnded) return status === "failed" ? "failed" : "finished";
  // It ended unseen; a decision that is no longer pending does not count.
  return known === undefined || known === "decision" ? null : known;
}

function sameEntries(left: readonly AttentionEntry[], right: readonly AttentionEntry[]): boolean {
  return left.length === right.length && left.every((entry, index) => entry === right[index]);
}
