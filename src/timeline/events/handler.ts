import type { EventType } from "../../wire/protocol/event-types.js";
import type { EventOf, SessionEvent } from "../../wire/protocol/session-event.js";
import type { FoldState } from "../fold-state.js";

/** What one type of event does to the rows. */
export type Handler<T extends EventType = EventType> = (state: FoldState, event: EventOf<T>) => void;

/** For types that show nothing. */
export const ignore = (): void => {};

/** What every row takes over from the event that began it. */
export function rowOf(event: SessionEvent) {
  return { id: event.id, occurredAt: event.occurredAt, turnId: event.turnId ?? null };
}
