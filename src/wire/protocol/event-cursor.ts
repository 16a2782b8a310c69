import { lastSequenceOf, type SessionEvent } from "./session-event.js";

/**
 * A place in a session's log (`protocol.md` §5.4): `<sequence>`, or `<sequence>.<start of the event's id>`. With the id the
 * service finds out that the log was restored to an earlier state and has grown differently since.
 */
export type Cursor = number | string;

/** The two parts of a cursor. */
export interface ParsedCursor {
  readonly sequence: number;
  /** Null in a cursor that names no event. */
  readonly eventId: string | null;
}

/** Error code of a cursor whose event the log does not have (409): the events read so far are no longer part of the log. */
export const logReset = "log_reset";

const idLength = 8;
const form = /^(\d{1,16})(?:\.([\w-]{8}))?$/;

/** Null for a text that is no cursor. */
export function parseCursor(text: string): ParsedCursor | null {
  const [, digits, eventId = null] = form.exec(text) ?? [];
  const sequence = Number(digits);
  return Number.isSafeInteger(sequence) ? { sequence, eventId } : null;
}

/** The cursor of the event with this sequence and id. */
export function cursorAt(sequence: number, eventId: string): string {
  const cursor = `${sequence}.${eventId.slice(0, idLength)}`;
  return form.test(cursor) ? cursor : String(sequence);
}

/** The cursor behind an event. A merged run of deltas does not have the id of its last one, so it names no event. */
export function cursorBehind(event: SessionEvent): string {
  const last = lastSequenceOf(event);
  return last === event.sequence ? cursorAt(last, event.id) : String(last);
}

/** The sequence of a cursor; 0 for a text that is none. */
export function sequenceOfCursor(cursor: Cursor | undefined): number {
  return typeof cursor === "number" ? cursor : (parseCursor(cursor ?? "")?.sequence ?? 0);
}

/** Whether a read was refused because the log is another one than the reader has. */
export function isLogReset(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null | undefined)?.code === logReset;
}
