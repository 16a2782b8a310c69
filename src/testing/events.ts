import type { EventType } from "../wire/protocol/event-types.js";
import type { SessionEvent } from "../wire/protocol/session-event.js";

/** Options of `eventLog`. */
export interface EventLogOptions {
  /** Id of the session. @default a fixed one */
  readonly sessionId?: string;
  /** Id of the workspace. @default a fixed one */
  readonly workspaceId?: string;
  /** Time of the first event (ms since the epoch). @default 2026-01-01T00:00:00.000Z */
  readonly startAt?: number;
  /** Time from one event to the next (ms). @default 1000 */
  readonly step?: number;
}

/** Fields of an event that `eventLog` appends. */
export interface AddOptions {
  /** Turn of the event. @default none */
  readonly turnId?: string | null;
  /** Key of the event. @default none */
  readonly clientEventId?: string;
  /** Id of the event. @default made from the sequence */
  readonly id?: string;
}

/** A session's log under construction: ids, contiguous sequences and times are filled in. */
export interface EventLog {
  readonly sessionId: string;
  readonly workspaceId: string;
  /** The events written so far; a new array each time. */
  readonly events: readonly SessionEvent[];
  /** Writes one event. `payload` is taken as it is, so that malformed ones can be written too. */
  add(type: EventType | (string & {}), payload?: unknown, options?: AddOptions): SessionEvent;
  /** Lets time pass before the next event. */
  wait(ms: number): void;
  /** A fresh id, lowercase and shaped like a UUID. */
  newId(): string;
}

/** Builds the events of a session, with sequences and times. */
export function eventLog(options: EventLogOptions = {}): EventLog {
  const { startAt = Date.UTC(2026, 0, 1), step = 1000 } = options;
  const workspaceId = options.workspaceId ?? testId("b", 1);
  const sessionId = options.sessionId ?? testId("a", 1);
  const events: SessionEvent[] = [];
  let time = startAt;
  let ids = 0;
  return {
    sessionId,
    workspaceId,
    get events() {
      return [...events];
    },
    add(type, payload = {}, { turnId = null, clientEventId, id } = {}) {
      const sequence = events.length + 1;
      const event: SessionEvent = {
        id: id ?? testId("e", sequence),
        workspaceId,
        sessionId,
        sequence,
        type,
        payload,
        occurredAt: new Date(time).toISOString(),
        turnId,
        ...(clientEventId !== undefined && { clientEventId }),
      };
      events.push(event);
      time += step;
      return event;
    },
    wait(ms) {
      time += ms;
    },
    newId() {
      ids += 1;
      return testId("c", ids);
    },
  };
}

/** A UUID-shaped id whose first digit names its kind. */
function testId(kind: string, number: number): string {
  return `${kind.repeat(8)}-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}
