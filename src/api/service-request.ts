/**
 * One HTTP request to the session API: the key and the host's headers, the time limit, and every failure as a
 * `ServiceApiError` with `retryable` and whether the write's outcome is unknown.
 */
import type { Clock } from "../foundation/clock.js";
import { onAbort, unlessAborted } from "../foundation/on-abort.js";
import { hintOnAnswer, hintOnHeaders, isFromHandler } from "../wire/protocol/page-hint.js";
import type { Actor } from "../wire/protocol/decisions.js";
import { header, headerJson } from "../wire/protocol/headers.js";
import { isServiceError } from "../foundation/base-error.js";
import { guardKey, keepsOrigin } from "./guard-key.js";
import { answering, asking, failureOf, fault, isWrite, lostConnection, timedOut } from "./service-failure.js";

export interface ServiceRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Begins with a slash; its segments are encoded already. */
  readonly path: string;
  /** Entries that are undefined are left out. */
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** Bytes instead of a JSON body. */
  readonly content?: Blob | undefined;
  /** In addition to the headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Makes this request instead of the `fetch` of the context. */
  readonly send?: typeof fetch | undefined;
  readonly accept?: string | undefined;
  /** How the platform's cache takes part. @default as it likes */
  readonly cache?: RequestCache | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly actor?: Actor | undefined;
}

export interface RequestContext {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** Sends with the host's headers, and once more with fresh ones after a 401. */
  readonly withHeaders: (send: (headers: Promise<Headers>) => Promise<Response>) => Promise<Response>;
  readonly fetch?: typeof fetch | undefined;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Called when the response is still 401 after the headers were refreshed. */
  readonly onUnauthorized?: (() => void) | undefined;
}

export interface JsonAnswer {
  readonly value: unknown;
  readonly headers: Headers;
}

/**
 * Sends a request and reads its answer as JSON within the time limit; an empty answer reads as undefined.
 *
 * @throws {ServiceApiError} on any failure but an abort, which throws the signal's reason.
 */
export async function requestJson(context: RequestContext, request: ServiceRequest): Promise<JsonAnswer> {
  const outer = request.signal;
  outer?.throwIfAborted();
  const limit = new AbortController();
  const abort = () => limit.abort();
  const takeBack = context.clock.after(context.timeoutMs, abort);
  const unlink = onAbort(outer, abort);
  try {
    const response = await requestStream(context, { accept: "application/json", ...request, signal: limit.signal });
    const text = await readText(response, context, request);
    return { value: text === "" ? undefined : parseJson(text, response, context, request), headers: response.headers };
  } catch (error) {
    outer?.throwIfAborted();
    if (limit.signal.aborted) throw timedOut(context, request);
    throw error;
  } finally {
    takeBack();
    unlink();
  }
}

/**
 * Sends a request and gives its answer with the body unread. Any 2xx will do.
 *
 * @throws {ServiceApiError} on any failure but an abort, which throws the signal's reason.
 */
export async function requestStream(context: RequestContext, request: ServiceRequest): Promise<Response> {
  const url = context.baseUrl + request.path + queryString(request.query);
  const init = {
    method: request.method,
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    ...(request.content && { body: request.content }),
    ...(request.cache && { cache: request.cache }),
    ...(context.apiKey !== undefined && keepsOrigin),
    ...(request.signal && { signal: request.signal }),
  };
  // Called by itself: a browser refuses its fetch as a method of another object.
  const send = request.send ?? context.fetch ?? globalThis.fetch;
  let response = await context.withHeaders(async (given) => {
    const headers = await requestHeaders(context, request, given);
    try {
      return await send(url, { ...init, headers });
    } catch (error) {
      request.signal?.throwIfAborted();
      throw lostConnection(context, request, error);
    }
  });
  if (isFromHandler(response)) answering.add(context);
  if (response.status === 401) context.onUnauthorized?.();
  if (context.apiKey !== undefined) response = guardKey(response, context.apiKey.trim());
  if (!response.ok) throw await failureOf(response, context, request);
  return response;
}

async function requestHeaders(
  context: RequestContext,
  request: ServiceRequest,
  given: Promise<Headers>,
): Promise<Headers> {
  let headers: Headers;
  try {
    // The host's function may never answer; a request that is given up waits for it no longer.
    headers = new Headers(await unlessAborted(given, request.signal));
  } catch (cause) {
    request.signal?.throwIfAborted();
    const words = `The host's headers for ${request.method} ${request.path} could not be made, so nothing was sent. See the cause.`;
    const hint = () => hintOnHeaders(cause);
    throw fault(context, words, hint, { status: 0, code: "headers_failed", retryable: true, cause });
  }
  for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name, value);
  headers.set("accept", request.accept ?? "*/*");
  if (request.body !== undefined) headers.set("content-type", "application/json");
  if (context.apiKey !== undefined) headers.set("authorization", `Bearer ${context.apiKey}`);
  if (request.actor) headers.set(header.actor, headerJson(request.actor));
  return headers;
}

function queryString(query: object | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

async function readText(response: Response, context: RequestContext, request: ServiceRequest): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw isServiceError(error) ? error : lostConnection(context, request, error);
  }
}

function parseJson(text: string, response: Response, context: RequestContext, request: ServiceRequest): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const words = `${request.method} ${request.path} was answered with ${response.status} and something that is no JSON. Does this address lead to the session API?`;
    const { status } = response;
    const facts = { status, code: "response_malformed", retryable: false, outcomeUnknown: isWrite(request), cause };
    throw fault(context, words, () => hintOnAnswer(asking(context, request), response, undefined), facts);
  }
}
