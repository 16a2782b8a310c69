import { cursorBehind, isLogReset, writeComment, writeFrame, type SessionEvent } from "@service/sdk/protocol";
import type { Clock } from "../clock.js";
import { createFeed, type Feed, type FeedState } from "../feed.js";
import type { Store } from "../store/store.js";

const pageSize = 100;

export interface LogFeedOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** A comment is sent after this long without a byte (ms). */
  readonly heartbeatMs: number;
  readonly sessionId: string;
  /** The last sequence that the reader has. */
  readonly after: number;
  /** Start of that event's id, where the reader gave it. */
  readonly afterId?: string | undefined;
}

/** A session's log as text to stream. */
export function createLogFeed({ store, clock, heartbeatMs, sessionId, after, afterId }: LogFeedOptions): Feed {
  let cursor = { after, afterId };
  let isAnnounced = false;

  function frames(events: readonly SessionEvent[]): string {
    const last = events.at(-1);
    if (last) cursor = { after: last.sequence, afterId: last.id };
    return events
      .map((event) => writeFrame({ id: cursorBehind(event), event: event.type, data: JSON.stringify(event) }))
      .join("");
  }

  /** Null when the log has become another one beneath the reader. */
  async function nextEvents(): Promise<readonly SessionEvent[] | null> {
    try {
      return (await store.readEvents(sessionId, { ...cursor, limit: pageSize })).events;
    } catch (error) {
      if (isLogReset(error)) return null;
      throw error;
    }
  }

  async function read(state: FeedState): Promise<string | null> {
    const { hints } = state;
    for (;;) {
      if (state.isEnded) return null;
      const wasHinted = hints.reset();
      const events = await nextEvents();
      // The reader connects again with its cursor, and is refused with words then.
      if (events === null) return null;
      if (events.length > 0) return frames(events);
      if (state.isFinishing) return null;
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

  return createFeed({ clock, watch: (hint) => store.watchSession(sessionId, hint), read });
}
