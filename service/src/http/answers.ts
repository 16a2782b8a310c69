import {
  defaultErrorCode,
  header,
  isLogReset,
  isServiceError,
  ServiceApiError,
  type ErrorBody,
} from "@service/sdk/protocol";
import { sessionNotFound } from "../sessions/api-failure.js";
import { isRecord } from "../sessions/is-record.js";
import { isUnavailable } from "../store/store.js";

/** A JSON answer that no cache keeps. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}

/** The failure that a caller learns of. Any error but a `ServiceApiError` is replaced, as its text may be private. */
export function failureOf(error: unknown): ServiceApiError {
  if (error instanceof ServiceApiError) return error;
  // Deleted concurrently after the request was admitted.
  if (isServiceError(error) && error.code === "session_missing") return sessionNotFound();
  if (isServiceError(error) && error.code === "store_full") {
    return new ServiceApiError("The service has no room left on its disk. Nothing was written. Try again later.", {
      status: 507,
      code: "store_full",
      retryable: true,
    });
  }
  if (isServiceError(error) && error.code === "store_too_new") {
    return new ServiceApiError(
      "A newer version of the service has taken over its database. Ask again, so that a process of that version answers.",
      { status: 503, code: "store_too_new", retryable: true },
    );
  }
  if (isServiceError(error) && error.code === "session_damaged") {
    return new ServiceApiError(
      "The log of this session has lost its last events. It can be read, and takes no writes until it was restored.",
      { status: 500, code: "session_damaged", retryable: false },
    );
  }
  if (isLogReset(error)) {
    return new ServiceApiError(
      "The log has no such event at this cursor. The cursor is of another session, as after another person signed in, or the log was restored. Read the session again.",
      { status: 409, code: "log_reset" },
    );
  }
  if (isUnavailable(error)) {
    return new ServiceApiError(
      "The service's database is away for the moment. Ask again, with the same clientEventId.",
      {
        status: 503,
        code: "store_unavailable",
        retryable: true,
      },
    );
  }
  return new ServiceApiError("The service failed to answer. Try again; if it fails repeatedly, read its log.", {
    status: 500,
    code: "internal_error",
  });
}

/** Seconds. */
function retryAfterOf(details: unknown): string {
  const seconds = isRecord(details) ? details["retryAfter"] : undefined;
  return typeof seconds === "number" ? String(seconds) : "1";
}

/** The response for a failure. */
export function errorAnswer(failure: ServiceApiError, requestId: string): Response {
  const { status, code, message, retryable, retryAfterMs, details } = failure;
  const body: ErrorBody = {
    error: {
      status,
      code: code === "" ? defaultErrorCode(status) : code,
      message,
      retryable,
      requestId,
      ...(details !== undefined && { details }),
    },
  };
  // A conflict also has the current state in the flat form that older clients read.
  const flat = isRecord(details) && "current" in details ? { code, message, current: details["current"] } : {};
  return json({ ...body, ...flat }, status, {
    ...(status === 401 && { "www-authenticate": "Bearer" }),
    ...((status === 429 || status === 503) && retryable && { "retry-after": retryAfterOf(details) }),
    ...(retryAfterMs !== undefined && { "retry-after": String(Math.ceil(retryAfterMs / 1_000)) }),
    ...(status === 405 && isRecord(details) && { allow: String(details["allow"]) }),
    [header.correlationId]: requestId,
  });
}
