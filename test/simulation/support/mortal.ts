/** A server that may die: then every pending response breaks off, and the next request is refused. */
import { onAbort } from "../../../src/foundation/on-abort.js";
import { relay } from "./relay.js";

export type Handle = (request: Request) => Promise<Response>;

export interface Mortal {
  readonly fetch: typeof fetch;
  readonly isDead: () => boolean;
  readonly kill: () => void;
}

export function mortal(handle: Handle, origin: string): Mortal {
  let isDead = false;
  const connections = new Set<AbortController>();

  /** A connection of its own for each request. */
  function connect(own: AbortSignal | null | undefined): AbortController {
    const connection = new AbortController();
    connections.add(connection);
    onAbort(own ?? undefined, () => {
      connections.delete(connection);
      connection.abort(own?.reason);
    });
    return connection;
  }

  return {
    isDead: () => isDead,
    kill() {
      isDead = true;
      for (const connection of connections) connection.abort(new TypeError("terminated"));
      connections.clear();
    },
    async fetch(input, init = {}) {
      if (isDead) throw new TypeError("fetch failed");
      const { signal: own, ...rest } = init;
      const { signal } = connect(own);
      signal.throwIfAborted();
      const request = await requestOf(new URL(input as string | URL, origin), rest, signal);
      const response = await answer(handle, request);
      return isStream(response) ? relay(response, { signal }) : response;
    },
  };
}

/** The request as the server gets it. A signal of its own would cost as much as the rest of it. */
async function requestOf(url: URL, init: RequestInit, signal: AbortSignal): Promise<Request> {
  const { body } = init;
  const sent = body == null || typeof body === "string" ? body : await new Response(body).arrayBuffer();
  const request = new Request(url, { ...init, ...(sent != null && { body: sent }) });
  return Object.defineProperty(request, "signal", { value: signal });
}

/** Rejects as soon as the connection is aborted, and cancels an answer that arrives later. */
function answer(handle: Handle, request: Request): Promise<Response> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    const unlink = onAbort(signal, () => reject(signal.reason));
    handle(request).then(
      (response) => {
        unlink();
        if (signal.aborted) void response.body?.cancel().catch(() => {});
        resolve(response);
      },
      (cause: unknown) => {
        unlink();
        reject(new TypeError("fetch failed", { cause }));
      },
    );
  });
}

/** Any other body is there as a whole when its response is. */
function isStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}
