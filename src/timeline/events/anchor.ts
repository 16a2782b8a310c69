import type { EventType } from "../../wire/protocol/event-types.js";
import { openPhase, reach, type FoldState, type TurnRecord } from "../fold-state.js";
import type { UserMessageItem, WorkerCompletionItem } from "../items.js";
import { rowOf, type Handler } from "./handler.js";

/**
 * A message is drawn where its turn starts, not where it was sent: until then it waits in the queue and is not shown
 * here. A turn that is cancelled before it starts leaves no trace.
 */

/** A message that waits for a turn. */
type SentItem = UserMessageItem | WorkerCompletionItem;

export const turnQueued: Handler<"turn.queued"> = (state, event) => {
  const turn = state.turn(event.payload.turnId || event.turnId);
  turn.queuedAt ??= event.occurredAt;
  const sent = state.unqueued.get(event.payload.triggerEventId);
  if (!sent) return;
  state.remove(sent.slot);
  state.unqueued.delete(event.payload.triggerEventId);
  turn.hidden = { ...(sent.slot.item as SentItem), turnId: turn.id };
  // A message whose place was provisional did not end the answer that streams before it.
  if (sent.interrupted && state.isLast(sent.interrupted)) state.setStreaming(sent.interrupted, true);
  if (openPhase(turn).name !== "waiting") showMessage(state, turn);
};

export const turnStarted: Handler<"turn.started"> = (state, event) => {
  const turn = state.turn(event.turnId);
  const before = openPhase(turn);
  reach(turn, { name: "started" });
  if (before.name === "evident" && before.placed) state.moveToEnd(before.placed, before.placed.item);
  showMessage(state, turn);
  if (before.name === "started" || turn.queuedAt === null) return;
  const slot = state.push({
    ...rowOf(event),
    kind: "startup-phase",
    id: `${event.id}-queue`,
    phase: "queue",
    status: "complete",
    startedAt: turn.queuedAt,
    completedAt: event.occurredAt,
    durationMs: duration(turn.queuedAt, event.occurredAt),
    outcome: null,
  });
  turn.phases.set("queue", slot);
};

/** The first sign that a turn runs, when its `turn.started` is not (yet) there. */
export function noteEvidence(state: FoldState, type: EventType, turnId: string | null | undefined): void {
  if (typeof turnId !== "string" || !isEvidence(type)) return;
  const turn = state.turn(turnId);
  if (openPhase(turn).name === "waiting") reach(turn, { name: "evident", placed: showMessage(state, turn) });
}

export function duration(from: string, until: string): number | null {
  const ms = Date.parse(until) - Date.parse(from);
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function showMessage(state: FoldState, turn: TurnRecord) {
  if (!turn.hidden) return null;
  const slot = state.push(turn.hidden);
  turn.hidden = null;
  return slot;
}

const evidence: ReadonlySet<EventType> = new Set<EventType>([
  "session.requiresAction",
  "session.humanInput.requested",
  "session.context.compaction.started",
  "session.context.compacted",
  "user.approvalDecision",
  "user.humanInputResponse",
  "turn.completed",
  "turn.failed",
  "turn.recovery.requested",
  "tool.auth_needed",
]);

function isEvidence(type: EventType): boolean {
  return evidence.has(type) || /^(?:agent|sandbox|rig|memory|turn\.startup)\./.test(type);
}
