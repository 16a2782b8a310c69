/** Activity of a conversation, for every door: whether a turn runs or is about to, and the status for display. Pure. */
import { isLeaving, type OutboxEntry } from "./outbox/outbox-entry.js";
import type { SessionView } from "./view/session-view.js";

export interface Activity {
  /** The running turn: `begun` before its first output, `waiting` for a decision; null without one. */
  readonly turn: "begun" | "writing" | "waiting" | null;
  /** Whether a message waits for no other turn. */
  readonly isNext: boolean;
  /** Whether a person is asked. */
  readonly needsInput: boolean;
  readonly outbox: readonly OutboxEntry[];
  readonly error: Error | null;
}

export function showActivity(activity: Activity): Pick<SessionView, "status" | "isRunning" | "isAccepted"> {
  const { turn, isNext, outbox } = activity;
  const isAccepted = turn !== null || isNext || outbox.some(({ state }) => state === "accepted");
  const isRunning = isAccepted || isLeaving(outbox);
  return { status: statusOf(activity, isRunning), isRunning, isAccepted };
}

function statusOf({ turn, needsInput, error }: Activity, isRunning: boolean): SessionView["status"] {
  if (turn === "writing") return "streaming";
  if (turn === "waiting" && needsInput) return "ready";
  if (isRunning) return "submitted";
  return error ? "error" : "ready";
}
