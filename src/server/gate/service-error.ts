/** Translates an error of the service, or on the way to it, for a browser at both doors (`protocol.md` §6.1). */
import type { ServiceError } from "../../foundation/base-error.js";
import { ServiceApiError } from "../../wire/protocol/api-error.js";
import { publicErrorCode, publicErrorDetails, serviceErrorWords } from "../../wire/protocol/service-errors.js";

export interface PublicServiceError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
  /** A write may have happened although its answer is not known. */
  readonly outcomeUnknown?: boolean;
  /** Milliseconds to wait before another attempt, where the service sends them. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * The words of an error that a door made itself. A mistake of the host is reported to the host, which gets the error;
 * a person reads that the assistant is not available.
 */
export function ownErrorWords({ code, message }: ServiceError): string {
  return hostFaults.includes(code) ? serviceErrorWords("service_refused") : message;
}

/** Errors whose message is written for the host. */
export const hostFaults: readonly string[] = ["resolve_invalid", "body_already_read"];

/** A successful answer that cannot be read. Whether its request did something is not known. */
const malformedCodes: readonly string[] = ["response_malformed", "event_malformed"];

/** Statuses that concern the caller's own request. */
const passedStatuses: readonly number[] = [400, 402, 404, 405, 408, 409, 410, 413, 415, 422, 425, 429];

/** @param method of the caller's request: only a write can have happened without a known answer. */
export function publicServiceError(error: ServiceError, method: string): PublicServiceError {
  if (!(error instanceof ServiceApiError)) {
    const code = publicErrorCode(error.code, 502);
    // A workspace that cannot be used is refused as such; the host made it so.
    const status = code === "organization_workspace_required" ? 403 : 502;
    const isUnknown = method !== "GET" && malformedCodes.includes(code);
    const known = isUnknown && { outcomeUnknown: true };
    return { status, code, message: serviceErrorWords(code), retryable: error.retryable, ...known };
  }
  const { outcomeUnknown, retryAfterMs } = error;
  const { status, code } = publicCode(error);
  const details = publicErrorDetails(error.details);
  return {
    status,
    code,
    message: serviceErrorWords(code),
    retryable: code === "service_refused" ? false : error.retryable,
    // A refused key wrote nothing, which a client could not infer from a 502.
    ...((outcomeUnknown || code === "service_refused") && { outcomeUnknown }),
    ...(details && { details }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

function publicCode({ status, code }: ServiceApiError): { readonly status: number; readonly code: string } {
  if (code === "response_malformed") return { status: 502, code };
  // The key or its rights are refused, which is the host's concern and not the person's sign-in.
  const isRefused = status === 401 || status === 403;
  if (isRefused && code !== "SESSION_CREATE_FORBIDDEN") return { status: 502, code: "service_refused" };
  if (isRefused) return { status, code };
  if (passedStatuses.includes(status)) return { status, code: publicErrorCode(code, status) };
  return { status: 502, code: publicErrorCode(code, status >= 500 ? status : 502) };
}
