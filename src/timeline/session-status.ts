import type { SessionStatus } from "../wire/protocol/session.js";
import { readEvent, type SessionEvent } from "../wire/protocol/session-event.js";

/** The status that the newest `session.status.changed` announces, or null when none does. Events may be in any order. */
export function sessionStatusFromEvents(events: readonly SessionEvent[]): SessionStatus | null {
  let newest: SessionEvent | undefined;
  for (const event of events) {
    if (event.type === "session.status.changed" && event.sequence > (newest?.sequence ?? 0)) newest = event;
  }
  const read = newest && readEvent(newest)?.value;
  return read?.type === "session.status.changed" && read.payload.status !== "" ? read.payload.status : null;
}
