/** Reads a session's log page by page, forwards or back. Runs of deltas are merged. */
import { ChatError } from "../../wire/protocol/chat-error.js";
import { sequenceOfCursor, type Cursor } from "../../wire/protocol/event-cursor.js";
import type { SessionEvent } from "../../wire/protocol/session-event.js";
import type { EventPage } from "../../api/event-page.js";
import type { OpenConversation } from "./open-conversation.js";

export interface ReplayOptions {
  /** The last sequence to read; without it the log's end, as it is when reading arrives there. */
  readonly until?: number | undefined;
  /** A first page that was read already. */
  readonly first?: EventPage | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Most raw events that one page of merged ones may cover. */
export const pageLimit = 5000;

/**
 * Yields the events after `after`, ascending.
 *
 * @throws {ChatError} with code `history_cursor_stalled` when the pages do not get on.
 */
export async function* replay(
  open: OpenConversation,
  after: Cursor,
  { until, first, signal }: ReplayOptions = {},
): AsyncGenerator<SessionEvent, void, void> {
  let position = after;
  let cursor = sequenceOfCursor(after);
  let page = first;
  for (;;) {
    // The limit counts raw events, so a run that extends beyond `until` is cut there.
    const limit = Math.min(pageLimit, (until ?? Number.POSITIVE_INFINITY) - cursor);
    if (limit <= 0) return;
    page ??= await readPage(open, position, limit, signal);
    yield* page.events;
    if (!page.hasMore) return;
    if (page.nextAfter === null || page.nextAfter <= cursor) throw stalled();
    cursor = page.nextAfter;
    position = page.nextCursor ?? cursor;
    page = undefined;
  }
}

export function readPage(
  open: OpenConversation,
  after: Cursor,
  limit: number,
  signal?: AbortSignal,
): Promise<EventPage> {
  const query = { after, limit, compact: true, mode: "forensic", payloadMode: "full" } as const;
  return open.client.listEvents(open.ref, query, { signal });
}

export interface ReplayBackOptions {
  readonly types: readonly string[];
  /** Most raw events of a page. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** Yields pages of the events below `before` that have one of `types`, the newest page first, each ascending. */
export async function* replayBack(
  open: OpenConversation,
  before: number,
  { types, limit, signal }: ReplayBackOptions,
): AsyncGenerator<readonly SessionEvent[], void, void> {
  let cursor = before;
  while (cursor > 1) {
    const page = await open.client.listEvents(
      open.ref,
      { before: cursor, limit, compact: true, mode: "forensic", payloadMode: "full", includeTypes: types },
      { signal },
    );
    yield page.events;
    if (!page.hasMore) return;
    if (page.nextBefore === null || page.nextBefore >= cursor) throw stalled();
    cursor = page.nextBefore;
  }
}

function stalled(): ChatError {
  return new ChatError("The service's pages of the log do not get on, so reading stopped. Try again.", {
    code: "history_cursor_stalled",
    retryable: true,
  });
}
