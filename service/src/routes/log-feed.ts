import { writeComment, writeFrame, type SessionEvent } from "@service/sdk/protocol";
import type { Clock } from "../clock.js";
import { createFeed, type Feed, type FeedState } from "../feed.js";
import type { Store } from "../store/store.js";

/** A comment is sent after this long without a byte (ms). */
export const heartbeatMs = 15_000;

const pageSize = 100;

export interface LogFeedOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly sessionId: string;
  /** The last sequence that the reader has. */
  readonly after: number;
}

/** A session's log as text to stream. */
export function createLogFeed({ store, clock, sessionId, after }: LogFeedOptions): Feed {
  let cursor = after;
  let isAnnounced = false;

  function frames(events: readonly SessionEvent[]): string {
    cursor = events.at(-1)?.sequence ?? cursor;
    return events
      .map((event) => writeFrame({ id: String(event.sequence), event: event.type, data: JSON.stringify(event) }))
      .join("");
  }

  async function read(state: FeedState): Promise<string | null> {
    const { hints } = state;
    for (;;) {
      if (state.isEnded) return null;
      const wasHinted = hints.reset();
      const { events } = await store.readEvents(sessionId, { after: cursor, limit: pageSize });
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
