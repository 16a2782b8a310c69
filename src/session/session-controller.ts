/**
 * One session, live: restores the newest page of its log, follows it from there, sends, decides and stops, and tells
 * listeners at most once a frame.
 *
 * Holds one connection while somebody listens and lets it go shortly after; the turn on the service goes on without us.
 */
import { createAttendance } from "../wire/sse/attendance.js";
import { createLink } from "./session-link.js";
import type { SessionControllerOptions } from "./session-options.js";
import { assembleSession } from "./session-parts.js";
import type { SessionController } from "./session-state.js";
import { createVerbs } from "./session-verbs.js";

export type { SessionControllerOptions } from "./session-options.js";
export type {
  QueuedTurn,
  SessionController,
  SessionControllerState,
  SessionMessage,
  SessionReceipt,
} from "./session-state.js";

/** Shows one session live, to any number of listeners over one connection. */
export function createSessionController(options: SessionControllerOptions): SessionController {
  const parts = assembleSession(options);
  const { model, clock, end } = parts;
  const { start, stop, ...paging } = createLink(parts);
  const attendance = createAttendance({ ...options, clock, start, stop });
  const verbs = createVerbs(parts);
  /** Looks at the log once the service has taken something; a service without a stream is asked only with a reason. */
  const thenLook = <T>(written: Promise<T>): Promise<T> => {
    written.then(attendance.retry, () => {});
    return written;
  };

  return {
    getState: () => model.store.getState(),
    getEvents: model.events,
    subscribe(listener, { whileHidden } = {}) {
      const unsubscribe = model.store.subscribe(listener);
      const leave = attendance.join(whileHidden);
      return () => {
        unsubscribe();
        leave();
      };
    },
    ...verbs,
    sendMessage(message) {
      const sent = thenLook(verbs.sendMessage(message));
      // What a person says stands at the end of the log, so that is what is shown.
      void paging.jumpToLatest();
      return sent;
    },
    retry: (clientEventId) => thenLook(verbs.retry(clientEventId)),
    respond: (id, response) => thenLook(verbs.respond(id, response)),
    ...paging,
    onStale: parts.stale.onStale,
    takeQueue: parts.setQueue,
    refreshQueue: parts.queue.refresh,
    reconnect() {
      if (model.side().connection === "live" && !parts.reach.isLost()) return;
      attendance.retry();
      parts.nudge();
      parts.sender.wake();
    },
    clearError: model.clearError,
    dispose() {
      attendance.end();
      parts.reach.forget();
      end.abort();
      model.dispose();
    },
  };
}
