/** Data that a session's log makes stale, to be read again. */
import type { EventType } from "../wire/protocol/event-types.js";

/**
 * `record`: the session itself · `queue`: waiting messages and their order · `goal` · `requests`: open questions ·
 * `lineage`: its relatives and their state.
 */
export type Stale = "record" | "queue" | "goal" | "requests" | "lineage";

const turnEnd: readonly Stale[] = ["queue", "goal", "requests", "lineage"];

const table: Readonly<Partial<Record<EventType, readonly Stale[]>>> = {
  "session.humanInput.requested": ["requests"],
  "user.humanInputResponse": ["requests"],
  "session.control.paused": ["record", "queue", "goal"],
  "session.control.resumed": ["record", "queue", "goal"],
  "session.control.steer_requested": ["queue"],
  "session.queue.changed": ["queue"],
  "session.queue.prompt.cancelled": ["queue"],
  "session.queue.history": ["queue"],
  "workspace.inference.paused": ["record"],
  "workspace.inference.resumed": ["record"],
  "turn.queued": ["queue"],
  "turn.started": ["queue", "goal"],
  "turn.completed": turnEnd,
  "turn.failed": turnEnd,
  "turn.cancelled": turnEnd,
  "turn.superseded": turnEnd,
  "system.update.pending": ["lineage"],
  "system.update.delivered": ["lineage"],
  "system.update.settled": ["lineage"],
  "goal.set": ["goal"],
  "goal.updated": ["goal"],
  "goal.progress": ["goal"],
  "goal.paused": ["goal"],
  "goal.resumed": ["goal"],
  "goal.completed": ["goal"],
  "goal.cleared": ["goal"],
  "goal.held": ["goal"],
  "goal.continuation": ["goal"],
  "goal.rewrite.proposed": ["goal"],
  "goal.rewrite.rejected": ["goal"],
};

/** Data that an event of this type makes stale; none for an unknown type. */
export function staleAfter(type: string): readonly Stale[] {
  return Object.hasOwn(table, type) ? (table[type as EventType] ?? []) : [];
}
