/** Moves the window of a conversation: older pages, newer ones, and back to the newest. */
import { onAbort } from "../foundation/on-abort.js";
import { toError } from "../foundation/to-error.js";
import type { ConversationStore } from "./conversation-store.js";
import type { Door, ReadPage } from "./door.js";

/** None of its functions rejects: a failed read becomes the state's error, and the window stays unchanged. */
export function createPaging(
  pages: Door["pages"],
  store: Pick<ConversationStore<unknown>, "change" | "took" | "fail">,
  signal: AbortSignal,
) {
  let reading: { readonly given: AbortController; readonly done: Promise<void> } | undefined;
  onAbort(signal, () => reading?.given.abort());

  /** Reads a page, if there is one, replacing the current read. */
  function move(direction: "older" | "newer", read: ReadPage | null): Promise<void> {
    if (!read || signal.aborted) return Promise.resolve();
    // The latest request replaces earlier ones.
    reading?.given.abort();
    const given = new AbortController();
    store.change({ paging: direction });
    const end = (failure?: unknown) => {
      if (reading?.given !== given) return;
      reading = undefined;
      store.change({ paging: null });
      if (failure && !signal.aborted) store.fail("page", toError(failure));
    };
    const put = (apply: Awaited<ReturnType<ReadPage>>) => {
      if (!given.signal.aborted) store.took(apply());
    };
    const done = read(given.signal)
      .then(put)
      .then(() => end(), end);
    reading = { given, done };
    return done;
  }

  return {
    move,
    /** While a page is being read, these return that read. */
    loadOlder: () => reading?.done ?? move("older", pages.older()),
    loadNewer: () => reading?.done ?? move("newer", pages.newer()),
    /** Replaces the current read; does nothing while the newest part is shown. */
    jumpToLatest: () => move("newer", pages.newest()),
  };
}
