/**
 * The one resumable reader, used for a chat's chunks and a session's events.
 *
 * Remembers the id of the last frame and reopens from there after every break: at once when the connection had
 * delivered something, else after a delay that grows until something arrives. A delay that the server asks for
 * (`retry:`, `Retry-After`) has priority. Frames pass through unchanged; callers drop repeats and fill holes.
 */
import { createBackOff, type BackOff } from "../../foundation/back-off.js";
import { isServiceError } from "../../foundation/base-error.js";
import { systemClock, type Clock } from "../../foundation/clock.js";
import { createStreamConnection, yielded, type StreamConnection } from "./stream-connection.js";
import type { StreamSlots } from "../../foundation/stream-slots.js";
import { askedWait, longestWait, waitOrWake, type Wake } from "./wait-or-wake.js";
import type { Frame } from "./write-frame.js";

export type StreamState = "connecting" | "live" | "reconnecting";

export type { Wake } from "./wait-or-wake.js";

export interface ResumeFramesOptions {
  /**
   * Opens the stream after `cursor`; undefined means from its beginning. Null ends the reading without an error.
   * `signal` aborts when this connection is given up.
   */
  readonly open: (
    cursor: string | undefined,
    signal: AbortSignal,
    turn: () => Promise<void>,
  ) => Promise<ReadableStream<Uint8Array> | null>;
  /** Shares the page's connections among its streams; `open` then awaits `turn` just before it requests a stream. */
  readonly streams?: StreamSlots | undefined;
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  /** A number from 0 up to 1. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** Whether to open again after `open` failed like this. @default the error's own `retryable` */
  readonly isRetryable?: ((error: unknown) => boolean) | undefined;
  /** `waitMs`: how long it is until the next try. */
  readonly onState?: ((state: StreamState, waitMs: number) => void) | undefined;
  /** Each hint ends a wait early, unless the server requested the wait. */
  readonly wake?: Wake | undefined;
  /** How long a connection may be silent; heartbeats are bytes too. @default 45_000 (ms) */
  readonly inactivityMs?: number | undefined;
  /** How long opening may take. @default 15_000 (ms) */
  readonly connectMs?: number | undefined;
  /** Resolves when the next piece may be read. @default each is read as it arrives */
  readonly pace?: (() => Promise<void>) | undefined;
}

/** A connection that lasted this long (ms) was no tight loop, even without a frame. */
const longEnough = 10_000;

/**
 * Yields the frames of a stream across its connections. Ends silently when `signal` aborts or `open` gives null.
 *
 * @throws {ServiceError} with code `frame_too_large`, and whatever `open` fails with that is not retryable.
 */
export async function* resumeFrames(options: ResumeFramesOptions): AsyncGenerator<Frame, void, void> {
  for await (const frames of resumeFrameBatches(options)) {
    for (const frame of frames) {
      if (options.signal?.aborted) return;
      yield frame;
    }
  }
}

/** Like `resumeFrames`, in batches as they arrive. */
export async function* resumeFrameBatches(options: ResumeFramesOptions): AsyncGenerator<readonly Frame[], void, void> {
  const { signal, clock = systemClock, random = Math.random } = options;
  const backOff = createBackOff({ random });
  const position: Position = { cursor: options.cursor };
  options.onState?.("connecting", 0);
  for (;;) {
    if (signal?.aborted) return;
    const wait = yield* readConnection({ ...options, clock }, position, backOff);
    if (wait === null || signal?.aborted) return;
    if (!wait.hasYielded) options.onState?.("reconnecting", wait.ms);
    if (wait.ms > 0) await waitOrWake(wait.ms, { ...options, ...wait, clock });
  }
}

interface Position {
  cursor: string | undefined;
}

interface Wait {
  readonly ms: number;
  /** Whether the server asked for it. */
  readonly isAsked: boolean;
  /** Whether it only made room for another. */
  readonly hasYielded?: boolean;
}

/** Reads one connection to its end. Returns how long to wait before the next one, or null for no next one. */
async function* readConnection(
  options: ResumeFramesOptions & { readonly clock: Clock },
  position: Position,
  backOff: BackOff,
): AsyncGenerator<readonly Frame[], Wait | null, void> {
  const { clock, random = Math.random } = options;
  let liveSince: number | undefined;
  let progressed = false;
  let askedFor = 0;
  const connection = connect(options, position.cursor, (ms) => {
    // Randomised, so that the clients of a restarted server do not all reconnect at once.
    askedFor = Math.min(ms, longestWait / 2) * (1 + random());
  });
  try {
    const body = await connection.open();
    if (body === null) return null;
    liveSince = clock.now();
    options.onState?.("live", 0);
    for await (const frames of connection.frames(body)) {
      for (const frame of frames) {
        if (isBeyond(frame.id, position.cursor)) {
          position.cursor = frame.id;
          progressed = true;
        }
      }
      if (progressed) backOff.progress();
      yield frames;
    }
    if (progressed) return { ms: askedFor, isAsked: askedFor > 0 };
  } catch (error) {
    if (options.signal?.aborted) return null;
    if (error === yielded) return { ms: 0, isAsked: false, hasYielded: true };
    if (!mayRetry(error, liveSince !== undefined, options.isRetryable)) throw error;
    askedFor = Math.max(askedFor, askedWait(error));
  } finally {
    connection.close();
  }
  if (hasLived(liveSince, clock)) backOff.progress();
  return { ms: Math.max(backOff.next(), askedFor), isAsked: askedFor > 0 };
}

function hasLived(since: number | undefined, clock: Clock): boolean {
  return since !== undefined && clock.now() - since >= longEnough;
}

function connect(
  options: ResumeFramesOptions & { readonly clock: Clock },
  cursor: string | undefined,
  onRetry: (ms: number) => void,
): StreamConnection {
  return createStreamConnection({
    open: (signal, turn) => options.open(cursor, signal, turn),
    streams: options.streams,
    clock: options.clock,
    connectMs: options.connectMs ?? 15_000,
    inactivityMs: options.inactivityMs ?? 45_000,
    signal: options.signal,
    wake: options.wake,
    pace: options.pace,
    onRetry,
  });
}

/** Ids of both streams are cursors that begin with a sequence; should one be something else, another one is taken for a later one. */
function isBeyond(id: string | undefined, cursor: string | undefined): id is string {
  if (id === undefined || id === "") return false;
  if (cursor === undefined) return true;
  const [next, last] = [sequenceOf(id), sequenceOf(cursor)];
  return next !== null && last !== null ? next > last : id !== cursor;
}

function sequenceOf(id: string): number | null {
  const [, digits] = /^(\d{1,15})(?:\.|$)/.exec(id) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** A body that breaks off fails with whatever the platform likes to call it; opening fails with a decided error. */
function mayRetry(error: unknown, wasLive: boolean, isRetryable = hasRetryable): boolean {
  return wasLive ? !isServiceError(error) || error.retryable : isRetryable(error);
}

function hasRetryable(error: unknown): boolean {
  return isServiceError(error) && error.retryable;
}
