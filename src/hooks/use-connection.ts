import { useStore } from "zustand/react";
import { useShallow } from "zustand/react/shallow";
import type { ConnectionState } from "../foundation/connection.js";
import type { UseSessionByIdOptions } from "./use-session-by-id.js";
import { useSessionSource, type SessionId } from "./session-source.js";

/** Result of `useConnection`. */
export interface Connection {
  readonly state: ConnectionState;
  /** Start of this state (ms since 1970); 0 before the first attempt. */
  readonly since: number;
  /** Time of the next automatic attempt (ms since 1970); null when none is scheduled. */
  readonly nextAttemptAt: number | null;
  /** Reconnects now, also from the state `closed`. Does nothing while the connection is live. */
  readonly retry: () => void;
}

/** The connection state of a session. Renders only when that state changes. */
export function useConnection(sessionId: SessionId, options: UseSessionByIdOptions = {}): Connection {
  return useStore(
    useSessionSource(sessionId, options).store,
    useShallow(({ connection, connectionSince, nextAttemptAt, reconnect }) => ({
      state: connection,
      since: connectionSince,
      nextAttemptAt,
      retry: reconnect,
    })),
  );
}
