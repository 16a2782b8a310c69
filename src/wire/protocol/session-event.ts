import * as v from "valibot";
import { ServiceError } from "../../foundation/base-error.js";
import { eventPayloads, type EventPayloads } from "./event-payloads.js";
import type { EventType } from "./event-types.js";
import { readFields, type ReadResult } from "./read-fields.js";

/**
 * One entry of a session's log. The envelope is strict: a body with an invalid envelope is refused. The payload is
 * tolerant: it is kept unchanged, and `readEvent` converts it to the shape of its type.
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

const text = v.pipe(
  v.string(),
  v.check((value) => value !== "", "Invalid length: Expected >=1 but received 0"),
);

/** Schema of `SessionEvent`. */
export const sessionEventSchema = v.looseObject({
  id: text,
  workspaceId: v.string(),
  sessionId: v.string(),
  sequence: v.pipe(
    v.number(),
    v.check(
      (value: number) => Number.isSafeInteger(value),
      ({ received }) => `Invalid safe integer: Received ${received}`,
    ),
    v.check(
      (value: number) => value >= 1,
      ({ received }) => `Invalid value: Expected >=1 but received ${received}`,
    ),
  ),
  type: text,
  payload: v.optional(v.unknown()),
  occurredAt: v.string(),
  clientEventId: v.nullish(v.string()),
  turnId: v.nullish(v.string()),
});

/** Schema of `SessionEventList`. */
export const sessionEventListSchema = v.array(sessionEventSchema);

/**
 * Reads an event's envelope from a parsed body.
 *
 * @throws {ServiceError} with code `event_malformed` that names the first field that does not fit.
 */
export function parseSessionEvent(value: unknown): SessionEvent {
  if (isPlainEvent(value)) return value;
  const read = v.safeParse(sessionEventSchema, value);
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

const texts = ["id", "workspaceId", "sessionId", "type", "occurredAt"] as const;
const maybeTexts = ["clientEventId", "turnId"] as const;

/**
 * Fast check that nearly every event passes. The schema makes the same check at many times the cost, and names the
 * invalid field.
 */
function isPlainEvent(value: unknown): value is SessionEvent {
  if (typeof value !== "object" || value === null) return false;
  const event = value as Record<string, unknown>;
  for (const name of texts) if (typeof event[name] !== "string") return false;
  for (const name of maybeTexts) if (event[name] != null && typeof event[name] !== "string") return false;
  const { id, type, sequence } = event;
  return id !== "" && type !== "" && Number.isSafeInteger(sequence) && (sequence as number) >= 1;
}

/** An event whose type is understood, with the payload that its type promises. */
export type KnownEvent = { [T in EventType]: EventOf<T> }[EventType];

/** An event in the shape that its type promises, read once at the edge; null for an unknown type. */
export type EventRead = ReadResult<KnownEvent> | null;

/** An event of one type, with its payload. */
export interface EventOf<T extends EventType> extends SessionEvent {
  readonly type: T;
  readonly payload: EventPayloads[T];
}

/**
 * Gives an event the shape its type promises, or null for a type of tomorrow. Never throws: fields that do not fit
 * are named in `faults` and replaced by their fallback.
 */
export function readEvent(event: SessionEvent): EventRead {
  // The table has every type, so no separate list is needed.
  if (!Object.hasOwn(eventPayloads, event.type)) return null;
  const { value, faults } = readFields(eventPayloads[event.type as EventType], event.payload);
  return { value: { ...event, payload: value } as KnownEvent, faults };
}

/** The last sequence that an event covers: for a merged run of deltas, that of the last delta. */
export function lastSequenceOf(event: SessionEvent): number {
  const payload = event.payload as { coalescedUntil?: unknown } | null | undefined;
  const until = typeof payload === "object" && payload !== null ? payload.coalescedUntil : undefined;
  return typeof until === "number" && Number.isSafeInteger(until) && until > event.sequence ? until : event.sequence;
}
