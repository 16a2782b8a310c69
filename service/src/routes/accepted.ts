import type { SessionEvent } from "@service/sdk/protocol";
import type { Accepted } from "../sessions/send-message.js";
import type { Cause } from "../sessions/session-draft.js";
import type { Changed, Decided, SessionState } from "../store/store.js";
import type { SessionCall } from "./route.js";

/** Changes the session of a call by a decision. */
export function change<T>(
  call: SessionCall,
  cause: Cause,
  clientEventId: string | null,
  decide: (state: SessionState, cause: Cause) => Decided<T>,
  draftOwner?: string,
): Promise<Changed<T>> {
  const options = { clientEventId, draftOwner };
  return call.world.store.changeSession(call.session.id, options, (state) => decide(state, cause));
}

/**
 * Like `change`, for a change that may end the running turn: writes the agent's output so far first, and stops the
 * agent afterwards.
 */
export async function interruptingChange<T>(
  call: SessionCall,
  cause: Cause,
  clientEventId: string | null,
  decide: (state: SessionState, cause: Cause) => Decided<T>,
  draftOwner?: string,
): Promise<Changed<T>> {
  const { engine } = call.world;
  await engine.flush(call.session.id);
  const changed = await change(call, cause, clientEventId, decide, draftOwner);
  if (changed.events.length > 0) await engine.check(call.session.id);
  return changed;
}

/** The event of a write: the new one, or the first one of a repeat. */
export function acceptedEvent(accepted: Accepted, { events }: Changed<unknown>): SessionEvent {
  if ("prior" in accepted) return accepted.prior;
  const event = events.find((entry) => entry.id === accepted.eventId);
  if (event === undefined) throw new Error("A decision named an event that it did not write.");
  return event;
}
