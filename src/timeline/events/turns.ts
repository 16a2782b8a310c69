import { waitedField, waitedUntil } from "../../foundation/waited.js";
import type { SessionEvent } from "../../wire/protocol/session-event.js";
import { creditText, failureText } from "../failure-text.js";
import { endPhase, openPhase, type FoldState, type Slot, type TurnRecord } from "../fold-state.js";
import { turnIdOf } from "../item-facts.js";
import type { TurnOutcome } from "../items.js";
import { endHalted } from "./approvals.js";
import { rowOf, type Handler } from "./handler.js";

/** How turns end. Whatever a turn has left running ends with it. */

/** Why a turn ended early: nothing is left to pay for more. */
const creditLimits: ReadonlySet<string> = new Set(["budget_exhausted", "credits_exhausted", "credit_exhausted"]);
const creditCodes: ReadonlySet<string> = new Set([...creditLimits, "insufficient_credits", "payment_required"]);

interface Ending {
  readonly outcome: TurnOutcome;
  readonly failureText: string | null;
  /** A separate row with the reason, for turns whose own rows do not show it. */
  readonly notice: { readonly tone: "failed" | "cancelled"; readonly text: string } | null;
}

export const turnCompleted: Handler<"turn.completed"> = (state, event) => {
  const turn = state.turn(event.turnId);
  if (event.payload.maintenance !== undefined) {
    settleRows(state, turn, "complete");
    endPhase(turn);
  } else if (creditLimits.has(event.payload.segmentLimit ?? "")) {
    const text = failureText(event.payload.detail) ?? creditText;
    end(state, event, turn, { outcome: "failed", failureText: text, notice: { tone: "failed", text } });
  } else {
    end(state, event, turn, { outcome: "complete", failureText: null, notice: null });
  }
};

export const turnFailed: Handler<"turn.failed"> = (state, event) => {
  const turn = state.turn(event.turnId);
  const { error, message, code } = event.payload;
  const isCredit = creditCodes.has(code ?? "");
  const text = isCredit ? creditText : failureText(error, message);
  // The group of a turn shows the failure; without a turn id there may be no group.
  const isOpen = isCredit || turn.id === null || !state.hasActivity(turn.id);
  const notice = isOpen ? ({ tone: "failed", text: text ?? "" } as const) : null;
  end(state, event, turn, { outcome: "failed", failureText: text, notice });
};

export const turnCancelled: Handler<"turn.cancelled"> = (state, event) => {
  cancel(state, event, state.turn(event.turnId ?? event.payload.turnId));
};

/** A turn replaced by a steering message shows as cancelled. */
export const turnSuperseded: Handler<"turn.superseded"> = (state, event) => {
  cancel(state, event, state.turn(event.turnId ?? event.payload.targetTurnId));
};

function cancel(state: FoldState, event: SessionEvent, turn: TurnRecord): void {
  if (turn.queuedAt !== null && openPhase(turn).name === "waiting") {
    turn.hidden = null;
    endPhase(turn);
    return;
  }
  const notice = !state.hasActivity(turn.id) ? ({ tone: "cancelled", text: "" } as const) : null;
  end(state, event, turn, { outcome: "cancelled", failureText: null, notice });
}

function end(state: FoldState, event: SessionEvent, turn: TurnRecord, ending: Ending): void {
  const growing = growingOf(state, turn);
  settleRows(state, turn, ending.outcome);
  // A turn ends once; later ends are ignored.
  if (turn.phase.name === "ended" && turn.id !== null) return;
  if (ending.outcome !== "complete") {
    if (growing) state.cutOff(growing);
    // Events without a turn share one record: its message may be of an earlier turn.
    if (turn.lastMessage && turn.lastMessage !== growing && turn.id !== null) state.cutOff(turn.lastMessage);
  }
  turn.waited = waitedUntil(turn.waited, false, event.occurredAt);
  const row = { ...rowOf(event), turnId: turn.id };
  const { outcome, failureText } = ending;
  state.push({
    ...row,
    kind: "turn-end",
    id: `${event.id}-turn-end`,
    outcome,
    failureText,
    ...waitedField(turn.waited),
  });
  // Added after the end, so that it is outside the turn's group.
  if (ending.notice) state.push({ ...row, kind: "notice", ...ending.notice });
  // Last, as a row of an ended turn disturbs settled rows.
  endPhase(turn);
}

function settleRows(state: FoldState, turn: TurnRecord, outcome: TurnOutcome): void {
  if (growingOf(state, turn)) state.endStreaming();
  endHalted(state, turn, outcome);
  for (const slot of state.running(turn.id)) state.finish(slot, outcome === "complete" ? "complete" : "cancelled");
}

/** The row of the turn whose text still grows. */
function growingOf({ streaming }: FoldState, turn: TurnRecord): Slot | null {
  const isOfTurn = streaming && (turn.id === null || turnIdOf(streaming.item) === turn.id);
  return isOfTurn ? streaming : null;
}
