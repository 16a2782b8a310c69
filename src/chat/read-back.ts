/**
 * The pages before the followed messages, with a bounded size. Pure. Loading older pages drops the newest ones; then
 * the followed messages are not adjacent any more. Followed messages become pages as they grow.
 */
import { excess, isOver, type Extent } from "../conversation/bounded-window.js";
import { remember } from "../foundation/keep.js";
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
  /** Ends of the dropped pages between these and the followed messages; the nearest is last. */
  readonly dropped: readonly number[];
}

export const nothingRead: ReadBack = { pages: [], dropped: [] };

const limit: Extent = { count: 2_000, size: 8 * 1024 * 1024 };
/** Size of the followed messages that become a page. */
const pageSize: Extent = { count: 100, size: 512 * 1024 };

/** The next older page; null without one. `older` is where the followed messages begin. */
export function olderOf({ pages }: ReadBack, older: number | null): number | null {
  return pages[0] ? pages[0].older : older;
}

/** The next newer page; null when the followed messages are next. */
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

/** Adds a page of followed messages, which is the nearest to those that remain. */
export function addFollowed(back: ReadBack, page: OlderPage): ReadBack {
  if (back.dropped.length > 0) return { ...back, dropped: [page.before, ...back.dropped] };
  return addNewer(back, page);
}

/** Whether these messages are enough for a page. */
export function isPage(messages: readonly ChatMessage[]): boolean {
  return isOver(extentOf({ messages }), pageSize);
}

/** Drops pages that are no longer adjacent to the followed messages after those were read again. */
export function keepReaching(back: ReadBack, older: number | null): ReadBack {
  const end = back.dropped[0] ?? endOf(back) ?? older;
  return end === older ? back : nothingRead;
}

/** The sequence that the loaded pages end before. */
export function endOf({ pages }: ReadBack): number | undefined {
  return pages.at(-1)?.before;
}

const flat = new WeakMap<ReadBack, readonly ChatMessage[]>();

export function messagesOf(back: ReadBack): readonly ChatMessage[] {
  return remember(flat, back, () => back.pages.flatMap(({ messages }) => messages));
}

const sizes = new WeakMap<ChatMessage, number>();

function extentOf({ messages }: Pick<OlderPage, "messages">): Extent {
  return { count: messages.length, size: messages.reduce((sum, message) => sum + sizeOf(message), 0) };
}

function sizeOf(message: ChatMessage): number {
  return remember(sizes, message, () => JSON.stringify(message.parts).length);
}
