/**
 * The end of one session's log, for all of its readers in this process. Events of this process need no read; a hint of another process causes one read, however many readers there are.
 */
import { isLogReset } from "@service/sdk/protocol";
import { isUnavailable, type Store } from "../store/store.js";
import type { LogEnd } from "../store/watch.js";
import type { LogNews } from "../store/watchers.js";
import { createLogWindow, frameOf, type Frame, type Place } from "./log-window.js";

const pageSize = 100;

export interface LogTail {
  /** Increases when a read failed because the database was away. */
  readonly misses: number;
  /** The session is no longer there. */
  readonly isGone: boolean;
  /** Frames behind the place, without a read; null when the tail does not have them. */
  behind(place: Place): readonly Frame[] | null;
  /** Reads a page behind the place for one reader. Null when the log has become another one. */
  read(place: Place): Promise<readonly Frame[] | null>;
  /** Reads new events and resolves when the tail has them, or the read has failed. */
  refresh(): Promise<void>;
}

export interface OwnedTail extends LogTail {
  /** Takes a hint of the store. */
  readonly take: (news: LogNews | null) => void;
  /** How often something has changed. */
  readonly version: number;
  /** Compares the end of the log in the store, undefined where the session is not there, with what the tail has had since `version`. */
  compare(end: LogEnd | undefined, version: number): void;
  /** The database was away. */
  miss(): void;
}

export interface LogTailOptions {
  readonly store: Pick<Store, "readEvents" | "getSession">;
  readonly sessionId: string;
  /** Wakes the readers. */
  readonly wake: () => void;
}

export function createLogTail({ store, sessionId, wake }: LogTailOptions): OwnedTail {
  const window = createLogWindow();
  const seen = { version: 0, misses: 0, isGone: false };
  /** Something may have changed since the last read. */
  let isStale = false;
  let reading: Promise<void> | null = null;
  /** The end of the log for which a read has been made. */
  let compared = "";

  async function refresh(): Promise<void> {
    isStale = true;
    if (window.end === null) wake();
    else await (reading ??= readOn());
  }

  async function readOn(): Promise<void> {
    while (isStale && window.end !== null) {
      isStale = false;
      try {
        await readPage(window.end);
      } catch (error) {
        if (isUnavailable(error)) {
          miss();
          break;
        }
        // Each reader reads on its own and meets the failure.
        forget();
      }
    }
    reading = null;
  }

  const pageBehind = ({ sequence, id }: Place) =>
    store.readEvents(sessionId, { after: sequence, afterId: id ?? undefined, limit: pageSize });

  async function readPage(end: Place): Promise<void> {
    const { events, hasMore } = await pageBehind(end);
    if (hasMore) isStale = true;
    if (events.length > 0) return add(end, events);
    if ((await store.getSession(sessionId)) !== null) return;
    seen.isGone = true;
    wake();
  }

  function add(after: Place, events: LogNews["events"]): void {
    const outcome = window.add(after, events);
    if (outcome === "other") return forget();
    if (outcome === "gap") void refresh();
    if (outcome === "added") count("version");
  }

  function forget(): void {
    window.clear();
    count("version");
  }

  function miss(): void {
    isStale = true;
    count("misses");
  }

  function count(which: "version" | "misses"): void {
    seen[which] += 1;
    wake();
  }

  return Object.assign(seen, {
    behind: (place: Place) => window.behind(place, pageSize),
    async read(place: Place) {
      // Without a window this read is the one that a hint asked for.
      if (window.end === null) isStale = false;
      try {
        const { events, hasMore } = await pageBehind(place);
        // A page without an event proves nothing about a place without a name.
        const isProven = events.length > 0 || place.id !== null || place.sequence === 0;
        if (!hasMore && isProven) add(place, events);
        if (isStale) void refresh();
        return events.map(frameOf);
      } catch (error) {
        if (isLogReset(error)) return null;
        throw error;
      }
    },
    refresh,
    take(news: LogNews | null) {
      const first = news?.events[0];
      if (news === null || first === undefined) void refresh();
      else add({ sequence: first.sequence - 1, id: news.afterId }, news.events);
    },
    compare(found: LogEnd | undefined, since: number) {
      if (isStale) return void refresh();
      const name = found === undefined ? "none" : nameOf(found.sequence, found.eventId);
      const isKnown = window.end !== null && name === nameOf(window.end.sequence, window.end.id);
      if (isKnown || since !== seen.version || name === compared) return;
      compared = name;
      void refresh();
    },
    miss,
  });
}

function nameOf(sequence: number, id: string | null): string {
  return `${sequence}.${id}`;
}
