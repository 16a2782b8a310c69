/**
 * State of the live connection of a session or conversation.
 *
 * `idle`: no view shows it, no connection is open · `connecting`: first attempt · `live`: new events arrive ·
 * `reconnecting`: lost, retrying · `offline`: the device reports no network · `closed`: no further attempt (access
 * lost, signed out, or the session has ended).
 */
export type ConnectionState = "idle" | "connecting" | "live" | "reconnecting" | "offline" | "closed";
