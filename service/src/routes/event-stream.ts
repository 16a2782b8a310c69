import { sseHeaders } from "@service/sdk/protocol";
import { isStillValid } from "../http/authenticate.js";
import { invalid } from "../sessions/api-failure.js";
import { isUnavailable } from "../store/store.js";
import { createLogFeed, heartbeatMs } from "./log-feed.js";
import { inSession, wholeNumber, type Route, type SessionCall } from "./route.js";

/** A reader that takes nothing for this long is dropped (ms). */
export const stalledMs = 30_000;

/** The log as it grows: what follows the cursor, then everything that is written, until the reader goes. */
export const streamRoutes: readonly Route[] = [
  inSession("GET", "/events/stream", "read", async (call) => {
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
  }),
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
  const { store, clock, closing } = world;
  const encoder = new TextEncoder();
  const feed = createLogFeed({ store, clock, sessionId: session.id, after });
  const isOver = () => closing.isClosed || request.signal.aborted;
  let checkedAt = clock.now();
  let isCancelled = false;
  let cancelStall = (): void => undefined;
  let stopListening = (): void => undefined;

  /** Lets go of everything but the stream itself. */
  function release(): void {
    feed.end();
    cancelStall();
    stopListening();
    request.signal.removeEventListener("abort", release);
  }

  function dropWhenStalled(controller: ReadableStreamDefaultController<Uint8Array>): void {
    cancelStall = clock.after(stalledMs, () => {
      release();
      controller.error(new Error(`The reader took nothing for ${stalledMs} ms and was dropped.`));
    });
  }

  async function hasAccess(): Promise<boolean> {
    // Wall clocks are put back at times, and a revoked key must not live on for that.
    const since = clock.now() - checkedAt;
    if (since >= 0 && since < heartbeatMs) return true;
    try {
      const isValid = await isStillValid(world, key);
      checkedAt = clock.now();
      return isValid;
    } catch (error) {
      // Asked again with the next piece: what there is to read is kept where the key is.
      if (isUnavailable(error)) return true;
      throw error;
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        dropWhenStalled(controller);
        stopListening = closing.onClose(release);
        request.signal.addEventListener("abort", release);
      },
      async pull(controller) {
        cancelStall();
        try {
          const text = isOver() ? null : await feed.next();
          if (isCancelled) return;
          if (text === null || !(await hasAccess())) {
            release();
            controller.close();
            return;
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
        isCancelled = true;
        release();
      },
    },
    { highWaterMark: 0 },
  );
}
