/** Reads the pages before what is loaded of a conversation, one at a time, whoever asks and however often. */
import type { ChatHistory } from "../../protocol/chat-bodies.js";
import type { ChatFactsKeeper } from "./chat-facts.js";
import type { ChatRequests } from "./chat-requests.js";

export interface OlderPagesOptions {
  readonly requests: Pick<ChatRequests, "history">;
  readonly facts: ChatFactsKeeper;
  readonly onPage: (page: ChatHistory) => void;
  /** Whether anything is still wanted. */
  readonly signal: AbortSignal;
}

/** Loads the next page. Never rejects: what went wrong is told, and asking again tries again. */
export function createOlderPages({ requests, facts, onPage, signal }: OlderPagesOptions): () => Promise<void> {
  let loading: Promise<void> | undefined;

  async function load(before: number): Promise<void> {
    facts.loadingOlder(true);
    try {
      const page = await requests.history(signal, before);
      // The newest page may have been read anew, and this one then stands before something else.
      if (facts.log().older === before) onPage(page);
      facts.loadingOlder(false);
    } catch (error) {
      facts.loadingOlder(false);
      if (!signal.aborted) facts.fail("page", error as Error);
    }
    loading = undefined;
  }

  return () => {
    const before = facts.log().older;
    if (before !== null) loading ??= load(before);
    return loading ?? Promise.resolve();
  };
}
