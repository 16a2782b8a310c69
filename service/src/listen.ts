/**
 * Serves a Request → Response function on a port: the only file that opens one.
 *
 * Streams are sent chunk by chunk as they are written; a client that disconnects cancels its response's stream and
 * aborts its request's signal.
 */
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { ServiceError } from "@service/sdk/protocol";

/** Options of `EmbeddedService.listen`. */
export interface ListenOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** @default "127.0.0.1", so that only this machine reaches it */
  readonly host?: string | undefined;
  /** How long an idle connection stays open. @default 75_000 (ms) */
  readonly keepAliveMs?: number | undefined;
}

/** An open port. */
export interface Listening {
  /** Where it answers, without a slash at the end. */
  readonly url: string;
  /**
   * Answers on until `after` settles. Then accepts nothing more, lets open answers end for a second, and cuts the rest.
   * Calling it again waits for the same end.
   */
  close(after?: Promise<unknown>): Promise<void>;
}

/** Anything that answers requests. */
interface RequestHandler {
  fetch(request: Request, connection?: { readonly remoteAddress?: string | undefined }): Promise<Response>;
}

/**
 * Listens until closed.
 *
 * @throws {ServiceError} `port_taken`, `port_forbidden`, `port_invalid` or `host_unknown`, with what to do about it.
 */
export async function listen(app: RequestHandler, options: ListenOptions): Promise<Listening> {
  const { port, host = "127.0.0.1", keepAliveMs = usualKeepAliveMs } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ServiceError(`${port} is no port. Give a whole number from 1 to 65535, or 0 for a free one.`, {
      code: "port_invalid",
    });
  }
  const server = createAdaptorServer({
    fetch: (request: Request, { incoming }: { readonly incoming?: Pick<IncomingMessage, "socket"> }) =>
      app.fetch(request, { remoteAddress: incoming?.socket.remoteAddress }),
    // HTTP/1.0 needs no header Host, and the probes of some load balancers send none.
    hostname: urlHost(host),
    // The globals stay the platform's own: this runs inside other people's processes.
    overrideGlobalObjects: false,
  }) as Server;
  server.keepAliveTimeout = keepAliveMs;
  server.headersTimeout = keepAliveMs + headersMs;
  await bind(server, port, host);
  let closing: Promise<void> | undefined;
  return {
    url: `http://${urlHost(host)}:${(server.address() as AddressInfo).port}`,
    close: (after) => (closing ??= closeServer(server, after)),
  };
}

/**
 * How long an idle connection stays open (ms): longer than a reverse proxy keeps it, which is 60 s for nginx. A proxy that
 * sends a request on a connection as it closes answers 502.
 */
const usualKeepAliveMs = 75_000;
/** Time for the headers (ms), beside `keepAliveMs`: some versions of Node count it on idle connections too. */
const headersMs = 5_000;

function bind(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(explain(error, port, host));
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

/** How long open answers may take to end (ms). */
const lastWordsMs = 1_000;

async function closeServer(server: Server, after: Promise<unknown> | undefined): Promise<void> {
  await after?.catch(() => undefined);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Node leaves a connection open that falls idle after the call.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const cut = setTimeout(() => server.closeAllConnections(), lastWordsMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

/** A host that means "every address" is no place to go to; this machine's own is. */
export function urlHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const fault = (code: string, message: string) => new ServiceError(message, { code, cause: error });
  if (error.code === "EADDRINUSE") {
    return fault(
      "port_taken",
      `Port ${port} on ${host} is used by another program. Stop that program, or set another port; 0 is a free one.`,
    );
  }
  if (error.code === "EACCES") {
    return fault("port_forbidden", `This user may not open port ${port} on ${host}. Give a port above 1023.`);
  }
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND" || error.code === "EAI_AGAIN") {
    return fault("host_unknown", `${host} is no address of this machine. Give one that is, or leave it out.`);
  }
  return error;
}
