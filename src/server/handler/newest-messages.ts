/**
 * Takes the newest messages of a log from its pages, and reads no page more than it needs. They begin where a turn does:
 * an answer has its question with it, which may have waited for many turns, and all of its parts.
 */
import type { ChatHistoryMessage } from "../../wire/protocol/chat-bodies.js";
import type { SessionEvent } from "../../wire/protocol/session-event.js";
import { turnOf } from "./fold-turn.js";
import { historyMessages, type PlacedMessage } from "./history-messages.js";

interface NewestMessages {
  /** All that were read, ascending; the first messages of them may be left out. */
  readonly events: readonly SessionEvent[];
  readonly messages: readonly ChatHistoryMessage[];
  readonly hasOlder: boolean;
}

/** @param pages the newest first, each ascending. */
export async function newestMessages(
  pages: AsyncIterable<readonly SessionEvent[]>,
  limit: number,
): Promise<NewestMessages> {
  const read: (readonly SessionEvent[])[] = [];
  let atMost = 0;
  let newest: NewestMessages | undefined;
  for await (const page of pages) {
    read.unshift(page);
    newest = undefined;
    // Folding processes everything read so far, so it waits until there may be enough messages.
    atMost += mostMessages(page);
    if (atMost <= limit) continue;
    newest = fold(read.flat(), limit);
    if (newest.hasOlder) return newest;
  }
  return newest ?? fold(read.flat(), limit);
}

function fold(events: readonly SessionEvent[], limit: number): NewestMessages {
  const { placed, unreadUntil } = historyMessages(events);
  const cut = cutAt(placed, limit, unreadUntil);
  return { events, messages: placed.slice(cut).map(({ message }) => message), hasOlder: cut > 0 };
}

/** A person's messages, and one answer for each turn. */
function mostMessages(events: readonly SessionEvent[]): number {
  const turns = new Set(events.map(turnOf));
  return turns.size + events.filter(({ type }) => type === "user.message").length;
}

/**
 * The first message of the newest `limit` that a page may begin with: no later message refers to one before it, and
 * no earlier one continues after it. 0 when there is none, or when all of them fit.
 *
 * @param unread where the last turn ends whose message was not read: a turn without output shows its message alone, so that nothing else misses it.
 */
function cutAt(placed: readonly PlacedMessage[], limit: number, unread: number): number {
  const ends: number[] = [];
  for (const { last } of placed) ends.push(Math.max(ends.at(-1) ?? 0, last));
  let begin = Number.POSITIVE_INFINITY;
  let cut = 0;
  for (let index = placed.length - 1; index > 0; index--) {
    begin = Math.min(begin, placed[index]?.first ?? 0);
    const isCut = Math.max(ends[index - 1] ?? 0, unread) < begin;
    // The oldest cut within the limit, or else the newest beyond it.
    if (isCut && placed.length - index <= limit) cut = index;
    if (placed.length - index > limit) {
      if (cut > 0) return cut;
      if (isCut) return index;
    }
  }
  return placed.length > limit ? cut : 0;
}
