/**
 * Writes server-sent events as text. The one place that knows what such an answer's headers are, so that no proxy on
 * the way buffers or compresses a stream.
 */
import { ServiceError } from "../../foundation/base-error.js";

/** One event of a stream, as it is written and as it is read. */
export interface Frame {
  readonly id?: string;
  readonly event?: string;
  /** May hold line breaks; the three kinds all arrive as `\n`. */
  readonly data: string;
}

/** What every streamed answer carries. */
export const sseHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "private, no-store, no-transform",
  "x-accel-buffering": "no",
};

const lineBreak = /\r\n|\r|\n/;

/**
 * A frame as text, its blank line included.
 *
 * @throws {ServiceError} with code `frame_invalid` when `id` or `event` could not be read back: they hold a line break,
 *   or the id a NUL.
 */
export function writeFrame(frame: Frame): string {
  let text = "";
  if (frame.id !== undefined) text += `id: ${oneLine("id", frame.id)}\n`;
  if (frame.event !== undefined) text += `event: ${oneLine("event", frame.event)}\n`;
  for (const line of frame.data.split(lineBreak)) text += `data: ${line}\n`;
  return `${text}\n`;
}

/** A comment as text: bytes that keep a connection alive and that no reader shows. */
export function writeComment(text: string): string {
  return `${text
    .split(lineBreak)
    .map((line) => `: ${line}\n`)
    .join("")}\n`;
}

/** Asks the reader to reconnect after a wait (ms), as text. */
export function writeRetry(ms: number): string {
  return `retry: ${ms}\n\n`;
}

function oneLine(field: "id" | "event", value: string): string {
  if (!lineBreak.test(value) && !(field === "id" && value.includes("\0"))) return value;
  throw new ServiceError(
    `The ${field} of a frame holds a line break or a NUL, so no reader would get it back. Write it without.`,
    { code: "frame_invalid" },
  );
}
