import type { SessionRecord } from "../store/records.js";
import type { ChildReport, TurnRecord } from "../store/records.js";
import type { Decided, SessionState } from "../store/store.js";
import { cutUtf8 } from "./bound-payload.js";
import { SessionDraft, type Cause } from "./session-draft.js";

/**
 * Reports of a child session to its parent when it is at rest. The change that ends the child's turn also stores
 * the report; a worker then writes it into the parent's log and removes it here, so a crash between the two loses
 * nothing, and the turn's id in the parent's log prevents a duplicate.
 */

/** Size limit of the answer in a report, in UTF-8 (bytes). */
const maxReportBytes = 8_192;

/** Stores the report of an ended turn, to be sent when the child session has no further work. */
export function reportEnd(draft: SessionDraft, turn: TurnRecord, status: ChildReport["status"], text: string): void {
  if (draft.session.parentSessionId === null) return;
  const dueAt = draft.openTurns.length > 0 ? null : draft.cause.now;
  draft.patch({ report: { turnId: turn.id, status, text: cutUtf8(text, maxReportBytes), dueAt } });
}

/** A child whose last waiting turn was removed rests after the turn that ended before it, if there was one. */
export function reportRest(draft: SessionDraft, taken: TurnRecord): void {
  const { report, initialTurnId, parentSessionId } = draft.session;
  if (parentSessionId === null || draft.openTurns.length > 0) return;
  if (report !== null) draft.patch({ report: { ...report, dueAt: report.dueAt ?? draft.cause.now } });
  else if (taken.id === initialTurnId) reportEnd(draft, taken, "cancelled", "");
}

/** Idempotency key of a report in the parent's log. */
export function reportKey({ turnId }: ChildReport): string {
  return `child:${turnId}`;
}

/**
 * Writes the report into the parent's log. It starts no turn and moves no status: a parent that is paused, waits for a
 * person or rests stays as it is, and one that was cancelled takes nothing more.
 */
export function takeReport(
  state: SessionState,
  cause: Cause,
  child: SessionRecord,
  report: ChildReport,
): Decided<null> {
  if (state.prior !== null || state.session.status === "cancelled") return { change: null, result: null };
  const draft = new SessionDraft(state, cause);
  const { goal } = child;
  const facts = goal !== null && {
    goal: {
      status: goal.status,
      text: goal.text,
      ...(goal.evidence !== null && { evidence: goal.evidence }),
      ...(goal.pausedReason !== null && { pausedReason: goal.pausedReason }),
    },
  };
  const childCompletion = { childSessionId: child.id, status: report.status, ...facts };
  draft.emit("user.message", { text: report.text, childCompletion }, { clientEventId: reportKey(report) });
  return draft.done(null);
}

/** Takes a delivered report away, unless a newer one has taken its place. */
export function clearReport(state: SessionState, cause: Cause, { turnId }: ChildReport): Decided<null> {
  const draft = new SessionDraft(state, cause);
  if (draft.session.report?.turnId === turnId) draft.patch({ report: null });
  return draft.done(null);
}
