/** Passes a session's live stream on, frame by frame, with a heartbeat of its own. */
import type { StreamOutcome } from "../gate/request-event.js";
import { watchPerson } from "../gate/watch-person.js";
import type { Clock } from "../../foundation/clock.js";
import { onAbort } from "../../foundation/on-abort.js";
import { frameStream } from "../../wire/sse/frame-stream.js";
import { readFrames } from "../../wire/sse/read-frames.js";
import { parseCursor, type Cursor } from "../../wire/protocol/event-cursor.js";
import { parseSessionEvent, type SessionEvent } from "../../wire/protocol/session-event.js";
import { sseHeaders, writeComment, writeFrame, type Frame } from "../../wire/sse/write-frame.js";
import type { Passage } from "./passage.js";
import { ProxyRefusal } from "./proxy-error.js";

/** How long the service may be silent, heartbeats included, before the browser's stream is closed to reconnect (ms). */
const upstreamSilence = 45_000;

/** The service is asked before the answer begins, so that a refusal is still an HTTP status. */
export async function streamEvents(passage: Passage): Promise<Response> {
  const { service, options, request, visit, headers, context, ids, isStill } = passage;
  const { clock } = service;
  const after = cursorOf(request);
  const ref = { sessionId: ids["sessionId"] ?? "", workspaceId: context.workspaceId };
  const connection = linked(request.signal);
  const body = await service.client.openEventStream(ref, { after, signal: connection.signal });
  const ended = visit.stream();
  let outcome: StreamOutcome = "left";
  const note = (now: StreamOutcome, error?: unknown) => {
    outcome = now;
    if (error !== undefined) visit.report(error);
  };
  const watch = watchPerson({ isStill, everyMs: options.recheckMs, request, clock, report: visit.report });
  const stream = frameStream({
    frames: (signal) => passFrames(body, linked(signal, connection), clock, note),
    signal: watch.signal,
    clock,
    heartbeatMs: options.heartbeatMs,
    heartbeat: "ping",
    onEnd() {
      watch.stop();
      if (watch.isGone()) ended("closed", "access_ended");
      else ended(outcome);
    },
  });
  const passed = new Headers(headers);
  for (const [name, value] of Object.entries(sseHeaders)) passed.set(name, value);
  return new Response(stream, { headers: passed });
}

async function* passFrames(
  body: ReadableStream<Uint8Array>,
  connection: AbortController,
  clock: Clock,
  note: (outcome: StreamOutcome, error?: unknown) => void,
): AsyncGenerator<string, void, void> {
  const giveUp = () => connection.abort();
  let stopWatching = clock.after(upstreamSilence, giveUp);
  const onActivity = () => {
    stopWatching();
    stopWatching = clock.after(upstreamSilence, giveUp);
  };
  try {
    yield writeComment("connected");
    for await (const frame of readFrames(body, { signal: connection.signal, onActivity })) {
      const event = readEventFrame(frame, (error) => note("left", error));
      yield writeFrame(event ? { ...idOf(frame), event: event.type, data: frame.data } : { ...idOf(frame), data: "" });
    }
    note("closed");
  } catch (error) {
    // A stream has no word for a failure: it ends, and the browser connects again from where it was.
    if (connection.signal.aborted) note("closed");
    else note("failed", error);
  } finally {
    stopWatching();
    connection.abort();
  }
}

/**
 * Null, reported, for a malformed event: only the sequence of such a frame is forwarded, so that the browser reads
 * the log.
 */
function readEventFrame({ data }: Frame, report: (error: unknown) => void): SessionEvent | null {
  try {
    return parseSessionEvent(JSON.parse(data));
  } catch (error) {
    report(error);
    return null;
  }
}

function idOf({ id }: Frame): { readonly id?: string } {
  return id !== undefined && parseCursor(id) !== null ? { id } : {};
}

/** A controller that aborts with the signal. */
function linked(signal: AbortSignal, controller: AbortController = new AbortController()): AbortController {
  onAbort(signal, () => controller.abort(signal.reason));
  return controller;
}

/** The same order as the service's: the query, else the header, else the log's beginning. */
function cursorOf(request: Request): Cursor {
  const text = new URL(request.url).searchParams.get("after") ?? request.headers.get("last-event-id") ?? "0";
  if (parseCursor(text) !== null) return text;
  throw new ProxyRefusal(400, "cursor_invalid", "A cursor is a sequence, a whole number from 0, or a frame's id.");
}
