/**
 * How the live connection of a session or conversation stands.
 *
 * `idle`: nothing shows it, so nothing is held open · `connecting`: the first try is under way · `live`: what is
 * written arrives · `reconnecting`: it broke and is being tried again · `offline`: the device says it has no
 * network · `closed`: it will not be tried again (access lost, signed out, or the session is over).
 */
export type ConnectionState = "idle" | "connecting" | "live" | "reconnecting" | "offline" | "closed";
