import {
  cursorAt,
  lastSequenceOf,
  sessionEventListSchema,
  sessionEventSchema,
  type SessionEvent,
} from "@service/sdk/protocol";
import * as v from "valibot";
import { json } from "../http/answers.js";
import { compactEvents } from "../sessions/compact-events.js";
import { utf8Length } from "../sessions/bound-payload.js";
import { isRecord } from "../sessions/is-record.js";
import { readReplayQuery, replayParameters, type PayloadMode, type ReplayQuery } from "./replay-query.js";
import { inSession, type Route } from "./route.js";
import { cutWhole } from "../sessions/cut-whole.js";

/** The most that a page's events may take as JSON (bytes). */
export const maxPageBytes = 1_048_576;

const maxSummaryText = 500;

/** The log, page by page; headers describe the page. */
export const replayRoutes: readonly Route[] = [
  inSession(
    "GET",
    "/events",
    "read",
    {
      summary: "Read a page of a session's log",
      query: replayParameters,
      answers: { 200: v.union([sessionEventListSchema, v.nullable(sessionEventSchema)]) },
    },
    async ({ world, session, query }) => {
      const asked = readReplayQuery(query);
      const { events: raw, hasMore } = await world.store.readEvents(session.id, asked.read);
      const merged = asked.isCompact ? compactEvents(raw) : raw;
      const told = merged.map((event) => withPayload(event, asked.payloadMode));
      const page = cutToSize(told, asked.direction);
      const isCut = page.events.length < told.length;
      const body = asked.isLatest ? (page.events[0] ?? null) : page.events;
      const last = page.events.at(-1);
      const end = last && raw.find(({ sequence }) => sequence === lastSequenceOf(last));
      return json(body, 200, {
        ...pageHeaders(asked, page, isCut ? "bytes" : hasMore ? "count" : null),
        ...(end && { "x-service-next-cursor": cursorAt(end.sequence, end.id) }),
      });
    },
  ),
];

interface Page {
  readonly events: readonly SessionEvent[];
  readonly bytes: number;
}

/** Takes events from where the page begins until it is full; always at least one. */
function cutToSize(events: readonly SessionEvent[], direction: "after" | "before"): Page {
  const ordered = direction === "after" ? events : events.toReversed();
  const taken: SessionEvent[] = [];
  let bytes = 2;
  for (const event of ordered) {
    const size = utf8Length(JSON.stringify(event)) + 1;
    if (taken.length > 0 && bytes + size > maxPageBytes) break;
    taken.push(event);
    bytes += size;
  }
  // The last event has no comma behind it.
  if (taken.length > 0) bytes -= 1;
  return { events: direction === "after" ? taken : taken.toReversed(), bytes };
}

function pageHeaders(
  asked: ReplayQuery,
  { events, bytes }: Page,
  truncatedBy: "bytes" | "count" | null,
): Record<string, string> {
  const { mode, direction, payloadMode, isCompact, isFiltered } = asked;
  const [first, last] = [events[0], events.at(-1)];
  const isExact = mode === "forensic" && payloadMode === "full" && !isCompact && !isFiltered;
  return {
    "x-service-page-bytes": String(bytes),
    "x-service-page-max-bytes": String(maxPageBytes),
    "x-service-page-truncated": String(truncatedBy !== null),
    "x-service-has-more": String(truncatedBy !== null),
    "x-service-event-mode": mode,
    "x-service-event-direction": direction,
    "x-service-payload-mode": payloadMode,
    "x-service-forensic-exact": String(isExact),
    ...(truncatedBy !== null && { "x-service-truncated-by": truncatedBy }),
    ...(first &&
      last && {
        "x-service-covered-first": String(first.sequence),
        "x-service-covered-last": String(lastSequenceOf(last)),
        "x-service-next-after": String(lastSequenceOf(last)),
        "x-service-next-before": String(first.sequence),
      }),
  };
}

function withPayload(event: SessionEvent, mode: PayloadMode): SessionEvent {
  if (mode === "full") return event;
  return { ...event, payload: mode === "none" ? null : summary(event.payload, 0) };
}

/** Long texts are cut and deep structures left out; a reader sees that there was more by the ellipsis. */
function summary(value: unknown, depth: number): unknown {
  if (typeof value === "string" && value.length > maxSummaryText) return `${cutWhole(value, maxSummaryText)}…`;
  if (depth >= 4 && typeof value === "object" && value !== null) return "…";
  if (Array.isArray(value)) return value.slice(0, 20).map((entry) => summary(entry, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, summary(entry, depth + 1)]));
}
