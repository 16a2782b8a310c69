import type { ControlAction } from "@service/sdk/protocol";
import type { Decided, SessionState } from "../store/store.js";
import { sessionCancelled } from "./api-failure.js";
import { repeated } from "./same-content.js";
import { assertControl, type Accepted } from "./send-message.js";
import { reportEnd } from "./child-report.js";
import { SessionDraft, type Cause } from "./session-draft.js";
import { cancelPendingDecisions } from "./settle-decisions.js";

export interface ControlInput {
  readonly action: ControlAction;
  readonly clientEventId: string | null;
  readonly reason?: string | undefined;
  /** Acts only when the control is still the one the caller saw. */
  readonly expectedControlEtag?: string | undefined;
  /** Writes nothing if the session already has the requested state. @default false */
  readonly isQuiet?: boolean | undefined;
  /** Interrupts only when this turn is the one that runs. */
  readonly turnId?: string | undefined;
}

export interface ControlResult {
  /** Null when the session already had the requested state, so nothing was written. */
  readonly accepted: Accepted | null;
  readonly cancelledTurnCount: number;
}

/** Pauses, resumes, interrupts or cancels; logs the request, then its effect. */
export function controlSession(state: SessionState, cause: Cause, input: ControlInput): Decided<ControlResult> {
  const { action, clientEventId, reason } = input;
  const payload = { ...(reason !== undefined && { reason }), ...(cause.actor && { actor: cause.actor }) };
  const type = `user.${action}`;
  const prior = repeated(state.prior, type, payload);
  if (prior !== null) return { change: null, result: { accepted: { prior }, cancelledTurnCount: 0 } };
  const draft = new SessionDraft(state, cause);
  if (draft.session.status === "cancelled") throw sessionCancelled();
  assertControl(draft, input.expectedControlEtag);
  if (input.isQuiet && isSo(draft, input)) return { change: null, result: { accepted: null, cancelledTurnCount: 0 } };
  const event = draft.emit(type, payload, { clientEventId });
  const cancelledTurnCount = act(draft, input);
  return draft.done({ accepted: { eventId: event.id }, cancelledTurnCount });
}

/** Whether the session is as it is asked to be. */
function isSo(draft: SessionDraft, { action, turnId }: ControlInput): boolean {
  const { state } = draft.session.control;
  const turn = draft.activeTurn;
  if (action === "pause") return state === "paused";
  if (action === "resume") return state === "active";
  return action === "interrupt" && (turn === undefined || (turnId !== undefined && turnId !== turn.id));
}

function act(draft: SessionDraft, input: ControlInput): number {
  const { action } = input;
  switch (action) {
    case "pause":
    case "resume":
      holdQueue(draft, input, action === "pause" ? "paused" : "active");
      return 0;
    case "interrupt":
      return interrupt(draft, input);
    case "cancel":
      return cancel(draft, input);
    default:
      return action satisfies never;
  }
}

function holdQueue(draft: SessionDraft, { reason }: ControlInput, state: "paused" | "active"): void {
  const { control } = draft.session;
  if (control.state === state) return;
  changeControl(draft, state, reason);
  draft.emit(state === "paused" ? "session.control.paused" : "session.control.resumed", controlPayload(draft, reason));
}

function changeControl(draft: SessionDraft, state: "paused" | "active", reason: string | undefined): void {
  const { version } = draft.session.control;
  draft.patch({ control: { state, version: version + 1, reason: reason ?? null, changedAt: draft.cause.now } });
}

function controlPayload(draft: SessionDraft, reason: string | undefined, interruptionCount = 0): object {
  const { cause, session } = draft;
  return {
    operationId: cause.newId(),
    revision: session.control.version,
    actor: cause.actor ?? "api",
    ...(reason !== undefined && { reason }),
    interruptionCount,
  };
}

/** Ends the running or waiting turn; the queue continues. */
function interrupt(draft: SessionDraft, { turnId }: ControlInput): number {
  const turn = draft.activeTurn;
  if (turn === undefined || (turnId !== undefined && turnId !== turn.id)) return 0;
  cancelPendingDecisions(draft);
  cancelTurn(draft, turn.id, "interrupt");
  draft.endLease();
  draft.setStatus(draft.queuedTurns.length > 0 ? "queued" : "idle");
  return 1;
}

/** Ends every turn and the session with them. */
function cancel(draft: SessionDraft, { reason }: ControlInput): number {
  const { openTurns } = draft;
  const interruptionCount = draft.activeTurn === undefined ? 0 : 1;
  cancelPendingDecisions(draft);
  for (const turn of openTurns) cancelTurn(draft, turn.id, "cancel");
  draft.endLease();
  changeControl(draft, "paused", reason);
  draft.emit("session.control.paused", { ...controlPayload(draft, reason, interruptionCount), terminal: true });
  draft.setStatus("cancelled");
  return openTurns.length;
}

function cancelTurn(draft: SessionDraft, turnId: string, reason: string): void {
  const turn = draft.openTurns.find((entry) => entry.id === turnId);
  if (turn === undefined) return;
  draft.moveTurn(turn, { status: "cancelled", cancelReason: reason, finishedAt: draft.cause.now, isDecided: false });
  draft.emit("turn.cancelled", { reason }, { turnId });
  reportEnd(draft, turn, "cancelled", "");
}
