/** Changes of the store as text to stream: read when the client reads, without a buffer. */
import { writeComment } from "@service/sdk/protocol";
import type { Clock } from "./clock.js";
import { createHints, type Hints } from "./hints.js";
import { isStoreClosed, isUnavailable } from "./store/store.js";

/** Wait before the next request to a database that was unavailable (ms). */
const awayMs = 1_000;

export interface Feed {
  /** The next frames, or a comment after a quiet interval; null when the feed has ended. */
  next(): Promise<string | null>;
  /** Ends the feed after the current content of the store. */
  finish(): void;
  end(): void;
}

/** Progress of a feed. */
export interface FeedState {
  readonly hints: Hints;
  readonly isEnded: boolean;
  /** Ends with the next read that finds nothing. */
  readonly isFinishing: boolean;
}

export interface FeedOptions {
  readonly clock: Clock;
  /** Calls back when there may be something new. Returns how to stop. */
  readonly watch: (hint: () => void) => () => void;
  /** The next text; null at the end. A database that is away ends nothing: the read is tried again. */
  readonly read: (state: FeedState) => Promise<string | null>;
}

export function createFeed({ clock, watch, read }: FeedOptions): Feed {
  const hints = createHints(clock);
  const unwatch = watch(hints.hint);
  const state = { hints, isEnded: false, isFinishing: false };
  return {
    async next() {
      try {
        return await read(state);
      } catch (error) {
        // The process ends: the reader connects to another one with its cursor.
        if (isStoreClosed(error)) return null;
        if (!isUnavailable(error)) throw error;
        if (state.isFinishing) return null;
        hints.reset();
        await hints.wait(awayMs);
        // A hint may have been lost meanwhile.
        hints.hint();
        return state.isEnded ? null : writeComment("waiting");
      }
    },
    finish() {
      state.isFinishing = true;
      hints.hint();
    },
    end() {
      if (state.isEnded) return;
      state.isEnded = true;
      unwatch();
      hints.hint();
    },
  };
}
