/**
 * Decides the recovery of a running turn that lost its worker.
 *
 * A turn that has written output fails, because a second answer would follow the first. A turn without output runs
 * again: at once, then after a delay, and after `maxRecoveries` lost attempts it fails, so that a message that kills
 * its process cannot do so for ever. A person's decision resets the count.
 */
import type { TurnRecord } from "../store/records.js";
import type { SessionDraft } from "./session-draft.js";

/** Attempts without output that may follow the first one. */
export const maxRecoveries = 3;

/** How long each recovery waits (ms), the first one first. */
const waits = [0, 5_000, 30_000];

export interface LostTurn {
  readonly error: string;
  readonly code: "worker_lost" | "recovery_limit_reached";
}

/**
 * Counts a lost attempt and moves the turn to `recovering`, or returns the failure to write.
 *
 * @param turn is running, without a worker.
 */
export function recover(draft: SessionDraft, turn: TurnRecord): TurnRecord | LostTurn {
  if (turn.hasOutput) return { error: "The answer was interrupted. Try again.", code: "worker_lost" };
  const recoveries = (turn.recoveries ?? 0) + 1;
  const wait = waits[recoveries - 1];
  if (recoveries > maxRecoveries || wait === undefined) {
    return {
      error: "This message could not be answered after several attempts. Try again.",
      code: "recovery_limit_reached",
    };
  }
  const recoverAt = wait === 0 ? null : new Date(Date.parse(draft.cause.now) + wait).toISOString();
  const payload = { reason: "worker_lost", recovery: recoveries, ...(recoverAt !== null && { recoverAt }) };
  draft.emit("turn.recovery.requested", payload, { turnId: turn.id });
  draft.setStatus("recovering");
  return draft.moveTurn(turn, { status: "recovering", recoveries, recoverAt });
}

/** Lets another worker run a turn that has written nothing. Does not count as a lost attempt. */
export function handOver(draft: SessionDraft): boolean {
  const turn = draft.activeTurn;
  if (turn === undefined || turn.status !== "running" || turn.hasOutput) return false;
  draft.emit("turn.recovery.requested", { reason: "worker_stopped" }, { turnId: turn.id });
  draft.setStatus("recovering");
  draft.moveTurn(turn, { status: "recovering", recoverAt: null });
  draft.endLease();
  return true;
}

/** Ends the delay of a turn whose `recoverAt` has passed, so that a worker may claim its session. */
export function endRecoveryWait(draft: SessionDraft): void {
  const turn = draft.activeTurn;
  if (turn === undefined || isWaiting(turn, draft.cause.now)) return;
  if (turn.status === "recovering" && (turn.recoverAt ?? null) !== null) draft.moveTurn(turn, { recoverAt: null });
}

/** Whether the turn waits before its next attempt. */
export function isWaiting({ status, recoverAt }: TurnRecord, now: string): boolean {
  return status === "recovering" && (recoverAt ?? "") > now;
}

/** Whether the next attempt runs while no other such attempt of its process is silent: this one may kill the process. */
export function isSuspect({ recoveries }: TurnRecord): boolean {
  return (recoveries ?? 0) > 1;
}
