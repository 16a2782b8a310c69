import { sseHeaders, writeRetry } from "@service/sdk/protocol";
import { invalid } from "../sessions/api-failure.js";
import { createLogFeed } from "./log-feed.js";
import { inSession, wholeNumber, type Route, type SessionCall } from "./route.js";

/** A reader that takes nothing for this long is dropped (ms). */
export const stalledMs = 30_000;

/** How long readers wait before they reconnect to a service that closes (ms); another process may answer by then. */
const reconnectMs = 1_000;

/** The log as it grows: what follows the cursor, then everything that is written, until the reader goes. */
export const streamRoutes: readonly Route[] = [
  inSession(
    "GET",
    "/events/stream",
    "read",
    { summary: "Follow a session's log live", query: { after: "integer" }, answers: { 200: "event stream" } },
    async (call) => {
      const after = cursorOf(call);
      const { lastSequence } = call.session;
      if (after > lastSequence) {
        throw invalid(
          `The cursor ${after} is beyond the end of the log, ${lastSequence}: it belongs to another session or an older store. Read the log from its start.`,
          400,
          { lastSequence },
        );
      }
      return new Response(eventStream(call, after), { headers: { ...sseHeaders, connection: "keep-alive" } });
    },
  ),
];

function cursorOf({ query, request }: SessionCall): number {
  const after = wholeNumber(query, "after");
  if (after !== undefined) return after;
  const last = request.headers.get("last-event-id");
  return last === null ? 0 : (wholeNumber(new URLSearchParams({ "Last-Event-ID": last }), "Last-Event-ID") ?? 0);
}

/**
 * Pulled by the reader: nothing is read from the store before the reader has room, and at most one page is held, so a
 * reader that never reads costs next to nothing and is dropped after a while.
 */
function eventStream({ world, session, key, request }: SessionCall, after: number): ReadableStream<Uint8Array> {
  const { store, clock, closing, keys } = world;
  const encoder = new TextEncoder();
  const feed = createLogFeed({ store, clock, sessionId: session.id, after });
  let isEnded = false;
  let cancelStall = (): void => undefined;
  let stopListening = (): void => undefined;
  let stopWatching = (): void => undefined;

  /** Releases everything but the stream itself. */
  function release(): void {
    feed.end();
    cancelStall();
    stopListening();
    stopWatching();
    request.signal.removeEventListener("abort", release);
  }

  function end(controller: ReadableStreamDefaultController<Uint8Array>): void {
    release();
    if (!isEnded) controller.close();
    isEnded = true;
  }

  function dropWhenStalled(controller: ReadableStreamDefaultController<Uint8Array>): void {
    cancelStall = clock.after(stalledMs, () => {
      release();
      isEnded = true;
      controller.error(new Error(`The reader took nothing for ${stalledMs} ms and was dropped.`));
    });
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        dropWhenStalled(controller);
        stopListening = closing.onClose(() => feed.finish());
        if (closing.isClosed) feed.finish();
        stopWatching = keys.watch(key, () => end(controller));
        request.signal.addEventListener("abort", release);
      },
      async pull(controller) {
        cancelStall();
        try {
          const text = request.signal.aborted ? null : await feed.next();
          if (isEnded) return;
          if (text === null) {
            if (closing.isClosed) controller.enqueue(encoder.encode(writeRetry(reconnectMs)));
            return end(controller);
          }
          controller.enqueue(encoder.encode(text));
        } catch (error) {
          release();
          throw error;
        }
        // Taken back by the next pull, which comes when the reader has room again.
        dropWhenStalled(controller);
      },
      cancel() {
        isEnded = true;
        release();
      },
    },
    { highWaterMark: 0 },
  );
}
