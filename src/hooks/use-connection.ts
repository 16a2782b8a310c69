import { useStore } from "zustand/react";
import { useShallow } from "zustand/react/shallow";
import type { ConnectionState } from "../foundation/connection.js";
import { useSessionSource } from "./use-session-source.js";
import type { UseSessionByIdOptions } from "./use-session-by-id.js";
import type { SessionId } from "./session-source.js";

/** Result of `useConnection`. */
export interface Connection {
  readonly state: ConnectionState;
  /** Start of this state (ms since 1970); 0 before the first attempt. */
  readonly since: number;
  /** When it is tried again by itself (ms since 1970); null while it is not waiting for that. */
  readonly nextAttemptAt: number | null;
  /** Tries again now, also after it was closed. Does nothing while it is live. */
  readonly retry: () => void;
}

/** The live connection's state of a session. Renders only when that changes, whatever else the session does. */
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
