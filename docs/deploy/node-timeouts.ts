/** Node's own time-outs, for a backend behind a proxy that keeps its connections, as nginx does for a minute. */
import type { Server } from "node:http";

export function setTimeouts(server: Server): void {
  // Longer than the proxy keeps a connection, or it sends a request on one that Node has just closed, and answers 502.
  server.keepAliveTimeout = 75_000;
  // Older Nodes count it on kept connections too, so longer than that.
  server.headersTimeout = 80_000;
  // For a request to come whole, and so for a file on a slow line. An answer may take as long as it likes.
  server.requestTimeout = 600_000;
  // How long a connection may be silent: no limit, which is Node's default. Any other would cut a stream.
  server.setTimeout(0);
}
