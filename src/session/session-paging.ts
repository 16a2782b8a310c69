/** Moves the window of the log: older and newer pages, the newest one, and the one around an event. */
import { readPageBefore, readPageBehind } from "./session-log.js";
import type { SessionParts } from "./session-parts.js";
import type { WindowVerbs } from "./session-state.js";
import { onAbort } from "../foundation/on-abort.js";
import { toError } from "../foundation/to-error.js";

export type Paging = Omit<WindowVerbs, "reconnect">;

/** A page that could not be read is the model's error; the window then stays as it was. */
export function createPaging(parts: SessionParts): Paging {
  const { model, end } = parts;
  const { window } = model;
  let reading: AbortController | null = null;
  onAbort(end.signal, () => reading?.abort());

  /** One page is read at a time: the newest wish wins. `read` gives what to do with the page. */
  async function move(
    direction: "isLoadingOlder" | "isLoadingNewer",
    read: (signal: AbortSignal, cursor: number) => Promise<() => void>,
  ): Promise<void> {
    if (end.signal.aborted) return;
    reading?.abort();
    const mine = new AbortController();
    reading = mine;
    model.setSide({ isLoadingOlder: false, isLoadingNewer: false, [direction]: true });
    window.expectPage();
    let failure: Error | null = null;
    try {
      const apply = await read(mine.signal, model.log.cursor);
      if (!mine.signal.aborted) apply();
    } catch (error) {
      failure = toError(error);
    }
    if (reading !== mine) return;
    reading = null;
    model.setSide({ isLoadingOlder: false, isLoadingNewer: false });
    if (failure) model.fail("page", failure);
  }

  async function jumpToLatest(): Promise<void> {
    if (!window.facts().hasNewer) return;
    await move("isLoadingNewer", async (signal, cursor) => {
      const { events, hasMore } = await readPageBefore(parts, Number.MAX_SAFE_INTEGER, signal);
      return () => window.show({ events, hasOlder: hasMore, cursor });
    });
  }

  return {
    jumpToLatest,
    async loadOlder() {
      const range = window.range();
      if (reading || !range || !window.facts().hasOlder) return;
      await move("isLoadingOlder", async (signal) => {
        const { events, hasMore } = await readPageBefore(parts, range.first, signal);
        return () => window.addOlder({ events, hasOlder: hasMore });
      });
    },
    async loadNewer() {
      const range = window.range();
      if (reading || !range || !window.facts().hasNewer) return;
      await move("isLoadingNewer", async (signal, cursor) => {
        const events = await readPageBehind(parts, model.events(), cursor, signal);
        return () => window.addNewer({ events, cursor });
      });
    },
    async showSequence(sequence) {
      await restored(parts);
      const range = window.range();
      if (!range) return null;
      if (sequence > model.log.cursor) await jumpToLatest();
      else if (sequence < range.first || sequence > range.last) {
        await move("isLoadingOlder", async (signal, cursor) => {
          const before = await readPageBefore(parts, sequence + 1, signal);
          const events = [...before.events, ...(await readPageBehind(parts, before.events, cursor, signal))];
          return () => window.show({ events, hasOlder: before.hasMore, cursor }, before.events.length);
        });
      }
      model.flush();
      return window.rowAt(sequence);
    },
  };
}

/** Resolves when the first page is there, or will not come. */
function restored({ model, end }: SessionParts): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (model.side().isRestoring && !end.signal.aborted) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = model.store.subscribe(look);
    onAbort(end.signal, look);
    look();
  });
}
