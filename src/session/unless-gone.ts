import { isNotFound } from "../wire/protocol/api-error.js";

/**
 * For a removal: the record is gone already, removed by an earlier attempt or another person. A proxy that does not
 * offer the route answers 404, too.
 */
export function unlessGone(error: unknown): void {
  if (!isNotFound(error) || error.code === "route_not_allowed") throw error;
}
