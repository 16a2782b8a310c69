/** Turns a reading of the log into a streamed answer in a format. */
import { ServiceError } from "../../foundation/base-error.js";
import type { StreamOutcome } from "../gate/request-event.js";
import type { Visit } from "../gate/visit.js";
import { watchPerson } from "../gate/watch-person.js";
import type { Clock } from "../../foundation/clock.js";
import type { ChatReply } from "../../wire/protocol/chat-chunk.js";
import { isGone, ServiceApiError } from "../../wire/protocol/api-error.js";
import { ChatError } from "../../wire/protocol/chat-error.js";
import { header } from "../../wire/protocol/headers.js";
import {
  cursorBehind,
  isLogReset,
  logReset,
  parseCursor,
  sequenceOfCursor,
  type Cursor,
} from "../../wire/protocol/event-cursor.js";
import { lastSequenceOf, readEvent, type SessionEvent } from "../../wire/protocol/session-event.js";
import { frameStream } from "../../wire/sse/frame-stream.js";
import { sseHeaders } from "../../wire/sse/write-frame.js";
import { publicError } from "./error-answer.js";
import { follow } from "./follow.js";
import type { AnswerChunk, TurnFrame } from "./fold-turn.js";
import type { AnswerFacts, ChatFormat, RequestEcho } from "./formats/format.js";
import type { OpenConversation } from "./open-conversation.js";
import { readTurn, type TurnReading } from "./read-turn.js";
import { resumeTurn } from "./resume-turn.js";

export interface StreamContext {
  readonly format: ChatFormat;
  readonly echo: RequestEcho;
  readonly toolParts: boolean;
  readonly reasoningParts: boolean;
  readonly visit: Visit;
  /** Headers of every response. */
  readonly headers: Headers;
  readonly request: Request;
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Whether `resolve` gives the same person now. */
  readonly isStill: () => Promise<boolean>;
  readonly recheckMs: number | undefined;
  readonly heartbeatMs: number | undefined;
  readonly includeEvents: boolean;
  readonly onSessionEvent: ((event: SessionEvent) => void) | undefined;
}

type Frames = (open: OpenConversation, signal: AbortSignal) => AsyncGenerator<TurnFrame<Cursor>, void, void>;

/** Streams one turn to its end, or to what it waits for. */
export function turnAnswer(open: OpenConversation, reading: TurnReading, context: StreamContext): Response {
  const frames: Frames = async function* (opened, signal) {
    let last: TurnFrame<Cursor> | undefined;
    const { everyPending = false, settled = false, reasoning: hasReasoning = false } = context.format;
    const options = { everyPending, settled, reasoning: hasReasoning && context.reasoningParts };
    for await (const frame of readTurn(opened, reading, signal, options)) {
      last = frame;
      yield frame;
    }
    const isOver = last?.chunk?.type === "done" || last?.failure !== undefined;
    if (!isOver && !signal.aborted) throw streamEnded();
  };
  return streamed(open, frames, context, reading.turnId);
}

/** Streams the part that a returning client has missed; 204 when nothing remains. */
export async function resumeAnswer(
  open: OpenConversation,
  cursor: Cursor | undefined,
  context: StreamContext,
  signal: AbortSignal,
): Promise<Response> {
  await assertSameLog(open, cursor, signal);
  const reading = await resumeTurn(open, cursor === undefined ? cursor : sequenceOfCursor(cursor), signal);
  return reading ? turnAnswer(open, reading, context) : nothing(context);
}

/** Streams the conversation until the reader leaves, also from before its first message. */
export async function followAnswer(
  open: OpenConversation,
  cursor: Cursor | undefined,
  context: StreamContext,
  within: AbortSignal,
): Promise<Response> {
  const { heartbeatMs = 15_000 } = context;
  await assertSameLog(open, cursor, within);
  return streamed(open, (opened, signal) => follow(opened, cursor, heartbeatMs, signal), context, null);
}

/**
 * Checks the cursor before the answer begins, so that an erased log, or one that was restored to an earlier state, is an HTTP status.
 *
 * @throws {ServiceApiError} `log_reset`.
 */
async function assertSameLog(
  { client, ref, session }: OpenConversation,
  cursor: Cursor | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (typeof cursor !== "string" || parseCursor(cursor)?.eventId == null) return;
  // The cursor names an event, so the conversation had a session, which was erased or lost with a restored database.
  if (session === null)
    throw new ServiceApiError("The conversation has no session now.", { status: 409, code: logReset });
  await client.listEvents(ref, { after: cursor, limit: 1, payloadMode: "none" }, { signal });
}

function nothing({ headers }: StreamContext): Response {
  const answer = new Response(null, { status: 204, headers });
  answer.headers.set("cache-control", "no-store");
  return answer;
}

function streamed(open: OpenConversation, frames: Frames, context: StreamContext, turnId: string | null): Response {
  const { visit } = context;
  const headers = new Headers(context.headers);
  const all = { ...sseHeaders, ...context.format.headers, ...(turnId !== null && { [header.turnId]: turnId }) };
  for (const [name, value] of Object.entries(all)) headers.set(name, value);
  visit.note({ turnId });
  const ended = visit.stream();
  let ending: Ending = { outcome: "left" };
  const noted = noting(frames, turnId, (now) => (ending = now));
  const { request, clock, isStill, recheckMs, heartbeatMs } = context;
  // A turn's stream ends with its turn.
  const everyMs = turnId === null ? recheckMs : Infinity;
  const watch = watchPerson({ isStill, everyMs, request, clock, report: visit.report });
  const body = frameStream({
    frames: (signal) => write(open, noted, context, answerFacts(open, context, turnId), signal),
    signal: watch.signal,
    clock,
    heartbeatMs,
    onEnd() {
      watch.stop();
      if (watch.isGone()) ended("closed", "access_ended");
      else ended(ending.outcome, ending.code);
    },
  });
  return new Response(body, { headers });
}

/** The outcome of a stream, should it end now. */
interface Ending {
  readonly outcome: StreamOutcome;
  readonly code?: string;
}

/** Passes on a turn's frames and notes how it ended: a reader that has its last chunk may leave without the end. */
function noting(frames: Frames, turnId: string | null, note: (ending: Ending) => void): Frames {
  return async function* (open, signal) {
    try {
      for await (const frame of frames(open, signal)) {
        const { chunk, failure } = frame;
        if (turnId !== null && chunk?.type === "done") note({ outcome: chunk.reply.status });
        if (turnId !== null && failure) note({ outcome: "failed", code: failure.code });
        yield frame;
      }
    } catch (error) {
      note({ outcome: "failed", code: publicError(error, "").code });
      throw error;
    }
  };
}

/** Facts about an answer for its format, before it begins. */
export function answerFacts(open: OpenConversation, context: StreamContext, turnId: string | null): AnswerFacts {
  const { clock, echo, toolParts } = context;
  return { ...open.ref, turnId, startedAt: clock.now(), newId: open.newId, toolParts, echo };
}

async function* write(
  open: OpenConversation,
  frames: Frames,
  context: StreamContext,
  facts: AnswerFacts,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  for await (const text of encode(open, frames, context, facts, signal)) if (text !== "") yield text;
}

async function* encode(
  open: OpenConversation,
  frames: Frames,
  context: StreamContext,
  facts: AnswerFacts,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const { format, baseUrl, visit, includeEvents } = context;
  let events: SessionEvent[] = [];
  let last: SessionEvent | undefined;
  const observed = observe(open, context, (event) => {
    last = event;
    if (includeEvents) events.push(event);
  });
  const encoder = format.createEncoder(facts);
  yield encoder.begin();
  try {
    for await (const { id, usage, chunk, failure } of frames(observed, signal)) {
      const at = last && id === lastSequenceOf(last) ? cursorBehind(last) : id;
      yield chunk ? encoder.chunk(withEvents(chunk, events), at, usage) : encoder.fail(failure, at);
      if (chunk?.type === "done") events = [];
    }
  } catch (error) {
    if (signal.aborted) return;
    // The reader connects again with its cursor, and is refused with words then.
    if ((isLogReset(error) || isGone(error)) && format.name === "native") return;
    // A conversation that was deleted meanwhile is no fault of the deployment.
    visit.report(error, isGone(error) ? 404 : 500);
    const { code, message, retryable } = publicError(error, baseUrl);
    yield encoder.fail({ code, message, retryable }, undefined);
  }
  if (!signal.aborted) yield encoder.end();
}

/** The conversation, read for this request: the host hears of each event, and of what does not fit in it. */
export function observe(
  open: OpenConversation,
  { visit, onSessionEvent }: StreamContext,
  onEvent?: (event: SessionEvent) => void,
): OpenConversation {
  return {
    ...open,
    onSessionEvent(event) {
      onEvent?.(event);
      visit.callHost(() => onSessionEvent?.(event));
      reportFaults(event, visit.report);
    },
  };
}

/** A malformed payload loses only its invalid field; the host is notified which event it was. */
function reportFaults(event: SessionEvent, report: (error: ServiceError) => void): void {
  const faults = readEvent(event)?.faults ?? [];
  if (faults.length === 0) return;
  const message = `Event ${event.sequence} (${event.type}) does not fit at ${faults.join(", ")}. The rest of it was told.`;
  report(new ServiceError(message, { code: "event_malformed" }));
}

/** The field is there in every answer, as older clients read it. */
function withEvents(chunk: AnswerChunk, events: readonly SessionEvent[]): AnswerChunk {
  if (chunk.type !== "done") return chunk;
  const reply: ChatReply & { readonly events: readonly SessionEvent[] } = { ...chunk.reply, events };
  return { type: "done", reply };
}

export function streamEnded(): ChatError {
  return new ChatError("The answer broke off before it was complete. Resume it from the last chunk.", {
    code: "stream_ended",
    retryable: true,
  });
}
