/**
 * Writes server-sent events as text. The only place with the headers of such a response, which keep proxies from
 * buffering or compressing it.
 */
import { ServiceError } from "../../foundation/base-error.js";

/** One event of a stream, as it is written and as it is read. */
export interface Frame {
  readonly id?: string;
  readonly event?: string;
  /** May contain line breaks; all three kinds arrive as `\n`. */
  readonly data: string;
}

/** Headers of every streamed response. */
export const sseHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "private, no-store, no-transform",
  "x-accel-buffering": "no",
};

const lineBreak = /\r\n|\r|\n/;

/**
 * Formats a frame, with its blank line.
 *
 * @throws {ServiceError} with code `frame_invalid` when `id` or `event` contains a line break, or the id a NUL, and
 *   so could not be read back.
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
