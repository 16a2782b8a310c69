/** The adjacent pages of a session's log, and how each is added to the window. */
import type { Door, ReadPage } from "../conversation/door.js";
import type { SessionFold } from "./session-fold.js";
import { readPageBefore, readPageBehind, type SessionLogOptions } from "./session-log.js";

export interface SessionPages {
  readonly pages: Door["pages"];
  /** The page around an event; null where that is loaded. */
  readonly pageAround: (sequence: number) => ReadPage | null;
}

export function createSessionPages(
  options: SessionLogOptions,
  { window, log, events: shown }: SessionFold,
): SessionPages {
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
    const { events, hasMore } = await readPageBefore(options, Number.MAX_SAFE_INTEGER, given);
    return () => window.show({ events, hasOlder: hasMore, cursor });
  });
  const newer = page(async (given, cursor) => {
    const events = await readPageBehind(options, shown(), cursor, given);
    return () => window.addNewer({ events, cursor });
  });
  return {
    pages: {
      older() {
        const range = window.range();
        if (!range || !window.facts().hasOlder) return null;
        return page(async (given) => {
          const { events, hasMore } = await readPageBefore(options, range.first, given);
          return () => window.addOlder({ events, hasOlder: hasMore });
        });
      },
      newer: () => (window.facts().hasNewer ? newer : null),
      newest: () => (window.facts().hasNewer ? newest : null),
    },
    pageAround(sequence) {
      const range = window.range();
      if (!range || (sequence >= range.first && sequence <= range.last)) return null;
      return page(async (given, cursor) => {
        const before = await readPageBefore(options, sequence + 1, given);
        const events = [...before.events, ...(await readPageBehind(options, before.events, cursor, given))];
        return () => window.show({ events, hasOlder: before.hasMore, cursor }, before.events.length);
      });
    },
  };
}
