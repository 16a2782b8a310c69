/**
 * Calls an application in the same process as if it were behind a network.
 *
 * A bare `app.fetch` is kinder than any network: an abort does not reach the body, the application's errors are
 * thrown to the caller, and in a browser page `Cookie` and `Sec-Fetch-Site` are dropped. Here they behave as on the
 * wire.
 */
import { chunksOf, pullBody } from "./pull-body.js";

/** Anything that answers a web `Request`: a handler, a proxy or an embedded service. */
export type App = ((request: Request) => Promise<Response>) | { fetch(request: Request): Promise<Response> };

/** Options of `inProcessFetch`. */
export interface InProcessFetchOptions {
  /** Base of relative addresses. @default "http://in-process.test" */
  readonly origin?: string | undefined;
  /** The cookies a browser would send, read at each request. */
  readonly cookie?: (() => string | undefined) | undefined;
  /** Origin of the request in a browser's terms. @default none, as outside a browser */
  readonly fetchSite?: "same-origin" | "same-site" | "cross-site" | "none" | undefined;
}

/** A `fetch` that sends every request to `app`. */
export function inProcessFetch(app: App, options: InProcessFetchOptions = {}): typeof fetch {
  const handle = typeof app === "function" ? app : (request: Request) => app.fetch(request);
  const { origin = "http://in-process.test" } = options;
  return async (input, init) => {
    const given = await withBytes(init);
    const asked = input instanceof Request ? new Request(input, given) : new Request(new URL(input, origin), given);
    const isCopied = input instanceof Request || !(init?.body == null || typeof init.body === "string");
    // Not the new request's own: Node lets that one go deaf once the request is collected as garbage.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : new AbortController().signal);
    signal.throwIfAborted();
    const client = new AbortController();
    const received = isCopied ? await copied(asked) : asked;
    const response = await answer(handle, arrived(received, client.signal, options), signal, client);
    return withBody(response, signal, client);
  };
}

/** Firefox makes no request of a stream, and gives none of a request. */
async function withBytes(init: RequestInit | undefined): Promise<RequestInit | undefined> {
  if (!(init?.body instanceof ReadableStream)) return init;
  return { ...init, body: await new Response(init.body).arrayBuffer() };
}

/** A body that is no text is read off the wire. */
async function copied(asked: Request): Promise<Request> {
  const { url, method, headers } = asked;
  const bytes = asked.body === null ? null : await asked.arrayBuffer();
  return new Request(url, { method, headers, body: bytes && bytes.byteLength > 0 ? bytes : null });
}

/** The request as the application gets it, with a signal that fires when the client is gone. */
function arrived(request: Request, signal: AbortSignal, options: InProcessFetchOptions): Request {
  const headers = new Headers(request.headers);
  const cookie = options.cookie?.();
  if (cookie !== undefined) headers.set("cookie", cookie);
  if (options.fetchSite !== undefined) headers.set("sec-fetch-site", options.fetchSite);
  // A page's own request may not carry these two, a bare list of headers may.
  Object.defineProperties(request, { headers: { value: headers }, signal: { value: signal } });
  return request;
}

function answer(
  handle: (request: Request) => Promise<Response>,
  request: Request,
  signal: AbortSignal,
  client: AbortController,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      client.abort(signal.reason);
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    called(handle, request)
      .then((response) => {
        if (signal.aborted) void response.body?.cancel().catch(() => {});
        resolve(response);
      })
      .catch((cause: unknown) => reject(new TypeError("fetch failed", { cause })))
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** A bare function may throw before it returns a promise. */
function called(handle: (request: Request) => Promise<Response>, request: Request): Promise<Response> {
  try {
    return handle(request);
  } catch (cause) {
    return Promise.reject(cause);
  }
}

function withBody(response: Response, signal: AbortSignal, client: AbortController): Response {
  const { status, statusText, headers, body } = response;
  if (!body) return response;
  const chunks = chunksOf(body);
  const onAbandon = (reason: unknown) => {
    client.abort(reason);
    chunks.cancel(reason);
  };
  return new Response(pullBody(overTheWire(chunks), { signal, onAbandon }), { status, statusText, headers });
}

/** Turns a failure of the other side into a broken connection, and copies the bytes. */
async function* overTheWire(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const chunk of chunks) yield chunk.slice();
  } catch (cause) {
    throw new TypeError("terminated", { cause });
  }
}
