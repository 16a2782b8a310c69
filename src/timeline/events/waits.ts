import { waitedUntil } from "../../foundation/waited.js";
import type { SessionEvent } from "../../wire/protocol/session-event.js";
import type { FoldState, TurnRecord } from "../fold-state.js";
import { turnIdOf } from "../item-facts.js";

/** Call it after each change of what the turn asks. */
export function countWait(state: FoldState, turn: TurnRecord, { occurredAt }: SessionEvent): void {
  turn.waited = waitedUntil(turn.waited, isAsking(state, turn), occurredAt);
}

function isAsking(state: FoldState, turn: TurnRecord): boolean {
  if (turn.approvals.size > 0) return true;
  return [...state.requests.values()].some(({ notice }) => turnIdOf(notice.item) === turn.id);
}
