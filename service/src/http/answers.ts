import { defaultErrorCode, header, ServiceApiError, type ErrorBody } from "@service/sdk/protocol";
import { isRecord } from "../sessions/is-record.js";

/** A JSON answer that no cache keeps. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}

/** The answer that tells a failure. What is no `ServiceApiError` is not told: its words may hold what nobody should see. */
export function errorAnswer(error: unknown, requestId: string): Response {
  const known =
    error instanceof ServiceApiError
      ? error
      : new ServiceApiError("The service failed to answer. Try again; when it goes on, look into its log.", {
          status: 500,
          code: "internal_error",
        });
  const { status, code, message, retryable, details } = known;
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
  // A conflict also tells what is so now in the flat form that older clients read.
  const flat = isRecord(details) && "current" in details ? { code, message, current: details["current"] } : {};
  return json({ ...body, ...flat }, status, {
    ...(status === 401 && { "www-authenticate": "Bearer" }),
    ...(status === 429 && { "retry-after": "1" }),
    ...(status === 405 && isRecord(details) && { allow: String(details["allow"]) }),
    [header.correlationId]: requestId,
  });
}
