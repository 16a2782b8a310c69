import * as v from "valibot";
import { ServiceError } from "../foundation/base-error.js";
import { eventPayloads, type EventPayloads } from "./event-payloads.js";
import { isEventType, type EventType } from "./event-types.js";
import { readFields, type ReadResult } from "./read-fields.js";

/**
 * One entry of a session's log. The envelope is strict: a body whose envelope does not fit is refused. The payload is
 * tolerant: it is kept as it came, and `readEvent` gives it the shape its type promises.
 */
export interface SessionEvent {
  readonly id: string;
  readonly workspaceId: string;
  readonly sessionId: string;
  /** From 1, contiguous within the session. */
  readonly sequence: number;
  /** An open set: see `EventType` for the ones understood here. */
  readonly type: string;
  readonly payload: unknown;
  /** ISO-8601, UTC. */
  readonly occurredAt: string;
  /** The caller's idempotency key, on events that a caller wrote. */
  readonly clientEventId?: string | null | undefined;
  /** Null on `user.message`; its turn is named by the `turn.queued` that follows. */
  readonly turnId?: string | null | undefined;
}

const envelope = v.looseObject({
  id: v.pipe(v.string(), v.minLength(1)),
  workspaceId: v.string(),
  sessionId: v.string(),
  sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  type: v.pipe(v.string(), v.minLength(1)),
  payload: v.optional(v.unknown()),
  occurredAt: v.string(),
  clientEventId: v.nullish(v.string()),
  turnId: v.nullish(v.string()),
});

/**
 * Reads an event's envelope from a parsed body.
 *
 * @throws {ServiceError} with code `event_malformed` that names the first field that does not fit.
 */
export function parseSessionEvent(value: unknown): SessionEvent {
  const read = v.safeParse(envelope, value);
  if (read.success) return read.output as SessionEvent;
  const issue = read.issues[0];
  const name = issue.path?.map((step) => String(step.key)).join(".") ?? "body";
  throw new ServiceError(
    `A session event does not fit at "${name}": ${issue.message}. The server sent something that is no event.`,
    {
      code: "event_malformed",
    },
  );
}

/** An event whose type is understood, with the payload that its type promises. */
export type KnownEvent = { [T in EventType]: EventOf<T> }[EventType];

export interface EventOf<T extends EventType> extends SessionEvent {
  readonly type: T;
  readonly payload: EventPayloads[T];
}

/**
 * Gives an event the shape its type promises, or null for a type of tomorrow. Never throws: fields that do not fit
 * are named in `faults` and replaced by their fallback.
 */
export function readEvent(event: SessionEvent): ReadResult<KnownEvent> | null {
  if (!isEventType(event.type)) return null;
  const { value, faults } = readFields(eventPayloads[event.type], event.payload);
  return { value: { ...event, payload: value } as KnownEvent, faults };
}

/** The last sequence that an event stands for: of a merged run of deltas, the last one merged. */
export function lastSequenceOf(event: SessionEvent): number {
  const payload = event.payload as { coalescedUntil?: unknown } | null | undefined;
  const until = typeof payload === "object" && payload !== null ? payload.coalescedUntil : undefined;
  return typeof until === "number" && Number.isSafeInteger(until) && until > event.sequence ? until : event.sequence;
}
