import { approvalId, approvedCallId, type Denial } from "../../wire/protocol/decisions.js";
import type { FoldState, Slot, TurnRecord } from "../fold-state.js";
import { turnIdOf, withoutMarks, withoutWait } from "../item-facts.js";
import type { TimelineItem, ToolCallItem, TurnOutcome, WorkerItem } from "../items.js";
import { rowOf, type Handler } from "./handler.js";
import { countWait } from "./waits.js";

/**
 * Approvals: no call of the turn runs while one waits; approved calls wait on, and run once all are decided. A rejected
 * call is denied, whatever its output. A call that waits when its turn is cancelled or fails is cancelled with it.
 */

type CallItem = ToolCallItem | WorkerItem;

export const requiresAction: Handler<"session.requiresAction"> = (state, event) => {
  for (const slot of state.running(event.turnId ?? null)) {
    state.finish(slot, "complete");
    if (isCall(slot.item)) state.halted.add(slot);
  }
  const turn = state.turn(event.turnId);
  const { approvals } = turn;
  endWaits(state, approvals.values());
  approvals.clear();
  for (const approval of event.payload.approvals) {
    const [id, callId] = [approvalId(approval), approvedCallId(approval)];
    if (id === undefined || callId === undefined) continue;
    approvals.set(id, callId);
    setWaits(state, callId, true);
    const slot = state.calls.get(callId);
    if (slot?.item.kind === "tool-call" && slot.item.output === null) state.halted.add(slot);
  }
  if (approvals.size === 0) runApproved(state, turn, event.occurredAt);
  countWait(state, turn, event);
  state.push({ ...rowOf(event), kind: "notice", tone: "waiting", text: "" });
};

export const approvalDecided: Handler<"user.approvalDecision"> = (state, event) => {
  const { approvalId: id, decision, message, actor } = event.payload;
  const turnId = event.turnId ?? null;
  const turn = state.turn(turnId);
  const callId = turn.approvals.get(id) ?? id;
  turn.approvals.delete(id);
  if (decision === "approve") {
    turn.approved.add(callId);
    changeCall(state, callId, (item) => (item.waits ? { ...item, approved: true } : item));
  }
  if (decision === "reject") {
    setWaits(state, callId, false);
    const denial: Denial = { ...(actor !== undefined && { actor }), ...(message !== undefined && { reason: message }) };
    const slot = state.calls.get(callId);
    if (slot && (turnId === null || turnIdOf(slot.item) === turnId)) deny(state, slot, denial);
    else turn.denials.set(callId, denial);
  }
  if (turn.approvals.size === 0) runApproved(state, turn, event.occurredAt);
  countWait(state, turn, event);
};

/** Nothing of the turn waits for an approval any more: its approved calls run. */
function runApproved(state: FoldState, turn: TurnRecord, runsSince: string): void {
  endWaits(state, turn.approved);
  for (const callId of turn.approved) {
    changeCall(state, callId, (item) => {
      const hasOutput = item.kind === "tool-call" && item.output !== null;
      const runs = turnIdOf(item) === turn.id && item.status === "complete" && !hasOutput && !item.cancelled;
      if (!runs) return item;
      return item.kind === "worker" ? { ...item, status: "running" } : { ...item, status: "running", runsSince };
    });
  }
  turn.approved.clear();
}

function endWaits(state: FoldState, callIds: Iterable<string>): void {
  for (const callId of callIds) setWaits(state, callId, false);
}

/**
 * Ends the wait of a turn's calls with the turn. One that never had an output is marked unless the turn completed: its
 * status stays complete, as the request left it.
 */
export function endHalted(state: FoldState, turn: TurnRecord, outcome: TurnOutcome): void {
  endWaits(state, [...turn.approvals.values(), ...turn.approved]);
  for (const slot of state.halted) {
    const item = slot.item as CallItem;
    if (turn.id !== null && item.turnId !== turn.id) continue;
    state.halted.delete(slot);
    if (outcome !== "complete" && item.status === "complete")
      state.update(slot, { ...withoutWait(item), cancelled: true });
  }
}

function setWaits(state: FoldState, callId: string, waits: boolean): void {
  changeCall(state, callId, (item) => {
    if (!waits) return withoutWait(item);
    return item.waits ? item : { ...item, waits };
  });
}

/** Changes the row of a call, if it has one. */
function changeCall(state: FoldState, callId: string, change: (item: CallItem) => CallItem): void {
  const slot = state.calls.get(callId);
  if (!slot || !isCall(slot.item)) return;
  const next = change(slot.item);
  if (next !== slot.item) state.update(slot, next);
}

/** Marks the row of a call that a person rejected. */
export function deny(state: FoldState, slot: Slot, denial: Denial): void {
  state.update(slot, { ...withoutMarks(slot.item as CallItem), status: "output-denied", denial });
}

function isCall(item: TimelineItem): item is CallItem {
  return item.kind === "tool-call" || item.kind === "worker";
}
