/**
 * The body of a streamed answer: frames as they come, and a comment whenever nothing came for a while, so that nobody on
 * the way takes the connection for dead.
 *
 * Pull-based: a reader that does not read is written nothing, and `frames` is not asked for more. A reader that leaves
 * aborts `frames` and ends it.
 */
import { systemClock, type Clock } from "../foundation/clock.js";
import { within } from "../foundation/within.js";
import { onAbort } from "../foundation/on-abort.js";
import { writeComment } from "./write-frame.js";

export interface FrameStreamOptions {
  /** Makes the frames, as text. `signal` aborts when the reader leaves. */
  readonly frames: (signal: AbortSignal) => AsyncGenerator<string, void, void>;
  /** Aborting it ends the stream too: the request that it answers. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  /** How long it may be silent. @default 15_000 (ms) */
  readonly heartbeatMs?: number | undefined;
  /** The heartbeat's text. @default "heartbeat" */
  readonly heartbeat?: string | undefined;
  /** Called once when it is over: told to its end, failed, left by its reader, or aborted with the request. */
  readonly onEnd?: (() => void) | undefined;
}

export function frameStream(options: FrameStreamOptions): ReadableStream<Uint8Array> {
  const { signal, clock = systemClock, heartbeatMs = 15_000, heartbeat = "heartbeat" } = options;
  const left = new AbortController();
  let isOver = false;
  let stopListening = () => {};
  const finish = () => {
    stopListening();
    if (isOver) return;
    isOver = true;
    options.onEnd?.();
  };
  const leave = () => {
    left.abort(signal?.reason);
    // A server that only aborts the request may never read, nor cancel, the body.
    finish();
  };
  stopListening = onAbort(signal, leave);
  const frames = options.frames(left.signal);
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string, void>> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
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
        }
      },
      cancel(reason) {
        finish();
        left.abort(reason);
        // Not waited for: a source that is slow to notice must not keep the reader from leaving.
        frames.return().catch(() => {});
      },
    },
    // Without a queue of its own, what is asked for is what is read.
    { highWaterMark: 0 },
  );
}
