import type { IncomingMessage, ServerResponse } from "node:http";

/** A handler of the web platform: the chat handler, the session proxy, or any other. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Mounts a `Request → Response` handler in `node:http`, Express or Connect. */
export function toNodeHandler(
  _handler: FetchHandler,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return () => Promise.reject(new Error("not there yet"));
}
