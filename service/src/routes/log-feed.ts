import { writeComment, writeFrame, type SessionEvent } from "@service/sdk/protocol";
import type { Clock } from "../clock.js";
import { createHints } from "../hints.js";
import { isUnavailable, type Store } from "../store/store.js";

/** A comment is sent after this long without a byte (ms). */
export const heartbeatMs = 15_000;

/** How long to wait before a database that was away is asked again (ms). */
const awayMs = 1_000;

const pageSize = 100;

export interface LogFeedOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly sessionId: string;
  /** The last sequence that the reader has. */
  readonly after: number;
}

/** A session's log as text to stream, a piece at a time. Reads the store when asked and holds nothing in between. */
export interface LogFeed {
  /** The next frames, or a comment when none came for a while; null when the feed was ended. */
  next(): Promise<string | null>;
  /** Lets the feed end once the reader has what the log holds by now. */
  finish(): void;
  end(): void;
}

export function createLogFeed({ store, clock, sessionId, after }: LogFeedOptions): LogFeed {
  let cursor = after;
  let isAnnounced = false;
  let isEnded = false;
  let isFinishing = false;
  const hints = createHints(clock);
  const unwatch = store.watchSession(sessionId, hints.hint);

  function frames(events: readonly SessionEvent[]): string {
    cursor = events.at(-1)?.sequence ?? cursor;
    return events
      .map((event) => writeFrame({ id: String(event.sequence), event: event.type, data: JSON.stringify(event) }))
      .join("");
  }

  async function follow(): Promise<string | null> {
    for (;;) {
      if (isEnded) return null;
      const wasHinted = hints.reset();
      const { events } = await store.readEvents(sessionId, { after: cursor, limit: pageSize });
      if (events.length > 0) return frames(events);
      if (isFinishing) return null;
      // A hint without an event may mean that the session is gone, and with it whatever could be waited for.
      if (wasHinted && (await store.getSession(sessionId)) === null) return null;
      if (!isAnnounced) {
        isAnnounced = true;
        return writeComment("connected");
      }
      if ((await hints.wait(heartbeatMs)) === "silent") {
        // Hints get lost: the next read checks again whether the session is there.
        hints.hint();
        return writeComment("heartbeat");
      }
    }
  }

  return {
    async next() {
      try {
        return await follow();
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        // Who follows is kept: the log goes on where it stood once the database is back, and a hint may be lost till then.
        if (isFinishing) return null;
        hints.reset();
        await hints.wait(awayMs);
        hints.hint();
        return isEnded ? null : writeComment("waiting");
      }
    },
    finish() {
      isFinishing = true;
      hints.hint();
    },
    end() {
      if (isEnded) return;
      isEnded = true;
      unwatch();
      hints.hint();
    },
  };
}
