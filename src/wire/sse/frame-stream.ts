/**
 * The body of a streamed response: frames as they arrive, and a comment after each quiet interval, so that no proxy
 * closes the connection as idle.
 *
 * Pull-based: nothing is written for a client that does not read, and `frames` is not read ahead. A client that
 * disconnects aborts `frames`.
 */
import { ServiceError } from "../../foundation/base-error.js";
import { systemClock, type Clock } from "../../foundation/clock.js";
import { within } from "../../foundation/within.js";
import { onAbort } from "../../foundation/on-abort.js";
import { writeComment } from "./write-frame.js";

export interface FrameStreamOptions {
  /** Makes the frames, as text. `signal` aborts when the reader leaves. */
  readonly frames: (signal: AbortSignal) => AsyncGenerator<string, void, void>;
  /** Aborting it ends the stream too: the request that it answers. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  /** How long it may be silent. @default 15_000 (ms) */
  readonly heartbeatMs?: number | undefined;
  /** How long a reader may take nothing before it is dropped: the stream fails and releases its source. @default 30_000 (ms) */
  readonly stalledMs?: number | undefined;
  /** The heartbeat's text. @default "heartbeat" */
  readonly heartbeat?: string | undefined;
  /** Called once at the end: completed, failed, cancelled by the client, or aborted with the request. */
  readonly onEnd?: (() => void) | undefined;
}

export function frameStream(options: FrameStreamOptions): ReadableStream<Uint8Array> {
  const { signal, clock = systemClock, heartbeatMs = 15_000, heartbeat = "heartbeat", stalledMs = 30_000 } = options;
  const left = new AbortController();
  let isOver = false;
  let stopListening = () => {};
  let cancelStall = () => {};
  /** Ends the stream between two reads, as there may be no further read. */
  let close = () => {};
  let isPulling = false;
  const finish = () => {
    stopListening();
    cancelStall();
    if (isOver) return;
    isOver = true;
    options.onEnd?.();
  };
  const leave = () => {
    left.abort(signal?.reason);
    // A server that only aborts the request may never read, nor cancel, the body.
    finish();
    if (isPulling) return;
    frames.return().catch(() => {});
    close();
  };
  const frames = options.frames(left.signal);
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string, void>> | undefined;
  const drop = (controller: ReadableStreamDefaultController) => {
    finish();
    const fault = new ServiceError(`The reader took nothing for ${stalledMs} ms and was dropped.`, {
      code: "reader_stalled",
    });
    left.abort(fault);
    frames.return().catch(() => {});
    controller.error(fault);
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        close = () => controller.close();
        cancelStall = clock.after(stalledMs, () => drop(controller));
      },
      async pull(controller) {
        cancelStall();
        isPulling = true;
        try {
          next ??= frames.next();
          const result = await within(next, heartbeatMs, clock);
          if (result === undefined) return controller.enqueue(encoder.encode(writeComment(heartbeat)));
          next = undefined;
          if (!result.done) return controller.enqueue(encoder.encode(result.value));
          finish();
          controller.close();
        } catch (error) {
          finish();
          controller.error(error);
        } finally {
          isPulling = false;
          // The next pull cancels this timer; a client with room makes one.
          if (!isOver) cancelStall = clock.after(stalledMs, () => drop(controller));
        }
      },
      cancel(reason) {
        finish();
        left.abort(reason);
        // Not waited for: a source that is slow to notice must not keep the reader from leaving.
        frames.return().catch(() => {});
      },
    },
    // Without a queue, each pull reads exactly what the client asked for.
    { highWaterMark: 0 },
  );
  stopListening = onAbort(signal, leave);
  return stream;
}
