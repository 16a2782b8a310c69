/**
 * Live facts about the sessions that are open on the page, so that a list can show them without a connection of its
 * own.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { SessionStatus } from "../wire/protocol/session.js";
import type { SessionControllerState } from "./session-state.js";

export interface OpenSession extends Pick<SessionControllerState, "sessionId" | "title" | "isRunning"> {
  /** The session's own status, as in a list of sessions. */
  readonly status: SessionStatus;
}

export interface OpenSessions {
  /** By session id. */
  readonly store: StoreApi<ReadonlyMap<string, OpenSession>>;
  readonly report: (state: SessionControllerState) => void;
  /** It is no longer shown, so its facts become outdated. */
  readonly leave: (sessionId: string) => void;
  /** Keeps updating while the page is hidden. Returns a function that ends it. */
  readonly attend: () => () => void;
  readonly isAttended: () => boolean;
}

export function createOpenSessions(): OpenSessions {
  const store = createStore<ReadonlyMap<string, OpenSession>>()(() => new Map());
  let attending = 0;
  return {
    attend() {
      attending += 1;
      return () => {
        attending -= 1;
      };
    },
    isAttended: () => attending > 0,
    store,
    report({ sessionId, sessionStatus: status, title, isRunning }) {
      const known = store.getState().get(sessionId);
      if (status === null) return;
      if (known && known.status === status && known.title === title && known.isRunning === isRunning) return;
      store.setState(new Map(store.getState()).set(sessionId, { sessionId, status, title, isRunning }), true);
    },
    leave(sessionId) {
      const open = new Map(store.getState());
      if (open.delete(sessionId)) store.setState(open, true);
    },
  };
}
