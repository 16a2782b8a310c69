import { ServiceApiError } from "@service/sdk/protocol";

/** Failures that an answer carries: the one place that pairs a fault with its status and code. */

export function notFound(message: string): ServiceApiError {
  return new ServiceApiError(message, { status: 404, code: "not_found" });
}

/** The same response for a missing session and for another person's, so that callers cannot probe. */
export function sessionNotFound(): ServiceApiError {
  return notFound("There is no such session in this workspace.");
}

export function forbidden(message: string): ServiceApiError {
  return new ServiceApiError(message, { status: 403, code: "forbidden" });
}

export function conflict(message: string, code = "conflict", details?: unknown): ServiceApiError {
  return new ServiceApiError(message, { status: 409, code, retryable: false, details });
}

export function invalid(message: string, status: 400 | 413 | 422 = 422, details?: unknown): ServiceApiError {
  return new ServiceApiError(message, { status, code: "validation_failed", details });
}

/** Refuses a parameter of the query. @param rule continues its name: `must be a whole number` */
export function invalidParameter(name: string, rule: string): ServiceApiError {
  return invalid(`"${name}" ${rule}`, 400, { field: name });
}

export function keyReused(clientEventId: string): ServiceApiError {
  return conflict(
    `The clientEventId "${clientEventId}" was used in this session for something else. Use a fresh id for new content.`,
    "IDEMPOTENCY_KEY_REUSED",
  );
}

export function sessionCancelled(): ServiceApiError {
  return conflict("The session was cancelled and accepts no messages. Start a new session.", "CONTROL_CHANGED");
}

export function messageTooLarge(size: number, limit: number): ServiceApiError {
  return new ServiceApiError(`The message takes ${size} bytes; at most ${limit} are kept. Send less text, or a file.`, {
    status: 413,
    code: "message_too_large",
    details: { limit, size },
  });
}

export function limitExceeded(message: string): ServiceApiError {
  return new ServiceApiError(message, { status: 429, code: "limit_exceeded" });
}
