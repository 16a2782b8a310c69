/**
 * One session, live: restores the newest page of its log, follows it from there, sends, decides and stops, and tells
 * listeners at most once a frame.
 *
 * Holds one connection while somebody listens and lets it go shortly after; the turn on the service goes on without us.
 */
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

/** How long (ms) the connection is kept after the last listener has gone, so that a remount costs nothing. */
const grace = 1_000;

/** Shows one session live, to any number of listeners over one connection. */
export function createSessionController(options: SessionControllerOptions): SessionController {
  const parts = assembleSession(options);
  const { model, clock, end } = parts;
  const link = createLink(parts);
  let listeners = 0;
  let keepLink = () => {};

  return {
    getState: () => model.store.getState(),
    subscribe(listener) {
      const unsubscribe = model.store.subscribe(listener);
      let isListening = true;
      listeners += 1;
      keepLink();
      link.start();
      return () => {
        if (!isListening) return;
        isListening = false;
        unsubscribe();
        listeners -= 1;
        if (listeners === 0) keepLink = clock.after(grace, link.stop);
      };
    },
    ...createVerbs(parts),
    loadOlder: link.loadOlder,
    clearError: () => model.setSide({ error: null }),
    dispose() {
      keepLink();
      end.abort();
      model.dispose();
    },
  };
}
