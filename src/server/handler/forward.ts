/**
 * Requests to the service with the organization's key whose responses are forwarded unchanged, for the session proxy;
 * all others use `ServiceClient`.
 */
import { ServiceApiError } from "../../wire/protocol/api-error.js";
import type { Actor } from "../../wire/protocol/decisions.js";
import { header, headerJson } from "../../wire/protocol/headers.js";
import { guardKey, keepsOrigin } from "../../api/guard-key.js";

export interface ForwardRequest {
  readonly method: string;
  /** Path and query, from the service's root. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string | undefined;
  /** A stream of bytes to forward, instead of a body. */
  readonly bytes?: ReadableStream<Uint8Array> | undefined;
  /** In addition to the headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly actor?: Actor | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ForwardContext {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
}

/**
 * @throws {ServiceApiError} (status 0) without a response; a response is returned, whatever its status, without the
 *   key (see `guardKey`).
 */
export async function forward(context: ForwardContext, request: ForwardRequest): Promise<Response> {
  const headers = new Headers({
    accept: "application/json",
    ...request.headers,
    authorization: `Bearer ${context.apiKey}`,
  });
  if (request.body !== undefined) headers.set("content-type", "application/json");
  if (request.actor) headers.set(header.actor, headerJson(request.actor));
  let answer: Response;
  try {
    answer = await context.fetch(context.baseUrl + request.path, {
      method: request.method,
      headers,
      ...keepsOrigin,
      ...(request.body !== undefined && { body: request.body }),
      ...(request.bytes && { body: request.bytes, duplex: "half" }),
      ...(request.signal && { signal: request.signal }),
    } as RequestInit);
  } catch (cause) {
    request.signal?.throwIfAborted();
    throw new ServiceApiError("The service could not be reached. Try again, a write with the same clientEventId.", {
      status: 0,
      code: "network_error",
      retryable: true,
      outcomeUnknown: request.method !== "GET",
      cause,
    });
  }
  return guardKey(answer, context.apiKey.trim());
}
