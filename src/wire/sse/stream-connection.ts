/**
 * One attempt at a stream: opens it within a time limit, reads it, and aborts it when it falls silent.
 * `resume-frames` handles the attempts before and after.
 */
import { ServiceError } from "../../foundation/base-error.js";
import type { Clock } from "../../foundation/clock.js";
import { onAbort, unlessAborted } from "../../foundation/on-abort.js";
import { readFrameBatches } from "./read-frames.js";
import type { StreamSlots } from "../../foundation/stream-slots.js";
import type { Frame } from "./write-frame.js";

export interface StreamConnectionOptions {
  /** Awaits `turn` just before it requests the stream. Earlier requests need no slot. */
  readonly open: (signal: AbortSignal, turn: () => Promise<void>) => Promise<ReadableStream<Uint8Array> | null>;
  /** Shares the page's connections among its streams. @default streams open without waiting */
  readonly streams?: StreamSlots | undefined;
  readonly clock: Clock;
  readonly connectMs: number;
  readonly inactivityMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly wake?: ((run: () => void) => () => void) | undefined;
  /** Resolves when the next piece may be read. @default pieces are read as they arrive */
  readonly pace?: (() => Promise<void>) | undefined;
  /** Called when the server asks for a wait before the next connection (ms). */
  readonly onRetry?: ((ms: number) => void) | undefined;
}

export interface StreamConnection {
  /** @throws the error of `open`, or a retryable `stream_timeout` past the limit. */
  open(): Promise<ReadableStream<Uint8Array> | null>;
  /**
   * Yields the frames in batches as they arrive. Ends with the body and on abort; throws a retryable `stream_silent`
   * when no byte arrives for too long. The caller's own time is not counted.
   */
  frames(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly Frame[], void, void>;
  /** Releases the connection, and aborts a pending `open` or read. */
  close(): void;
}

export function createStreamConnection(options: StreamConnectionOptions): StreamConnection {
  const { clock, signal: outer } = options;
  const giveUp = new AbortController();
  const unlink = onAbort(outer, () => giveUp.abort(outer?.reason));
  let stopWatching = () => {};
  const watchOpening = () => {
    stopWatching = clock.after(options.connectMs, () => giveUp.abort(timedOut(options.connectMs)));
  };
  const turn = async () => {
    if (!options.streams) return;
    // The time limit for opening starts when this stream gets its slot.
    stopWatching();
    await options.streams.take(giveUp.signal, () => giveUp.abort(yielded));
    watchOpening();
  };

  return {
    async open() {
      watchOpening();
      try {
        return await opened(options.open(giveUp.signal, turn), giveUp.signal);
      } finally {
        stopWatching();
      }
    },
    async *frames(body) {
      const watch = watchSilence(options, (error) => giveUp.abort(error));
      stopWatching = watch.stop;
      const batches = readFrameBatches(body, {
        signal: giveUp.signal,
        onActivity: watch.heard,
        onRetry: options.onRetry,
        pace: options.pace,
      });
      for await (const frames of batches) {
        if (giveUp.signal.aborted) break;
        watch.pause();
        yield frames;
        watch.heard();
      }
      if (giveUp.signal.aborted && !outer?.aborted) throw giveUp.signal.reason;
    },
    close() {
      stopWatching();
      unlink();
      giveUp.abort();
    },
  };
}

/** Reason for closing a stream in favour of another: it resumes from its cursor in its next turn. */
export const yielded = new ServiceError("The stream makes room for another.", {
  code: "stream_yielded",
  retryable: true,
});

interface Watch {
  readonly heard: () => void;
  readonly pause: () => void;
  readonly stop: () => void;
}

/** How long (ms) a live connection may be silent when there is reason to doubt it: heartbeats arrive every 15 s. */
const heardLately = 20_000;

/** One timer for the whole connection, not one a piece of it. */
function watchSilence(options: StreamConnectionOptions, onSilence: (error: ServiceError) => void): Watch {
  const { clock, inactivityMs, wake } = options;
  let heardAt = clock.now();
  let paused = false;
  let takeBack = () => {};
  const check = (most: number) => {
    takeBack();
    const left = paused ? most : heardAt + most - clock.now();
    if (left <= 0) onSilence(silent(most));
    else takeBack = clock.after(left, () => check(inactivityMs));
  };
  check(inactivityMs);
  // A device that slept did not run the timer meanwhile, and a network that changed may have dropped the connection.
  const unsubscribe = wake?.(() => check(Math.min(inactivityMs, heardLately)));
  return {
    heard() {
      heardAt = clock.now();
      paused = false;
    },
    pause() {
      paused = true;
    },
    stop() {
      takeBack();
      unsubscribe?.();
    },
  };
}

/** The body, unless the attempt is aborted first; a later body is cancelled. */
function opened<T extends ReadableStream | null>(opening: Promise<T>, signal: AbortSignal): Promise<T> {
  const cancelLate = (body: T) => {
    if (signal.aborted) void body?.cancel().catch(() => {});
  };
  opening.then(cancelLate, () => {});
  return unlessAborted(opening, signal);
}

function timedOut(ms: number): ServiceError {
  return new ServiceError(`The stream did not open within ${ms} ms. It is tried again.`, {
    code: "stream_timeout",
    retryable: true,
  });
}

function silent(ms: number): ServiceError {
  return new ServiceError(
    `The stream sent nothing for ${ms} ms, not even a heartbeat, so the connection is taken for dead. It is opened again.`,
    { code: "stream_silent", retryable: true },
  );
}
