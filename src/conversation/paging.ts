/** Moves the window of a conversation: older pages, newer ones, and back to the newest. */
import { onAbort } from "../foundation/on-abort.js";
import { toError } from "../foundation/to-error.js";
import type { ConversationStore } from "./conversation-store.js";
import type { Door, DoorTools, ReadPage } from "./door.js";

/** None of these rejects: a failed read becomes the state's error, and the window stays unchanged. */
export interface Paging {
  /** While a page is being read, these return that read. */
  readonly loadOlder: () => Promise<void>;
  readonly loadNewer: () => Promise<void>;
  /** Replaces the current read; does nothing while the newest part is shown. */
  readonly jumpToLatest: () => Promise<void>;
  /** Reads a page, if there is one, replacing the current read. */
  readonly move: (direction: "older" | "newer", read: ReadPage | null) => Promise<void>;
}

export function createPaging({
  pages,
  store,
  signal,
}: {
  readonly pages: Door["pages"];
  readonly store: Pick<ConversationStore<unknown>, "change" | "took" | "fail">;
} & Pick<DoorTools, "signal">): Paging {
  let reading: { readonly given: AbortController; readonly done: Promise<void> } | undefined;
  onAbort(signal, () => reading?.given.abort());

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
    loadOlder: () => reading?.done ?? move("older", pages.older()),
    loadNewer: () => reading?.done ?? move("newer", pages.newer()),
    jumpToLatest: () => move("newer", pages.newest()),
  };
}
