/**
 * One HTTP request to the session API: the key and the host's headers, the time limit, and every failure as a
 * `ServiceApiError` with `retryable` and whether the write's outcome is unknown.
 */
import type { Clock } from "../foundation/clock.js";
import { onAbort, unlessAborted } from "../foundation/on-abort.js";
import { failureFacts, readErrorBody, ServiceApiError } from "../wire/protocol/api-error.js";
import type { Actor } from "../wire/protocol/decisions.js";
import { header, headerJson } from "../wire/protocol/headers.js";
import { isServiceError } from "../foundation/base-error.js";
import { guardKey, keepsOrigin } from "./guard-key.js";

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
    const text = await readText(response, request);
    return { value: text === "" ? undefined : parseJson(text, response, request), headers: response.headers };
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
      throw lostConnection(request, error);
    }
  });
  if (response.status === 401) context.onUnauthorized?.();
  if (context.apiKey !== undefined) response = guardKey(response, context.apiKey.trim());
  if (!response.ok) throw await answeredError(response, request, context.apiKey !== undefined);
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
    throw new ServiceApiError(
      `The host's headers for ${request.method} ${request.path} could not be made, so nothing was sent. See the cause.`,
      { status: 0, code: "headers_failed", retryable: true, cause },
    );
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

async function readText(response: Response, request: ServiceRequest): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw isServiceError(error) ? error : lostConnection(request, error);
  }
}

function parseJson(text: string, response: Response, request: ServiceRequest): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceApiError(
      `${request.method} ${request.path} was answered with ${response.status} and something that is no JSON. Does this address lead to the session API?`,
      {
        status: response.status,
        code: "response_malformed",
        retryable: false,
        outcomeUnknown: isWrite(request),
        cause,
      },
    );
  }
}

/**
 * The error of a response with a failure status.
 *
 * @param isDirect whether the request went to the service itself: then a 404 without an error body is
 *   `response_malformed`, as a page of an intermediary proves nothing about the resource.
 */
export async function answeredError(
  response: Response,
  request: { readonly method: string; readonly path: string },
  isDirect: boolean,
): Promise<ServiceApiError> {
  const { status } = response;
  const body = await readErrorJson(response);
  const { message = `${request.method} ${request.path} was answered with ${status}.`, ...facts } = failureFacts(
    response,
    body,
    isWrite(request),
  );
  const requestId = facts.requestId ?? response.headers.get(header.correlationId) ?? undefined;
  const isNoService = isDirect && status === 404 && readErrorBody(body) === undefined;
  return new ServiceApiError(message, { ...facts, requestId, ...(isNoService && { code: "response_malformed" }) });
}

/** Longer than any error body (bytes); the rest of an intermediary's error page is not read. */
const longestError = 65_536;

async function readErrorJson(response: Response): Promise<unknown> {
  try {
    const text = await readBeginning(response);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readBeginning(response: Response): Promise<string | undefined> {
  // Some browsers give no stream.
  if (!response.body) return response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return text;
    if (text.length <= longestError) continue;
    void reader.cancel().catch(() => {});
    return undefined;
  }
}

function lostConnection(request: ServiceRequest, cause: unknown): ServiceApiError {
  const write = isWrite(request);
  const remedy = write ? "It may have happened; try again with the same clientEventId." : "Try again.";
  return new ServiceApiError(`${request.method} ${request.path} lost its connection. ${remedy}`, {
    status: 0,
    code: "network_error",
    retryable: true,
    outcomeUnknown: write,
    cause,
  });
}

function timedOut(context: RequestContext, request: ServiceRequest): ServiceApiError {
  return new ServiceApiError(
    `${request.method} ${request.path} was not answered within ${context.timeoutMs} ms. Try again, a write with the same clientEventId.`,
    { status: 0, code: "request_timeout", retryable: true, outcomeUnknown: isWrite(request) },
  );
}

function isWrite(request: { readonly method: string }): boolean {
  return request.method !== "GET";
}
