/**
 * Follows a session's log live, exactly once and in order, over any network.
 *
 * Yields every event after the cursor once, by sequence, without a gap; handles reconnects, repeats and holes. It
 * never ends by itself: it runs until it is aborted or access is lost.
 */
import { createBackOff } from "../foundation/back-off.js";
import { ServiceError } from "../foundation/base-error.js";
import { cursorBehind, sequenceOfCursor, type Cursor } from "../wire/protocol/event-cursor.js";
import { isForeignAnswer } from "../wire/protocol/api-error.js";
import { isWithoutStream } from "../wire/http/without-stream.js";
import { lastSequenceOf, parseSessionEvent, type SessionEvent } from "../wire/protocol/session-event.js";
import { askedWait, isWorthAnotherTry, waitOrWake } from "../wire/sse/wait-or-wake.js";
import { resumeFrameBatches, type StreamState, type Wake } from "../wire/sse/resume-frames.js";
import type { StreamSlots } from "../foundation/stream-slots.js";
import type { Frame } from "../wire/sse/write-frame.js";
import { listEvents, openEventStream } from "./routes/events.js";
import type { ServiceConnection, SessionRef } from "./service-connection.js";

/** Options of `streamSessionEvents`. */
export interface StreamSessionEventsOptions {
  /** The last event that is known already: its sequence, or better its cursor (`cursorBehind`). @default 0: the whole log */
  readonly after?: Cursor | undefined;
  /** Aborting ends the stream without an error. @default none */
  readonly signal?: AbortSignal | undefined;
  /** `waitMs`: how long it is until the next try. */
  readonly onState?: ((state: StreamState, waitMs: number) => void) | undefined;
  /** Each hint that the network may be back ends a wait early. @default never */
  readonly wake?: Wake | undefined;
  /** Shares the page's connections among its streams. @default this one opens when it likes */
  readonly streams?: StreamSlots | undefined;
  /** How long a connection may be silent; heartbeats are bytes too. @default 45_000 (ms) */
  readonly inactivityMs?: number | undefined;
  /** How long opening may take. @default 15_000 (ms) */
  readonly connectMs?: number | undefined;
}

/** The largest page of a hole. */
const fillLimit = 500;

/**
 * Yields the events after `after`. A merged run of deltas counts as all the sequences it covers.
 *
 * @throws {ServiceApiError} that is not retryable (access lost, session deleted), or that asks for a wait of more
 *   than two minutes. With code `log_reset` when the log no longer has the event at the cursor, as after a restore: read
 *   the session afresh. A bare number has no part by which the log can tell, so one beyond its end is `validation_failed`
 *   with `details: {lastSequence}`.
 * @throws {ServiceError} with code `stream_gap` when the log itself has a hole, or `event_malformed` when the log
 *   contains an entry that is not an event.
 *
 * @example
 * const client = new ServiceClient({ baseUrl: "/api/service" });
 * for await (const event of streamSessionEvents(client, { sessionId })) print(`${event.sequence} ${event.type}`);
 */
export async function* streamSessionEvents(
  client: ServiceConnection,
  ref: SessionRef,
  options: StreamSessionEventsOptions = {},
): AsyncGenerator<SessionEvent, void, void> {
  for await (const events of streamEventBatches(client, ref, options)) {
    for (const event of events) {
      if (options.signal?.aborted) return;
      yield event;
    }
  }
}

/** Like `streamSessionEvents`, in batches as they arrive: a burst costs one step, not one an event. */
export async function* streamEventBatches(
  client: ServiceConnection,
  ref: SessionRef,
  options: StreamSessionEventsOptions & {
    /** Whether the service has a stream, whatever is answered in its place. @default false */
    readonly hasStreamed?: boolean;
    /** Whether the caller reads the log in pages where the service has no stream: then any answer of another server ends this. @default false */
    readonly canPoll?: boolean;
    /** Resolves when more may be read. @default the stream is read as it arrives */
    readonly pace?: (() => Promise<void>) | undefined;
  } = {},
): AsyncGenerator<readonly SessionEvent[], void, void> {
  const { signal } = options;
  let position: Cursor = options.after ?? 0;
  let cursor = sequenceOfCursor(position);
  const advance = (event: SessionEvent) => {
    cursor = lastSequenceOf(event);
    position = cursorBehind(event);
  };
  let { hasStreamed = false } = options;
  const batches = resumeFrameBatches({
    ...options,
    cursor: String(cursor),
    clock: client.clock,
    random: client.random,
    // A service that has streamed has a stream, whatever another server answers in between.
    isRetryable(error) {
      if (hasStreamed) return isWorthAnotherTry(error) || isForeignAnswer(error);
      return isWorthAnotherTry(error) && !(options.canPoll && isWithoutStream(error));
    },
    onState(state, waitMs) {
      hasStreamed ||= state === "live";
      options.onState?.(state, waitMs);
    },
    // Uses our own cursor instead of the frame's id: it counts the events already yielded.
    async open(_cursor, connection, turn) {
      await turn();
      return openEventStream(client, ref, { after: position, signal: connection });
    },
  });
  for await (const frames of batches) {
    let ready: SessionEvent[] = [];
    for (const frame of frames) {
      const event = readEventFrame(frame);
      const holeEnd = event ? holeBefore(event, cursor) : sequenceOf(frame);
      if (holeEnd > cursor) {
        if (ready.length > 0) yield ready;
        ready = [];
        for await (const missed of fillHole(client, ref, { after: position, until: holeEnd }, options)) {
          advance(missed);
          yield [missed];
        }
        if (signal?.aborted) return;
      }
      if (event?.sequence !== cursor + 1) continue;
      advance(event);
      ready.push(event);
    }
    if (ready.length > 0) yield ready;
  }
}

/** A frame without a valid event is not dropped: the log is read for the missing event. */
function readEventFrame(frame: Frame): SessionEvent | undefined {
  try {
    return parseSessionEvent(JSON.parse(frame.data));
  } catch {
    return undefined;
  }
}

function sequenceOf(frame: Frame): number {
  return sequenceOfCursor(frame.id);
}

/** The last sequence that is missing before this event can be handed out, or one not beyond the cursor. */
function holeBefore(event: SessionEvent, cursor: number): number {
  if (event.sequence > cursor) return event.sequence - 1;
  // A merged run that began before the cursor: its newer events are read one by one.
  return lastSequenceOf(event);
}

interface Hole {
  readonly after: Cursor;
  readonly until: number;
}

/** Yields the events after `after` up to `until` from the log, trying as long as the network is what fails. */
async function* fillHole(
  client: ServiceConnection,
  ref: SessionRef,
  { after, until }: Hole,
  { signal, wake, onState }: StreamSessionEventsOptions,
): AsyncGenerator<SessionEvent, void, void> {
  const { clock, random } = client;
  const backOff = createBackOff({ random });
  let position = after;
  let cursor = sequenceOfCursor(after);
  while (cursor < until) {
    let events: readonly SessionEvent[];
    try {
      const query = { after: position, limit: Math.min(fillLimit, until - cursor), payloadMode: "full" } as const;
      ({ events } = await listEvents(client, ref, query, { signal }));
    } catch (error) {
      if (signal?.aborted) return;
      if (!isWorthAnotherTry(error)) throw error;
      const asked = askedWait(error);
      const wait = Math.max(backOff.next(), asked);
      onState?.("reconnecting", wait);
      await waitOrWake(wait, { clock, signal, wake, isAsked: asked > 0 });
      if (signal?.aborted) return;
      continue;
    }
    if (events.length === 0) throw gap(cursor + 1, until);
    if (backOff.tries > 0) onState?.("live", 0);
    backOff.progress();
    for (const event of events) {
      if (event.sequence !== cursor + 1) throw gap(cursor + 1, event.sequence - 1);
      cursor = lastSequenceOf(event);
      position = cursorBehind(event);
      yield event;
    }
  }
}

function gap(first: number, last: number): ServiceError {
  return new ServiceError(
    `The session's log has no events ${first} to ${last}, although later ones exist, so it cannot be shown without a gap. Load the session again.`,
    { code: "stream_gap" },
  );
}
