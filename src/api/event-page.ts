/** Reads a page of a session's log: the events, and the paging facts that travel as headers (`protocol.md` §4.2). */
import { ServiceError } from "../foundation/base-error.js";
import { pageHeaderPrefix } from "../wire/protocol/headers.js";
import { isRecord } from "../wire/protocol/read-fields.js";
import { cursorBehind, parseCursor, type Cursor } from "../wire/protocol/event-cursor.js";
import { lastSequenceOf, parseSessionEvent, type SessionEvent } from "../wire/protocol/session-event.js";

/** Query of a replay. Without a cursor and `mode`, the service answers in monitoring mode. */
export interface EventQuery {
  /** Exclusive lower cursor. One that names its event is refused (`log_reset`) by a log that has another one there. @default 0 */
  readonly after?: Cursor | undefined;
  /** Exclusive upper cursor: the newest events below it. */
  readonly before?: number | undefined;
  /** Counts raw events, before runs of deltas are merged. */
  readonly limit?: number | undefined;
  /** Merges runs of deltas. */
  readonly compact?: boolean | undefined;
  readonly mode?: "forensic" | "monitoring" | undefined;
  readonly direction?: "after" | "before" | undefined;
  readonly payloadMode?: "none" | "summary" | "full" | undefined;
  readonly includeTypes?: readonly string[] | undefined;
  readonly excludeTypes?: readonly string[] | undefined;
  readonly includeClasses?: readonly string[] | undefined;
  readonly excludeClasses?: readonly string[] | undefined;
  /** The newest event of a class, alone: `control`, `terminal`, `failure`, `checkpoint` or `receipt`. */
  readonly latest?: string | undefined;
}

/** One page of a session's events. */
export interface EventPage {
  /** In ascending sequence, also for a page that was requested backwards. */
  readonly events: readonly SessionEvent[];
  readonly mode: string | null;
  readonly payloadMode: string | null;
  readonly direction: string | null;
  readonly bytes: number | null;
  readonly maxBytes: number | null;
  readonly truncated: boolean;
  readonly truncatedBy: string | null;
  /** Whether there are more events in the page's direction. */
  readonly hasMore: boolean;
  /** First and last sequence that the page covers; null when it is empty. */
  readonly coveredSequence: { readonly first: number; readonly last: number } | null;
  /** The cursor that follows the page; null when it is empty. */
  readonly nextAfter: number | null;
  /** The same as a cursor that names its event, where the service gives one. */
  readonly nextCursor: Cursor | null;
  readonly nextBefore: number | null;
  readonly forensicExact: boolean;
}

/** The query as URL search parameters. */
export function eventSearch(query: EventQuery): Record<string, string | number | boolean | undefined> {
  const { compact, includeTypes, excludeTypes, includeClasses, excludeClasses, ...rest } = query;
  return {
    ...rest,
    compact: compact ? 1 : undefined,
    includeTypes: includeTypes?.join(","),
    excludeTypes: excludeTypes?.join(","),
    includeClasses: includeClasses?.join(","),
    excludeClasses: excludeClasses?.join(","),
  };
}

function readCursor(text: string | null): Cursor | null {
  return text !== null && parseCursor(text) !== null ? text : null;
}

/** Most servers send the latest event of a class alone, or null when there is none; some wrap it in an array. */
function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (value === null) return [];
  return isRecord(value) && "sequence" in value ? [value] : null;
}

/**
 * Facts that a smaller server leaves out are taken from the events themselves.
 *
 * @throws {ServiceError} with code `response_malformed` or `event_malformed`.
 */
export function readEventPage(value: unknown, headers: Headers): EventPage {
  const list = listOf(value);
  if (list === null) {
    throw new ServiceError(
      "A page of events is a JSON array, and this answer is none. Does this address lead to the session API?",
      { code: "response_malformed" },
    );
  }
  const events = list.map(parseSessionEvent);
  const first = events[0];
  const last = events.at(-1);
  const fact = (name: string) => headers.get(`${pageHeaderPrefix}${name}`) ?? headers.get(`x-service-${name}`);
  const number = (name: string) => {
    const text = fact(name);
    return text !== null && /^\d+$/.test(text) ? Number(text) : null;
  };
  const is = (name: string) => fact(name) === "true" || fact(name) === "1";
  return {
    events,
    mode: fact("event-mode"),
    payloadMode: fact("payload-mode"),
    direction: fact("event-direction"),
    bytes: number("bytes"),
    maxBytes: number("max-bytes"),
    truncated: is("truncated"),
    truncatedBy: fact("truncated-by"),
    hasMore: is("has-more"),
    coveredSequence:
      first && last
        ? {
            first: number("covered-first") ?? first.sequence,
            last: number("covered-last") ?? lastSequenceOf(last),
          }
        : null,
    nextAfter: number("next-after") ?? (last ? lastSequenceOf(last) : null),
    nextCursor: readCursor(fact("next-cursor")) ?? number("next-after") ?? (last ? cursorBehind(last) : null),
    nextBefore: number("next-before") ?? first?.sequence ?? null,
    forensicExact: is("forensic-exact"),
  };
}
