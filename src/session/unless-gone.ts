import { isNotFound } from "../wire/protocol/api-error.js";

/**
 * Accepts the refusal of a removal whose record is gone already: an earlier attempt or another person removed it. Throws
 * every other error, and the 404 of a proxy that does not offer the route.
 */
export function unlessGone(error: unknown): void {
  if (!isNotFound(error) || error.code === "route_not_allowed") throw error;
}
