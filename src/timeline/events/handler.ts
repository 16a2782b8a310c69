import type { EventType } from "../../wire/protocol/event-types.js";
import type { EventOf, SessionEvent } from "../../wire/protocol/session-event.js";
import type { FoldState } from "../fold-state.js";

/** Applies one type of event to the rows. */
export type Handler<T extends EventType = EventType> = (state: FoldState, event: EventOf<T>) => void;

/** For types that show nothing. */
export const ignore = (): void => {};

/** Fields that every row copies from its first event. */
export function rowOf(event: SessionEvent) {
  return { id: event.id, occurredAt: event.occurredAt, turnId: event.turnId ?? null };
}
