import type { EndedRun, TurnRecord } from "../store/records.js";
import { isRecord } from "./is-record.js";

/** The facts of an ended turn for its task; null for a turn that has not ended or belongs to no task. */
export function endedRunOf(turn: TurnRecord): EndedRun | null {
  const { id: turnId, sessionId, triggerEventId, status, finishedAt: at } = turn;
  const origin = turn.extra["scheduledTask"];
  if (turn.source !== "scheduled_task" || at === null || !isRecord(origin)) return null;
  const { taskId, runId } = origin;
  if (typeof taskId !== "string" || typeof runId !== "string") return null;
  const ended = status === "completed" || status === "failed" ? status : "cancelled";
  return { taskId, runId, sessionId, turnId, triggerEventId, status: ended, at };
}
