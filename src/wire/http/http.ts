/**
 * The one HTTP client: of a chat, of the session API in a page, and of a backend with a key. It adds the host's headers,
 * refreshes them after a 401, and limits the time of a response. It reports each failure as a `ServiceApiError` with
 * `retryable`, the server's `Retry-After`, and whether the outcome of a write is unknown.
 */
import { isServiceError } from "../../foundation/base-error.js";
import { checkMilliseconds } from "../../foundation/check-milliseconds.js";
import { systemClock, type Clock } from "../../foundation/clock.js";
import type { HeadersSource } from "../../foundation/headers.js";
import { nextTask } from "../../foundation/next-task.js";
import { onAbort, unlessAborted } from "../../foundation/on-abort.js";
import type { Reach } from "../../foundation/reach.js";
import type { ServerTime } from "../../foundation/server-time.js";
import { isNoAnswer } from "../protocol/api-error.js";
import type { Actor } from "../protocol/decisions.js";
import { header, headerJson } from "../protocol/headers.js";
import { isFromHandler } from "../protocol/page-hint.js";
import { addressOf } from "./address.js";
import {
  answeredError,
  lostConnection,
  malformed,
  noHeaders,
  timedOut,
  type Asked,
  type Explain,
} from "./http-failure.js";
import { createHeaderRefresh, HeadersTimeout } from "./refresh-headers.js";

export interface ServiceRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Begins with a slash, or is empty; its segments are encoded already. */
  readonly path: string;
  /** Entries that are undefined are left out. */
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** Sent as it is, instead of a body. */
  readonly content?: Blob | ReadableStream<Uint8Array> | string | undefined;
  /** In addition to the headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Makes this request instead of the `fetch` of the client. */
  readonly send?: typeof fetch | undefined;
  readonly accept?: string | undefined;
  /** How the platform's cache takes part. @default as it likes */
  readonly cache?: RequestCache | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly actor?: Actor | undefined;
  /** Reads a successful answer, within the time limit. @default as JSON; an empty answer is undefined */
  readonly read?: ((response: Response, asked: Asked) => unknown) | undefined;
}

export interface JsonAnswer {
  readonly value: unknown;
  readonly headers: Headers;
}

export interface Http {
  /** Sends a request and reads its answer within the time limit. @throws {ServiceApiError} on any failure but an abort. */
  readonly request: (request: ServiceRequest) => Promise<JsonAnswer>;
  /** Sends a request and gives its answer with the body unread. @throws {ServiceApiError} as `request` does. */
  readonly open: (request: ServiceRequest) => Promise<Response>;
}

export interface HttpOptions {
  readonly baseUrl: string;
  /** The handler that a page reaches there. Without one a backend reaches the service, and reads its errors itself. */
  readonly door?: "chat" | "proxy" | undefined;
  /** The key of a backend, what keeps it out of answers, and the words of its errors. */
  readonly key?:
    | { readonly value: string; readonly guard: (response: Response) => Response; readonly explain: Explain }
    | undefined;
  /** Read at each request, and once more with `refresh: true` after a 401. */
  readonly headers?: (() => HeadersSource | undefined) | undefined;
  /** Read at each request. @default the platform's */
  readonly fetch?: (() => typeof fetch | undefined) | undefined;
  readonly clock?: Clock | undefined;
  /** How long an answer may take, the host's headers included: above 0, `Infinity` for no limit. The body of a stream or a file may take longer. @default 30_000 (ms) */
  readonly timeoutMs?: number | undefined;
  /** Called when the response is still 401 after the headers were refreshed. */
  readonly onUnauthorized?: (() => void) | undefined;
}

/** Any response, whatever its status. */
export type Exchange = (request: ServiceRequest, asked?: Asked) => Promise<Response>;

export function connectHttp(options: HttpOptions): Http & { readonly exchange: Exchange } {
  const { baseUrl, door, clock = systemClock, timeoutMs = 30_000 } = options;
  checkMilliseconds("A client", { timeoutMs });
  const withHeaders = createHeaderRefresh(() => options.headers?.(), { clock, timeoutMs });
  let hasAnswered = false;
  let givenNames: readonly string[] = [];

  function askedOf({ method, path, query }: ServiceRequest): Asked {
    const url = addressOf(baseUrl, path, query);
    const page = door && { door, method, url, hasAnswered, given: () => givenNames };
    return { method, path, url, page, explain: options.key?.explain };
  }

  const exchange: Exchange = async (request, asked = askedOf(request)) => {
    const { signal } = request;
    const init = initOf(request, options);
    // Called by itself: a browser refuses its fetch as a method of another object.
    const send = request.send ?? options.fetch?.() ?? globalThis.fetch;
    const response = await withHeaders(async (given) => {
      // The host's function may never answer; a request that is given up waits for it no longer.
      const made = await unlessAborted(given, signal).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw error instanceof HeadersTimeout ? timedOut(asked, timeoutMs, false) : noHeaders(asked, error);
      });
      givenNames = [...made.keys()];
      const headers = headersOf(request, made);
      if (options.key) headers.set("authorization", `Bearer ${options.key.value}`);
      const sent = send(asked.url, { ...init, headers });
      return answerOf(sent, signal).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw lostConnection(asked, error);
      });
    });
    hasAnswered ||= isFromHandler(response);
    if (response.status === 401) options.onUnauthorized?.();
    return options.key ? options.key.guard(response) : response;
  };

  async function open(request: ServiceRequest, asked = askedOf(request)): Promise<Response> {
    const response = await exchange(request, asked);
    if (!response.ok) throw await answeredError(response, asked, baseUrl);
    return response;
  }

  /** Ends a wait of `timeoutMs` for an answer, whose body may then take longer. An upload may, too. */
  async function answered(request: ServiceRequest, ask: Exchange): Promise<Response> {
    if (typeof request.content === "object") return ask(request);
    const asked = askedOf(request);
    const late = new AbortController();
    const signals = [late.signal, ...(request.signal ? [request.signal] : [])];
    const answer = ask({ ...request, signal: AbortSignal.any(signals) }, asked);
    // Behind the limit of the headers, past which nothing was sent.
    return answer.finally(clock.after(timeoutMs, () => late.abort(timedOut(asked, timeoutMs))));
  }

  return {
    exchange: (request) => answered(request, exchange),
    open: (request) => answered(request, open),
    async request(request) {
      const outer = request.signal;
      outer?.throwIfAborted();
      const asked = askedOf(request);
      const limit = new AbortController();
      const takeBack = clock.after(timeoutMs, () => limit.abort(timedOut(asked, timeoutMs)));
      const unlink = onAbort(outer, () => limit.abort(outer?.reason));
      const { signal } = limit;
      const answer = async () => {
        const response = await open({ accept: "application/json", ...request, signal }, asked);
        const value = await (request.read ?? readJson)(response, asked);
        return { value, headers: response.headers };
      };
      try {
        return await answer();
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        takeBack();
        unlink();
      }
    },
  };
}

/** The same client, reporting from its responses whether the server is reachable, and its time. */
export function watchHttp<Client extends Http>(
  client: Client,
  { reach, serverTime }: { readonly reach?: Reach | undefined; readonly serverTime?: ServerTime | undefined },
): Client {
  async function watched<T extends { readonly headers: Headers }>(ask: () => Promise<T>): Promise<T> {
    const attempt = reach?.begin();
    try {
      const answer = await ask();
      serverTime?.hear(answer.headers);
      attempt?.answered();
      return answer;
    } catch (error) {
      if (isNoAnswer(error)) attempt?.failed();
      else if (isServiceError(error)) attempt?.answered();
      throw error;
    }
  }
  return {
    ...client,
    request: (request) => watched(() => client.request(request)),
    open: (request) => watched(() => client.open(request)),
  };
}

/** The response, unless the request was given up a task before: a `fetch` of the host's may ignore the signal. */
function answerOf(sent: Promise<Response>, signal: AbortSignal | undefined): Promise<Response> {
  return unlessAborted(sent, signal).catch((error: unknown) => {
    const givenUp = nextTask().then((): never => {
      void sent.then(({ body }) => body?.cancel()).catch(() => {});
      throw error;
    });
    return Promise.race([sent, givenUp]);
  });
}

/** A browser refuses requests that outlive their page once these have 65,536 bytes together. */
const outlivingLength = 4096;

function initOf({ method, body, content, cache, signal }: ServiceRequest, { key, door }: HttpOptions): RequestInit {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const isSmallWrite = method !== "GET" && content === undefined && (text?.length ?? 0) <= outlivingLength;
  return {
    method,
    ...(text !== undefined && { body: text }),
    ...(content !== undefined && { body: content }),
    // A decision arrives even if its person leaves the page at once.
    ...(door && isSmallWrite && { keepalive: true }),
    ...(content instanceof ReadableStream && { duplex: "half" }),
    ...(cache && { cache }),
    // Fetch would otherwise follow a redirect to another origin, headers included.
    ...(key && { redirect: "error" }),
    ...(signal && { signal }),
  };
}

function headersOf(request: ServiceRequest, given: Headers): Headers {
  const headers = new Headers(given);
  headers.set("accept", request.accept ?? "*/*");
  if (request.body !== undefined) headers.set("content-type", "application/json");
  for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name, value);
  if (request.actor) headers.set(header.actor, headerJson(request.actor));
  return headers;
}

async function readJson(response: Response, asked: Asked): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw isServiceError(error) ? error : lostConnection(asked, error, true);
  });
  try {
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  } catch (cause) {
    throw malformed(response, asked, cause);
  }
}
