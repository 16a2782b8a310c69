/**
 * Describes an operator's remedy for an error: a key that the service refuses, an address without a response. Built
 * from facts only (status, code, address), never from text of the service or of a person.
 */
import { connectionFailure } from "../../foundation/describe-error.js";
import { ServiceApiError } from "../../wire/protocol/api-error.js";
import { HostFault } from "./host-fault.js";
import { DoorRefusal } from "./refusal.js";

/**
 * The cause and an operator's remedy; undefined for an error that is not the operator's.
 *
 * @param baseUrl the service's address, as the host gave it.
 */
export function remedyOf(error: unknown, baseUrl: string): string | undefined {
  if (error instanceof DoorRefusal) return error.advice;
  return error instanceof ServiceApiError ? explained(error, shownAddress(baseUrl)) : undefined;
}

/**
 * The error for the host's `onError`: the one its own function threw, or the same error with the remedy in its
 * message. Status, code and the rest stay; `cause` is the original error.
 */
export function explainFault(error: unknown, remedy: string | undefined): unknown {
  if (error instanceof HostFault) return error.cause;
  if (remedy !== undefined && error instanceof DoorRefusal) {
    return new DoorRefusal(error.status, remedy, { code: error.code, retryable: error.retryable, cause: error.cause });
  }
  if (remedy === undefined || !(error instanceof ServiceApiError)) return error;
  const message = `${remedy} It said: ${error.message}`;
  const { status, code, retryable, outcomeUnknown, requestId, details, retryAfterMs, isForeign } = error;
  const facts = { status, code, retryable, outcomeUnknown, requestId, details, retryAfterMs, isForeign, cause: error };
  return new ServiceApiError(message, facts);
}

function explained(error: ServiceApiError, address: string): string | undefined {
  const { status, code } = error;
  if (code === "base_url_missing") {
    return "No address of the service is set. Set SERVICE_API_BASE_URL and pass it as `baseUrl`; if it is in a file `.env`, start Node with --env-file=.env.";
  }
  if (status === 401) {
    return `The service at ${address} does not accept the API key: it is unknown there, revoked or expired (401), or a key of another service. Give \`Service\` a full key of the organization, usually from SERVICE_API_KEY.`;
  }
  if (status === 403 && code !== "SESSION_CREATE_FORBIDDEN") {
    return `The service at ${address} refuses this to the API key: it is read-only, or belongs to another organization (403). Give \`Service\` a full key of the organization in \`organizationId\`.`;
  }
  if (code === "response_malformed" && address.endsWith("/v1")) {
    return `\`baseUrl\` is ${address}, and nothing of the session API is there (${status}). Remove /v1 from its end: each path of the API begins with it.`;
  }
  if (code === "response_malformed") {
    return `Something answered at ${address} that does not read as the session API (${status}). Check \`baseUrl\`, and what stands between this process and the service.`;
  }
  if (code === "request_timeout") return `The service at ${address} did not answer in time. Check that it is running.`;
  if (status === 0 && code === "network_error") {
    const failure = connectionFailure(error.cause);
    return `The service at ${address} could not be reached${failure && `: ${failure}`}. Check that it is running there, and \`baseUrl\`.`;
  }
  return status >= 500 ? `The service at ${address} failed (${status}). Its own log says why.` : undefined;
}

/** Without a password or a query, which a host may have written into it. */
function shownAddress(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return "the address in `baseUrl`";
  const { origin, pathname } = new URL(baseUrl);
  return origin + (pathname === "/" ? "" : pathname.replace(/\/$/, ""));
}
