/** Translates errors for a caller (`protocol.md` §7.10): a known code, our own words and a few facts. */
import { hideAddress } from "../gate/hide-address.js";
import { DoorRefusal } from "../gate/refusal.js";
import { ownErrorWords, publicServiceError } from "../gate/service-error.js";
import { isServiceError } from "../../foundation/base-error.js";
import { ChatError } from "../../wire/protocol/chat-error.js";
import { serviceErrorWords } from "../../wire/protocol/service-errors.js";

export interface PublicError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly details?: unknown;
  /** A write may have happened although its answer is not known. @default false */
  readonly outcomeUnknown?: boolean | undefined;
  /** Milliseconds to wait before another attempt, from the service or a limit. */
  readonly retryAfterMs?: number | undefined;
}

/** Judged by the request's own signal: a server may abort it with any reason, an error or not. */
export const givenUp: PublicError = {
  status: 499,
  code: "aborted",
  message: "The request was given up.",
  retryable: true,
};

/**
 * @param baseUrl the service's address, which is taken out of the message of a turn that failed.
 * @param method of the caller's request. @default "GET", as for a stream, which only reads
 */
export function publicError(error: unknown, baseUrl: string, method = "GET"): PublicError {
  if (!isServiceError(error)) {
    return { status: 500, code: "internal_error", message: serviceErrorWords("internal_error"), retryable: false };
  }
  if (error instanceof DoorRefusal || (error instanceof ChatError && !unavailable.includes(error.code))) {
    const { code, retryable, status = 502 } = error;
    // A door that refuses has written nothing.
    const known = error instanceof DoorRefusal && { outcomeUnknown: false };
    return { status, code, message: hideAddress(baseUrl)(error.hint ?? ownErrorWords(error)), retryable, ...known };
  }
  return publicServiceError(error, method);
}

/** Errors of a deployment that does not fit, which name it in words for the host. */
const unavailable = ["chat_not_supported", "version_mismatch", "organization_workspace_required"];

/** Sets the header by which OpenAI's clients decide to retry; without it they retry after each 409, 429 and 5xx. */
export const retryHeader = "x-should-retry";

/** The HTTP answer to an error. */
export function errorAnswer(error: PublicError, headers: HeadersInit = {}): Response {
  const { status, code, message, retryable, details, outcomeUnknown } = error;
  const type = status >= 500 ? "server_error" : "invalid_request_error";
  // Sent only when known: clients treat a gateway's error as a write that may have happened.
  const known = outcomeUnknown !== undefined && status >= 408 && { outcomeUnknown };
  const body = { message, code, type, retryable, ...known, ...(details !== undefined && { details }) };
  const answer = Response.json({ error: body }, { status, headers });
  answer.headers.set("cache-control", "no-store");
  if (!answer.headers.has(retryHeader)) answer.headers.set(retryHeader, String(retryable && outcomeUnknown !== true));
  if (error.retryAfterMs !== undefined) answer.headers.set("retry-after", String(Math.ceil(error.retryAfterMs / 1000)));
  return answer;
}
