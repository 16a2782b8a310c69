import type { TurnRecord } from "../store/records.js";
import type { Decided, SessionState } from "../store/store.js";
import { conflict, notFound, sessionCancelled } from "./api-failure.js";
import { repeated } from "./same-content.js";
import { SessionDraft, type Cause } from "./session-draft.js";

export interface WithdrawInput {
  readonly turnId: string;
  readonly clientEventId: string | null;
  readonly expectedTurnVersion?: number | undefined;
  readonly reason?: string | undefined;
}

/**
 * Withdraws a turn that has not started.
 *
 * @param known is the record that the store holds under the id, started or not.
 */
export function withdrawTurn(
  state: SessionState,
  cause: Cause,
  known: TurnRecord | null,
  input: WithdrawInput,
): Decided<null> {
  const { turnId, clientEventId, reason, expectedTurnVersion } = input;
  if (state.prior !== null) {
    // Its queue version is of that time, so only the turn tells whether this is the same wish again.
    const { turnId: priorTurnId } = (state.prior.payload ?? {}) as { turnId?: unknown };
    if (state.prior.type === "session.queue.changed" && priorTurnId === turnId) return { change: null, result: null };
    repeated(state.prior, "session.queue.changed", { turnId });
  }
  const draft = new SessionDraft(state, cause);
  if (draft.session.status === "cancelled") throw sessionCancelled();
  if (known === null) throw notFound(`There is no turn ${turnId} in this session.`);
  const current = { queueVersion: draft.session.queueVersion, turnVersion: known.version };
  const turn = draft.queuedTurns.find((entry) => entry.id === turnId);
  if (turn === undefined) {
    throw conflict("The message no longer waits: its turn has started or ended.", "QUEUE_PROMPT_STARTED", { current });
  }
  if (expectedTurnVersion !== undefined && expectedTurnVersion !== turn.version) {
    throw conflict("The waiting message changed since it was read. Read the queue again.", "PROMPT_CHANGED", {
      current,
    });
  }
  const wasWaiting = draft.activeTurn === undefined;
  draft.moveTurn(turn, { status: "cancelled", cancelReason: reason ?? "withdrawn", finishedAt: cause.now });
  draft.emit("turn.cancelled", { reason: reason ?? "withdrawn" }, { turnId });
  const queueVersion = draft.session.queueVersion + 1;
  draft.patch({ queueVersion });
  const actor = cause.actor && { actor: cause.actor };
  draft.emit("session.queue.changed", { operation: "delete", queueVersion, turnId, ...actor }, { clientEventId });
  if (wasWaiting && draft.queuedTurns.length === 0) draft.setStatus("idle");
  return draft.done(null);
}
