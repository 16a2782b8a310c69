/**
 * State of the live connection of a session or conversation.
 *
 * `idle`: no view shows it, no connection is open · `connecting`: first attempt · `live`: new events arrive, also while a
 * connection that broke opens again at once · `reconnecting`: lost for two seconds, or not opened again at the first
 * attempt; retrying · `offline`: the device reports no network · `closed`: no further attempt (access lost, signed out,
 * or the session has ended).
 */
export type ConnectionState = "idle" | "connecting" | "live" | "reconnecting" | "offline" | "closed";
