/** Requests to the service whose responses are forwarded unchanged, for the session proxy; all others use `ServiceClient`. */
import type { Exchange, ServiceRequest } from "../wire/http/http.js";

/** A request to the service, made with the organization's key. */
export interface UpstreamRequest extends Pick<ServiceRequest, "headers" | "actor" | "signal"> {
  readonly method: string;
  /** Path and query, from the service's root. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string | undefined;
  /** A stream of bytes to forward, instead of a body. */
  readonly bytes?: ReadableStream<Uint8Array> | undefined;
}

/** Resolves with the response, whatever its status. @throws {ServiceApiError} (status 0) without one. */
export function forward(
  exchange: Exchange,
  { method, body, bytes, headers, ...rest }: UpstreamRequest,
): Promise<Response> {
  const type = body !== undefined && { "content-type": "application/json" };
  return exchange({
    accept: "application/json",
    ...rest,
    method: method as ServiceRequest["method"],
    content: body ?? bytes,
    headers: { ...type, ...headers },
  });
}
