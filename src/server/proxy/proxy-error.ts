/** The proxy's own refusals, and what becomes of an error on the way to the service (`protocol.md` §10.2). */
import { DoorRefusal } from "../gate/refusal.js";
import { ownErrorWords, publicServiceError } from "../gate/service-error.js";
import { isServiceError, ServiceError } from "../../foundation/base-error.js";
import { serviceErrorWords } from "../../wire/protocol/service-errors.js";

/** A request that the proxy does not pass on. */
export class ProxyRefusal extends ServiceError {
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message, { code });
    this.name = "ProxyRefusal";
    this.status = status;
  }
}

/**
 * @param advice what the host can change, where an option of the proxy is the reason.
 * @throws {DoorRefusal} (404) with code `route_not_allowed`.
 */
export function noRoute(advice?: string): never {
  const message = serviceErrorWords("method_not_allowed");
  throw new DoorRefusal(404, message, { code: "route_not_allowed", ...(advice !== undefined && { advice }) });
}

export function proxyErrorAnswer(error: ProxyError, headers: Headers): Response {
  const { status, retryAfterMs, ...facts } = error;
  const type = status >= 500 ? "server_error" : "invalid_request_error";
  const answer = Response.json({ error: { ...facts, type } }, { status, headers });
  answer.headers.set("cache-control", "no-store");
  if (retryAfterMs !== undefined) answer.headers.set("retry-after", String(Math.ceil(retryAfterMs / 1000)));
  return answer;
}

/** An error translated for a browser. */
export interface ProxyError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryable?: boolean;
  readonly outcomeUnknown?: boolean;
  readonly details?: unknown;
  readonly retryAfterMs?: number | undefined;
}

/** Judged by the request's own signal: a server may abort it with any reason, an error or not. */
export const givenUp: ProxyError = { status: 499, code: "aborted", message: "The request was given up." };

/** @param method of the caller's request. @default "GET", as for a check of its rights, which only reads */
export function proxyError(error: unknown, method = "GET"): ProxyError {
  if (error instanceof ProxyRefusal) return { status: error.status, code: error.code, message: ownErrorWords(error) };
  if (error instanceof DoorRefusal) {
    const { status, code, retryable } = error;
    return { status, code, message: ownErrorWords(error), retryable };
  }
  if (isServiceError(error)) return publicServiceError(error, method);
  return { status: 500, code: "proxy_error", message: serviceErrorWords("internal_error") };
}
