import { ServiceApiError, writeRetry } from "@service/sdk/protocol";
import type { World } from "../world.js";

/** How long readers wait before they reconnect to a service that closes (ms); another process may answer by then. */
const reconnectMs = 1_000;

/** Text to stream, a piece at a time. */
export interface PulledFeed {
  /** The next text; null when the feed was ended. */
  next(): Promise<string | null>;
  /** Lets the feed end once the reader has what there is by now. */
  finish(): void;
  end(): void;
}

export interface PulledStreamOptions {
  readonly world: Pick<World, "clock" | "closing" | "settings">;
  readonly request: Request;
  readonly feed: PulledFeed;
  /** Calls back when the reader may read no further. Returns how to stop watching. */
  readonly watchEnd: (end: () => void) => () => void;
  /** Called once, however the stream ends. @default nothing */
  readonly onRelease?: (() => void) | undefined;
}

/** How long a refused reader waits before it connects again (s). Another process may have room. */
const refusedForSeconds = 5;

/**
 * Called right before a stream is made, so that no process has more streams than it can serve.
 *
 * @throws {ServiceApiError} 503 `streams_full`.
 */
export function assertRoom({ closing, settings, metrics }: Pick<World, "closing" | "settings" | "metrics">): void {
  if (closing.openCount < settings.streamsAtOnce) return;
  metrics?.streamRefused();
  throw new ServiceApiError(
    `This process has ${settings.streamsAtOnce} event streams open and takes no more. Connect again later; an operator can add a process or raise streamsAtOnce.`,
    { status: 503, code: "streams_full", retryable: true, details: { retryAfter: refusedForSeconds } },
  );
}

/**
 * Pulled by the reader: the feed is not asked before the reader has room, so a reader that never reads costs next to nothing
 * and is dropped after a while.
 */
export function pulledStream(options: PulledStreamOptions): ReadableStream<Uint8Array> {
  const { world, request, feed, watchEnd, onRelease } = options;
  const { clock, closing, settings } = world;
  const stalledMs = settings.stalledReaderMs;
  const encoder = new TextEncoder();
  let isEnded = false;
  let isReleased = false;
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
    if (!isReleased) onRelease?.();
    isReleased = true;
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
        stopWatching = watchEnd(() => end(controller));
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
        // The next pull cancels this timer; a client with room makes one.
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
