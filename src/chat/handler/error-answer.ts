/** What a caller is told when something goes wrong (`protocol.md` §7.10): never more than code and words. */
import { hideAddress, hideIn } from "../../door/hide-address.js";
import { DoorRefusal } from "../../door/refusal.js";
import { isServiceError } from "../../foundation/base-error.js";
import { ServiceApiError } from "../../protocol/api-error.js";
import { ChatError } from "../../protocol/chat-error.js";

export interface PublicError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly details?: unknown;
  /** A write may have happened although its answer is not known. @default false */
  readonly outcomeUnknown?: boolean | undefined;
  /** Milliseconds to wait before another try, where the service or a limit says so. */
  readonly retryAfterMs?: number | undefined;
}

/** Judged by the request's own signal: a server may abort it with any reason, an error or not. */
export const givenUp: PublicError = {
  status: 499,
  code: "aborted",
  message: "The request was given up.",
  retryable: true,
};

/** @param baseUrl the service's address, which is taken out of message and details. */
export function publicError(error: unknown, baseUrl: string): PublicError {
  if (!isServiceError(error)) {
    const message = "Something went wrong in the chat handler; its log says what.";
    return { status: 500, code: "internal_error", message, retryable: false };
  }
  const { code, retryable } = error;
  const hide = hideAddress(baseUrl);
  const message = hide(error.message);
  if (error instanceof ServiceApiError) {
    const { outcomeUnknown, retryAfterMs } = error;
    const more = { outcomeUnknown, ...(error.details !== undefined && { details: hideIn(error.details, hide) }) };
    if (error.status === 0) return { status: 502, code, message: unreachable, retryable, ...more };
    return { status: upstreamStatus(error.status), code, message, retryable, retryAfterMs, ...more };
  }
  const status = error instanceof ChatError || error instanceof DoorRefusal ? error.status : undefined;
  return { status: status ?? 502, code, message, retryable };
}

/** Which of the service's routes was asked is the host's business. */
const unreachable = "The service could not be reached. Try again.";

/** Says to OpenAI's clients whether to try again by themselves, which they do after each 409, 429 and 5xx otherwise. */
export const retryHeader = "x-should-retry";

/** The HTTP answer to an error. */
export function errorAnswer(error: PublicError, headers: HeadersInit = {}): Response {
  const { status, code, message, retryable, details, outcomeUnknown = false } = error;
  const type = status >= 500 ? "server_error" : "invalid_request_error";
  const body = { message, code, type, retryable, ...(details !== undefined && { details }) };
  const answer = Response.json({ error: body }, { status, headers });
  answer.headers.set("cache-control", "no-store");
  if (!answer.headers.has(retryHeader)) answer.headers.set(retryHeader, String(retryable && !outcomeUnknown));
  if (error.retryAfterMs !== undefined) answer.headers.set("retry-after", String(Math.ceil(error.retryAfterMs / 1000)));
  return answer;
}

/** A service that is down is a bad gateway to the caller, whatever its own words for it. */
function upstreamStatus(status: number): number {
  return status >= 400 && status < 500 ? status : 502;
}
