/**
 * The older pages before the followed messages: a window of bounded size. Pure. A reader who moves further back loses
 * its newest pages, and then the followed messages are outside of it.
 */
import { excess, type Extent } from "../conversation/bounded-window.js";
import type { ChatMessage } from "./chat-message.js";

interface OlderPage {
  /** The sequence that the page ends before. */
  readonly before: number;
  /** The sequence that a page before it ends before; null when there is none. */
  readonly older: number | null;
  readonly messages: readonly ChatMessage[];
}

export interface ReadBack {
  /** Oldest first, each ending where the next begins. */
  readonly pages: readonly OlderPage[];
  /** Ends of the pages between these and the followed messages that were dropped; the nearest is last. */
  readonly dropped: readonly number[];
}

export const nothingRead: ReadBack = { pages: [], dropped: [] };

const limit: Extent = { count: 2_000, size: 8 * 1024 * 1024 };

/** The next page, going back; null when there is none. `older` is where the followed messages begin. */
export function olderOf({ pages }: ReadBack, older: number | null): number | null {
  return pages[0] ? pages[0].older : older;
}

/** The next page, going forward; null when the followed messages are next. */
export function newerOf({ dropped }: ReadBack): number | null {
  return dropped.at(-1) ?? null;
}

export function addOlder({ pages, dropped }: ReadBack, page: OlderPage): ReadBack {
  const next = [page, ...pages];
  const kept = next.length - excess(next.toReversed().map(extentOf), limit);
  const gone = next.slice(kept).map(({ before }) => before);
  return { pages: next.slice(0, kept), dropped: [...dropped, ...gone.toReversed()] };
}

export function addNewer({ pages, dropped }: ReadBack, page: OlderPage): ReadBack {
  const next = [...pages, page];
  return { pages: next.slice(excess(next.map(extentOf), limit)), dropped: dropped.slice(0, -1) };
}

/** Drops pages that are no longer adjacent to the followed messages, as those were read again. */
export function keepReaching(back: ReadBack, older: number | null): ReadBack {
  const end = back.dropped[0] ?? back.pages.at(-1)?.before ?? older;
  return end === older ? back : nothingRead;
}

export function messagesOf({ pages }: ReadBack): readonly ChatMessage[] {
  return pages.flatMap(({ messages }) => messages);
}

const extents = new WeakMap<OlderPage, Extent>();

function extentOf(page: OlderPage): Extent {
  const { messages } = page;
  const size = () => messages.reduce((sum, { parts }) => sum + JSON.stringify(parts).length, 0);
  const extent = extents.get(page) ?? { count: messages.length, size: size() };
  extents.set(page, extent);
  return extent;
}
