/** The proxy's own refusals, and what becomes of an error on the way to the service (`protocol.md` §10.2). */
import { hideIn } from "../door/hide-address.js";
import { DoorRefusal } from "../door/refusal.js";
import { isServiceError, ServiceError } from "../foundation/base-error.js";
import { ServiceApiError } from "../protocol/api-error.js";

/** A request that the proxy does not pass on. */
export class ProxyRefusal extends ServiceError {
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message, { code });
    this.name = "ProxyRefusal";
    this.status = status;
  }
}

/** @throws {ProxyRefusal} (404) with code `route_not_allowed`. */
export function noRoute(): never {
  throw new ProxyRefusal(404, "route_not_allowed", "There is no such route.");
}

/** @param hide takes the service's address out of a text. */
export function proxyErrorAnswer(error: ProxyError, headers: Headers, hide: (text: string) => string): Response {
  const { status, retryAfterMs, ...facts } = error;
  const type = status >= 500 ? "server_error" : "invalid_request_error";
  const body = { ...facts, type, message: hide(facts.message), details: hideIn(facts.details, hide) };
  const answer = Response.json({ error: body }, { status, headers });
  answer.headers.set("cache-control", "no-store");
  if (retryAfterMs !== undefined) answer.headers.set("retry-after", String(Math.ceil(retryAfterMs / 1000)));
  return answer;
}

/** What a browser is told of an error. */
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

export function proxyError(error: unknown): ProxyError {
  if (error instanceof ProxyRefusal) return { status: error.status, code: error.code, message: error.message };
  if (error instanceof DoorRefusal) return withStatus(error);
  if (error instanceof ServiceApiError) return upstream(error);
  if (isServiceError(error)) return withStatus(error);
  return { status: 500, code: "proxy_error", message: "Something went wrong in the session proxy; its log says what." };
}

function upstream(error: ServiceApiError): ProxyError {
  const { code, retryable, outcomeUnknown, details, retryAfterMs } = error;
  const unanswered = error.status === 0;
  // Which of the service's routes was asked is the host's business.
  const message = unanswered ? "The service could not be reached. Try again." : error.message;
  const facts = { code, message, retryable, retryAfterMs, ...(outcomeUnknown && { outcomeUnknown }) };
  return { status: unanswered ? 502 : error.status, ...facts, ...(details !== undefined && { details }) };
}

/** Errors of opening a tenant's workspace carry their status. */
function withStatus(error: ServiceError): ProxyError {
  const { code, message, retryable } = error;
  const status = (error as { readonly status?: unknown }).status;
  return { status: typeof status === "number" ? status : 502, code, message, retryable };
}
