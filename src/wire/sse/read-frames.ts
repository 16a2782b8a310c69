/**
 * Reads server-sent events from a body, however the network splits it.
 *
 * The same bytes give the same frames at every split: between the bytes of a character, between CR and LF, anywhere.
 * The caller interprets frames; `resume-frames` reconnects.
 */
import { createParser } from "eventsource-parser";
import { ServiceError } from "../../foundation/base-error.js";
import { nextTask } from "../../foundation/next-task.js";
import { onAbort } from "../../foundation/on-abort.js";
import type { Frame } from "./write-frame.js";

export type { Frame } from "./write-frame.js";

export interface ReadFramesOptions {
  /** The longest `data` in characters. @default 8_388_608 */
  readonly maxFrameLength?: number;
  /** Called for every piece of the body, comments included, as a sign of life. */
  readonly onActivity?: (() => void) | undefined;
  /** Called when the server asks for a wait before the next connection (ms). */
  readonly onRetry?: ((ms: number) => void) | undefined;
  /** Resolves when the next frame begins; the body is then read once a frame. @default each piece is read as it arrives */
  readonly pace?: (() => Promise<void>) | undefined;
  /** Aborting cancels the body and ends the reading without an error, also while it waits for bytes. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Room for the field's name and for id and event lines, so that the limit does not depend on how the body was split.
 */
const lineOverhead = 1024;

/**
 * Yields the frames of a body in order. A last frame without its blank line is discarded, as half of it may be missing.
 * Leaving the loop cancels the body.
 *
 * @throws {ServiceError} with code `frame_too_large` when a frame is longer than `maxFrameLength`.
 * @throws whatever the body fails with.
 */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  options: ReadFramesOptions = {},
): AsyncGenerator<Frame, void, void> {
  for await (const frames of readFrameBatches(body, options)) {
    for (const frame of frames) {
      if (options.signal?.aborted) return;
      yield frame;
    }
  }
}

/** Most bytes read without yielding to the event loop: the page cannot render meanwhile. */
const breath = 65_536;

/**
 * Like `readFrames`, in batches of one piece of the body: yielding each frame costs more than reading it.
 *
 * @throws what `readFrames` throws, after the frames before it.
 */
export async function* readFrameBatches(
  body: ReadableStream<Uint8Array>,
  options: ReadFramesOptions = {},
): AsyncGenerator<readonly Frame[], void, void> {
  const { maxFrameLength = 8 * 1024 * 1024, onActivity, onRetry, pace } = options;
  const { signal = new AbortController().signal } = options;
  const reader = body.getReader();
  const pieces = pace ? createPacedReader(reader, pace) : reader;
  const cancel = () => void reader.cancel(signal.reason).catch(() => {});
  const stopListening = onAbort(signal, cancel);
  const parse = frameParser(maxFrameLength, onRetry);
  const decoder = new TextDecoder();
  let sinceBreath = 0;
  try {
    while (!signal.aborted) {
      const { done, value } = await pieces.read();
      if (done) return;
      onActivity?.();
      const { frames, fault } = parse(decoder.decode(value, { stream: true }));
      if (frames.length > 0) yield frames;
      if (fault) throw fault;
      sinceBreath += value.byteLength;
      if (sinceBreath >= breath) {
        sinceBreath = 0;
        await nextTask();
      }
    }
  } finally {
    stopListening();
    // Has no effect on a body that has ended or failed.
    cancel();
    reader.releaseLock();
  }
}

interface Parsed {
  readonly frames: readonly Frame[];
  readonly fault: ServiceError | undefined;
}

function frameParser(maxFrameLength: number, onRetry: ReadFramesOptions["onRetry"]): (text: string) => Parsed {
  let frames: Frame[] = [];
  let fault: ServiceError | undefined;
  const parser = createParser({
    maxBufferSize: maxFrameLength + lineOverhead,
    onEvent({ id, event, data }) {
      if (fault) return;
      if (data.length > maxFrameLength) fault = tooLarge(maxFrameLength);
      else frames.push({ ...(id !== undefined && { id }), ...(event !== undefined && { event }), data });
    },
    onRetry,
    onError(error) {
      if (error.type === "max-buffer-size-exceeded") fault ??= tooLarge(maxFrameLength);
    },
  });
  const toLineFeeds = lineBreakNormalizer();
  return (text) => {
    frames = [];
    parser.feed(toLineFeeds(text));
    return { frames, fault };
  };
}

/**
 * Turns CR and CRLF into LF across pieces. The parser keeps back a CR at the end of a piece until more arrives. That
 * would delay the last frame of a CR stream, and lose the frame if the stream ends there.
 */
function lineBreakNormalizer(): (text: string) => string {
  let afterCarriageReturn = false;
  return (text) => {
    if (text === "") return text;
    const rest = afterCarriageReturn && text.startsWith("\n") ? text.slice(1) : text;
    afterCarriageReturn = text.endsWith("\r");
    return rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest;
  };
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError(
    `A frame of the stream is longer than ${limit} characters, so reading stopped. Raise maxFrameLength if the server is right to send it.`,
    { code: "frame_too_large" },
  );
}

/** A piece of this many bytes or more is a backlog: the next one is read without waiting for a frame. */
const backlog = 16_384;
/** Microtasks after which a read that is still pending waits for the network; a stream around a stream needs some. */
const microtasks = 16;
/** Checks for a queued piece in the first 8 frames, then in every 16th. */
const checks = { first: 8, every: 16 };

/**
 * Reads a body once a frame. A fetch body joins everything that arrived since the last read into one piece, so a frame
 * costs one piece however many events arrived, and the page is not woken between frames.
 *
 * Some bodies keep each piece apart, as in WebKit or behind a host's own stream. The reader therefore checks from time to
 * time whether another piece is queued. If so, it reads pieces without waiting until none is queued.
 *
 * @param pace resolves when the next frame begins. It is called before a piece is returned, so the next piece is read
 *   before the changes of the last piece are shown
 */
function createPacedReader(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  pace: () => Promise<void>,
): Pick<ReadableStreamDefaultReader<Uint8Array>, "read"> {
  let frame: Promise<void> | undefined;
  let ahead: Promise<ReadableStreamReadResult<Uint8Array>> | undefined;
  /** Frames since a piece was queued. */
  let calm = 0;

  return {
    /** Waits for the frame requested after the last piece, then returns the next piece. */
    async read() {
      await frame;
      frame = undefined;
      const wasAhead = ahead !== undefined;
      const piece = await (ahead ?? reader.read());
      ahead = undefined;
      // A read that began before the frame has only what arrived first; more may have arrived since.
      if (piece.done || wasAhead || piece.value.byteLength >= backlog) return piece;
      if (calm < checks.first || calm % checks.every === 0) {
        ahead = reader.read();
        if (await isSettledSoon(ahead)) {
          calm = 0;
          return piece;
        }
      }
      calm += 1;
      frame = pace();
      return piece;
    },
  };
}

/** Whether the read's data had already arrived. Handles the read's rejection. */
async function isSettledSoon(read: Promise<unknown>): Promise<boolean> {
  const state = { isSettled: false };
  const settle = () => {
    state.isSettled = true;
  };
  read.then(settle, settle);
  for (let left = microtasks; left > 0 && !state.isSettled; left -= 1) await Promise.resolve();
  return state.isSettled;
}
