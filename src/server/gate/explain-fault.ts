/**
 * Says what an operator has to do about an error: a key that the service refuses, an address where nothing answers. Made
 * of facts alone (status, code, address), and never of words that came from the service or from a person.
 */
import { ServiceApiError } from "../../wire/protocol/api-error.js";

/**
 * What happened, and what an operator can do about it; undefined for an error that is no operator's.
 *
 * @param baseUrl the service's address, as the host gave it.
 */
export function remedyOf(error: unknown, baseUrl: string): string | undefined {
  return error instanceof ServiceApiError ? explained(error, shownAddress(baseUrl)) : undefined;
}

/** The same error with the remedy before its message: status, code and the rest stay, `cause` is the error as it was. */
export function explainFault(error: unknown, remedy: string | undefined): unknown {
  if (remedy === undefined || !(error instanceof ServiceApiError)) return error;
  const message = `${remedy} It said: ${error.message}`;
  const { status, code, retryable, outcomeUnknown, requestId, details, retryAfterMs } = error;
  const facts = { status, code, retryable, outcomeUnknown, requestId, details, retryAfterMs, cause: error };
  return new ServiceApiError(message, facts);
}

function explained(error: ServiceApiError, address: string): string | undefined {
  const { status, code } = error;
  if (code === "base_url_missing") {
    return "No address of the service is set. Set SERVICE_API_BASE_URL and pass it as `baseUrl`.";
  }
  if (status === 401) {
    return `The service at ${address} does not accept the API key: it is missing, unknown, revoked or expired (401). Give \`Service\` a full key of the organization, usually from SERVICE_API_KEY.`;
  }
  if (status === 403 && code !== "SESSION_CREATE_FORBIDDEN") {
    return `The service at ${address} refuses this to the API key: it is read-only, or belongs to another organization (403). Give \`Service\` a full key of the organization in \`organizationId\`.`;
  }
  if (code === "response_malformed") {
    return `Something answered at ${address} that does not read as the session API (${status}). Check \`baseUrl\`, and what stands between this process and the service.`;
  }
  if (code === "request_timeout") return `The service at ${address} did not answer in time. Check that it is running.`;
  if (status === 0 && code === "network_error") {
    return `The service at ${address} could not be reached${failureOf(error.cause)}. Check that it is running there, and \`baseUrl\`.`;
  }
  return status >= 500 ? `The service at ${address} failed (${status}). Its own log says why.` : undefined;
}

/** What the platform says of a connection that failed: a code and an address, which stand in the cause's cause. */
function failureOf(cause: unknown): string {
  let at = cause;
  for (let depth = 0; depth < 5 && typeof at === "object" && at !== null; depth++) {
    const { code, address, hostname, port, errors, cause: next } = at as Readonly<Record<string, unknown>>;
    // Several addresses were tried; the first failure stands for them.
    if (Array.isArray(errors) && errors.length > 0 && address === undefined) {
      [at] = errors as readonly unknown[];
      continue;
    }
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{1,40}$/.test(code)) {
      const host = [address, hostname].find((name) => typeof name === "string" && /^[\w.:%-]{1,253}$/.test(name));
      const place = typeof host === "string" ? ` ${host}${typeof port === "number" ? `:${port}` : ""}` : "";
      return `: ${code}${place}`;
    }
    at = next;
  }
  return "";
}

/** Without a password or a query, which a host may have written into it. */
function shownAddress(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return "the address in `baseUrl`";
  const { origin, pathname } = new URL(baseUrl);
  return origin + (pathname === "/" ? "" : pathname.replace(/\/$/, ""));
}
