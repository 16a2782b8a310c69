/** The adjacent pages of a session's log, and how each is added to the window. */
import type { ReadPage } from "../conversation/door.js";
import type { SessionFold } from "./session-fold.js";
import { readPageBefore, readPageBehind, type SessionLogOptions } from "./session-log.js";

export function createSessionPages(options: SessionLogOptions, { window, log, events: shown }: SessionFold) {
  /**
   * `read` returns a function that adds the page to the window. `cursor`: the last sequence at the time of the
   * request.
   */
  const page =
    (read: (given: AbortSignal, cursor: number) => Promise<() => void>): ReadPage =>
    async (given) => {
      window.expectPage();
      const put = await read(given, log().cursor);
      return () => {
        put();
        return [];
      };
    };
  const newest = page(async (given, cursor) => {
    const read = await readPageBefore(options, Number.MAX_SAFE_INTEGER, given);
    return () => window.show(read, cursor);
  });
  const newer = page(async (given, cursor) => {
    const events = await readPageBehind(options, shown(), cursor, given);
    return () => window.addNewer(events, cursor);
  });
  return {
    pages: {
      older() {
        const range = window.range();
        if (!range || !window.facts().hasOlder) return null;
        return page(async (given) => {
          const read = await readPageBefore(options, range.first, given);
          return () => window.addOlder(read);
        });
      },
      newer: () => (window.facts().hasNewer ? newer : null),
      newest: () => (window.facts().hasNewer ? newest : null),
    },
    /** The page around an event; null where that is loaded. */
    pageAround(sequence: number): ReadPage | null {
      const range = window.range();
      if (!range || (sequence >= range.first && sequence <= range.last)) return null;
      return page(async (given, cursor) => {
        const before = await readPageBefore(options, sequence + 1, given);
        const events = [...before.events, ...(await readPageBehind(options, before.events, cursor, given))];
        return () => window.show({ ...before, events }, cursor, before.events.length);
      });
    },
  };
}
