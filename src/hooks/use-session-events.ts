import { useMemo } from "react";
import { useStore } from "zustand/react";
import type { ConnectionState } from "../foundation/connection.js";
import type { SessionEvent } from "../wire/protocol/session-event.js";
import type { SessionStatus } from "../wire/protocol/session.js";
import type { WindowVerbs } from "../session/session-types.js";
import { lastOf } from "../session/session-window.js";
import type { SessionWindow, UseSessionByIdOptions } from "./use-session-by-id.js";
import { useSessionSource, type SessionId } from "./session-source.js";

/** Result of `useSessionEvents`. */
export interface SessionEvents extends SessionWindow, WindowVerbs {
  /** The loaded part of the log, ascending; a run of deltas is one event. The same list until it changes. */
  readonly events: readonly SessionEvent[];
  readonly status: SessionStatus | null;
  readonly connection: ConnectionState;
  /** The last sequence that is loaded; 0 before the first page. */
  readonly lastSequence: number;
  readonly isRestoring: boolean;
  readonly error: Error | null;
}

/**
 * The live events of a session, for views with their own fold. Shares its connection and its window with every other
 * hook of the same session: at most 10,000 events and 8 Mi characters are kept.
 */
export function useSessionEvents(sessionId: SessionId, options: UseSessionByIdOptions = {}): SessionEvents {
  const session = useStore(useSessionSource(sessionId, options).store);
  return useMemo(() => {
    const events = session.getEvents();
    return { ...session, events, lastSequence: lastOf(events) };
  }, [session]);
}
