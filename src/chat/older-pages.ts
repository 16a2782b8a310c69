/** Reads the pages before the followed part of a conversation, one at a time; calls meanwhile share the read. */
import type { ChatFactsKeeper } from "./chat-facts.js";
import { messagesOfPage } from "./chat-history.js";
import type { ChatRequests } from "./chat-requests.js";
import { addNewer, addOlder, newerOf, nothingRead, olderOf } from "./read-back.js";

export interface OlderPagesOptions {
  readonly requests: Pick<ChatRequests, "history">;
  readonly facts: ChatFactsKeeper;
  /** A page was added to what is read back. */
  readonly onPage: () => void;
  /** Whether anything is still wanted. */
  readonly signal: AbortSignal;
}

/** These never reject: a failure becomes the state's error, and the next call tries again. */
export interface OlderPages {
  readonly loadOlder: () => Promise<void>;
  readonly loadNewer: () => Promise<void>;
  readonly jumpToLatest: () => Promise<void>;
}

export function createOlderPages({ requests, facts, onPage, signal }: OlderPagesOptions): OlderPages {
  let loading: Promise<void> | undefined;
  const older = () => olderOf(facts.back(), facts.log().older);
  const newer = () => newerOf(facts.back());

  async function load(direction: "older" | "newer", before: number): Promise<void> {
    const [next, add] = direction === "older" ? [older, addOlder] : [newer, addNewer];
    facts.loading(direction);
    try {
      const page = await requests.history(signal, before);
      // The window may have been left meanwhile, and this page then stands beside something else.
      if (next() === before) {
        facts.setBack(add(facts.back(), { before, ...messagesOfPage(facts.log(), facts.back(), page, before) }));
        onPage();
      }
      facts.loading(null);
    } catch (error) {
      facts.loading(null);
      if (!signal.aborted) facts.fail("page", error as Error);
    }
    loading = undefined;
  }

  function start(direction: "older" | "newer", before: number | null): Promise<void> {
    if (before !== null) loading ??= load(direction, before);
    return loading ?? Promise.resolve();
  }

  return {
    loadOlder: () => start("older", older()),
    loadNewer: () => start("newer", newer()),
    jumpToLatest() {
      if (newer() !== null) facts.setBack(nothingRead);
      return Promise.resolve();
    },
  };
}
