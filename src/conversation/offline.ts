import type { ConnectionState } from "../foundation/connection.js";

/** The state of a connection, or `offline` for one that waits while the browser has no network. */
export function orOffline(state: ConnectionState): ConnectionState {
  const isOffline = typeof navigator !== "undefined" && "onLine" in navigator && !navigator.onLine;
  return state === "reconnecting" && isOffline ? "offline" : state;
}
