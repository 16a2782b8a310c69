import { isServiceError, ServiceError } from "../../foundation/base-error.js";
import * as v from "valibot";
import { isRecord } from "./read-fields.js";

/**
 * Errors that an HTTP answer carries, read from any of the shapes that servers have used (`protocol.md` §6.1, §7.10):
 * nested `{error:{…}}`, flat `{code, message}`, and `{error:"unauthorized"}`.
 */
export interface ErrorBody {
  readonly error: {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    readonly retryable: boolean;
    readonly outcomeUnknown?: boolean;
    readonly requestId?: string;
    readonly details?: unknown;
  };
}

/** The one envelope of every failure (`protocol.md` §6.1). */
export const errorBodySchema = v.looseObject({
  error: v.looseObject({
    status: v.number(),
    code: v.string(),
    message: v.string(),
    retryable: v.boolean(),
    outcomeUnknown: v.optional(v.boolean()),
    requestId: v.optional(v.string()),
    details: v.optional(v.unknown()),
  }),
});

/** Facts from which a `ServiceApiError` is made. */
export interface ApiErrorFacts {
  readonly status: number;
  readonly code: string;
  readonly retryable?: boolean | undefined;
  /** True when a write may have happened although its answer is not known. @default false */
  readonly outcomeUnknown?: boolean;
  readonly requestId?: string | undefined;
  readonly details?: unknown;
  /** Milliseconds that the server asks to wait, from `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
  /** As `ServiceApiError` has it. @default false */
  readonly isForeign?: boolean;
  readonly cause?: unknown;
  /** As `ServiceError` has it. */
  readonly hint?: string | undefined;
}

/** The service, the handler or the proxy answered with an error, or a request never got an answer (`status` 0). */
export class ServiceApiError extends ServiceError {
  /** By brand and name, so that two copies of the package in one process recognise each other's errors. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isServiceError(value) && value.name === "ServiceApiError";
  }

  readonly status: number;
  readonly outcomeUnknown: boolean;
  readonly requestId: string | undefined;
  readonly details: unknown;
  readonly retryAfterMs: number | undefined;
  /**
   * True when the response has no error body with a code, so an intermediary may have sent it. Its status proves nothing
   * about the resource or the server's features.
   */
  readonly isForeign: boolean;

  constructor(message: string, facts: ApiErrorFacts) {
    super(message, {
      code: facts.code,
      retryable: facts.retryable ?? isRetryableStatus(facts.status),
      cause: facts.cause,
      hint: facts.hint,
    });
    this.name = "ServiceApiError";
    this.status = facts.status;
    this.outcomeUnknown = facts.outcomeUnknown ?? false;
    this.requestId = facts.requestId;
    this.details = facts.details;
    this.retryAfterMs = facts.retryAfterMs;
    this.isForeign = facts.isForeign ?? false;
  }
}

/** Whether the same request may succeed later, judged by its HTTP status. */
export function isRetryableStatus(status: number): boolean {
  // A server without this method has none later either.
  if (status === 501) return false;
  return status === 0 || status === 408 || status === 425 || status === 429 || status >= 500;
}

/**
 * Whether the server counts as unreachable: no response, a time-out, or any 5xx. A failed `headers` function counts too,
 * as it may need the network.
 */
export function isNoAnswer(error: unknown): boolean {
  if (!isServiceError(error)) return false;
  const { status } = error as { readonly status?: unknown };
  return typeof status === "number" ? status === 0 || status >= 500 : error.code === "stream_timeout";
}

/** Whether another server may have given this response, such as an intermediary. Another copy of the package may lack the field. */
export function isForeign(error: unknown): boolean {
  if (!isServiceError(error)) return false;
  const { code } = error;
  return (
    code === "handler_not_found" ||
    code === "response_malformed" ||
    (error as { readonly isForeign?: unknown }).isForeign === true
  );
}

/** Whether the server itself refused with this status, by an error body with a code. */
function isRefusal(error: unknown, status: number): boolean {
  return isServiceError(error) && (error as { readonly status?: unknown }).status === status && !isForeign(error);
}

/**
 * Whether another server answered, such as a captive portal. The response then proves nothing about the resource. False
 * for a 401: from any server, it may end the sign-in.
 */
export function isForeignAnswer(error: unknown): boolean {
  return isForeign(error) && (error as { readonly status?: unknown }).status !== 401;
}

/** Whether the resource does not exist, or the caller may not see it. */
export function isNotThere(error: unknown): boolean {
  return isGone(error) || isRefusal(error, 403);
}

/** Whether the response means that the resource does not exist. */
export function isGone(error: unknown): boolean {
  return isRefusal(error, 404);
}

/** Reads `Retry-After` in seconds. The form with a date is ignored, as it depends on both clocks agreeing. */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  return /^\d{1,6}$/.test(value) ? Number(value) * 1000 : undefined;
}

/** Reads an error body of any known shape; undefined for any other. */
export function readErrorBody(body: unknown): Partial<ErrorBody["error"]> | undefined {
  if (!isRecord(body)) return undefined;
  const source = isRecord(body["error"])
    ? body["error"]
    : typeof body["error"] === "string"
      ? { code: body["error"] }
      : body;
  const { status, code, message, retryable, outcomeUnknown, requestId } = source as Record<string, unknown>;
  // A flat conflict body has the current state beside its code.
  const details = source["details"] ?? ("current" in source ? { current: source["current"] } : undefined);
  if (typeof code !== "string" && typeof message !== "string") return undefined;
  return {
    ...(typeof status === "number" && { status }),
    ...(typeof code === "string" && { code }),
    ...(typeof message === "string" && { message }),
    ...(typeof retryable === "boolean" && { retryable }),
    ...(typeof outcomeUnknown === "boolean" && { outcomeUnknown }),
    ...(typeof requestId === "string" && { requestId }),
    ...(details !== undefined && { details }),
  };
}

const codeByStatus: Readonly<Record<number, string>> = {
  400: "validation_failed",
  401: "unauthenticated",
  402: "payment_required",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  413: "validation_failed",
  422: "validation_failed",
  429: "limit_exceeded",
  502: "upstream_unavailable",
  503: "upstream_unavailable",
  504: "upstream_unavailable",
};

/** Statuses of a gateway that timed out: the server behind it may have processed the request. */
const gatewayStatuses: readonly number[] = [408, 502, 503, 504];

/**
 * The facts of a response with a failure status. Without an error body the status decides; a write answered by a
 * gateway has an unknown outcome unless the body states otherwise. So has one whose 5xx has no error body: networks
 * between page and service have statuses of their own, such as 524.
 *
 * @param body the response's JSON; undefined when it has none.
 */
export function failureFacts(
  { status, headers }: Pick<Response, "status" | "headers">,
  body: unknown,
  isWrite: boolean,
): ApiErrorFacts & { readonly message?: string | undefined } {
  const said = readErrorBody(body);
  const isForeign = !isWord(said?.code);
  return {
    code: defaultErrorCode(status),
    outcomeUnknown: isWrite && (gatewayStatuses.includes(status) || (isForeign && status >= 500)),
    isForeign,
    ...said,
    status,
    retryAfterMs: readRetryAfter(headers),
  };
}

/** A code is one word; other servers put the status in words there, such as "Not Found". */
function isWord(code: string | undefined): boolean {
  return code !== undefined && /^[\w.-]+$/.test(code);
}

/** The code for a status whose response has no code. */
export function defaultErrorCode(status: number): string {
  return codeByStatus[status] ?? (status >= 500 ? "internal_error" : "request_failed");
}

/** Whether the service itself answered 404; a 404 page of an intermediary proves nothing. */
export function isNotFound(error: unknown): error is ServiceApiError {
  return error instanceof ServiceApiError && isRefusal(error, 404);
}
