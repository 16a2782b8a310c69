import { writeComment } from "@service/sdk/protocol";
import type { Clock } from "../clock.js";
import { createFeed, type Feed, type FeedState } from "../feed.js";
import type { Store } from "../store/store.js";
import type { Followed, LogTails } from "../tail/log-tails.js";
import type { Frame, Place } from "../tail/log-window.js";

export interface LogFeedOptions {
  readonly store: Pick<Store, "getSession">;
  readonly tails: LogTails;
  readonly clock: Clock;
  /** A comment is sent after this long without a byte (ms). */
  readonly heartbeatMs: number;
  readonly sessionId: string;
  /** The last event that the reader has. */
  readonly after: Place;
  /** Called with each delivery of new events to a reader that has had all before. @param ms since the oldest of them occurred. @default nothing */
  readonly onDelivery?: ((ms: number) => void) | undefined;
}

/** A session's log as text to stream. */
export function createLogFeed({
  store,
  tails,
  clock,
  heartbeatMs,
  sessionId,
  after,
  onDelivery,
}: LogFeedOptions): Feed {
  let place = after;
  let isAnnounced = false;
  let misses = 0;

  function textOf(frames: readonly Frame[]): string {
    place = frames.at(-1) ?? place;
    // Before the announcement a reader gets old events.
    if (isAnnounced && frames[0] !== undefined) onDelivery?.(clock.now() - Date.parse(frames[0].occurredAt));
    return frames.map(({ text }) => text).join("");
  }

  async function read({ tail }: Followed, state: FeedState): Promise<string | null> {
    const { hints } = state;
    for (;;) {
      if (state.isEnded) return null;
      const wasHinted = hints.reset();
      if (state.isFinishing) await tail.refresh();
      const shared = tail.behind(place);
      const frames = shared ?? (await tail.read(place));
      // The reader connects again with its cursor, and is refused with words then.
      if (frames === null) return null;
      if (frames.length > 0) return textOf(frames);
      if (state.isFinishing || tail.isGone) return null;
      // A hint without an event may mean that the session is gone, and with it whatever could be waited for.
      if (shared === null && wasHinted && (await store.getSession(sessionId)) === null) return null;
      if (!isAnnounced) {
        isAnnounced = true;
        misses = tail.misses;
        return writeComment("connected");
      }
      if (misses !== tail.misses) {
        misses = tail.misses;
        return writeComment("waiting");
      }
      if ((await hints.wait(heartbeatMs)) === "silent") return writeComment("heartbeat");
    }
  }

  let followed: Followed | undefined;
  const feed = createFeed({
    clock,
    watch(hint) {
      followed = tails.follow(sessionId, hint);
      return followed.end;
    },
    read: async (state) => (followed === undefined ? null : read(followed, state)),
  });
  return feed;
}
