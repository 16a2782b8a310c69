/**
 * Requests to the service with the organization's key whose answers are handed on as they came. For the session proxy,
 * which must change nothing of them; all else goes through `ServiceClient`.
 */
import { ServiceApiError } from "../../protocol/api-error.js";
import type { Actor } from "../../protocol/decisions.js";
import { header } from "../../protocol/headers.js";

export interface ForwardRequest {
  readonly method: string;
  /** Path and query, from the service's root. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string | undefined;
  readonly actor?: Actor | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ForwardContext {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
}

/** @throws {ServiceApiError} (status 0) when no answer came; one that came is returned, whatever its status. */
export async function forward(context: ForwardContext, request: ForwardRequest): Promise<Response> {
  const headers = new Headers({ accept: "application/json", authorization: `Bearer ${context.apiKey}` });
  if (request.body !== undefined) headers.set("content-type", "application/json");
  if (request.actor) headers.set(header.actor, asciiJson(request.actor));
  try {
    return await context.fetch(context.baseUrl + request.path, {
      method: request.method,
      headers,
      ...(request.body !== undefined && { body: request.body }),
      ...(request.signal && { signal: request.signal }),
    });
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
}

/** A header's value holds no character above U+00FF, and a person's name may. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
