import { identityHeader, isIdentityAnswer } from "../../identity/identity-guard.js";
import { ServiceApiError } from "../protocol/api-error.js";
import type { Http, ServiceRequest } from "./http.js";

/**
 * Asks the host's handler who is signed in (`GET …/identity`), or a read that it answers as the same person where that
 * route is not mounted. Resolves once the handler has answered; the client's `fetch` interprets the response.
 *
 * @throws {ServiceApiError} when there is no response.
 */
export async function identify(http: Pick<Http, "request">, read: string, signal: AbortSignal): Promise<void> {
  if (!(await isAnswered(http, "/identity", signal))) await isAnswered(http, read, signal);
}

/** Whether the answer names an identity. */
async function isAnswered({ request }: Pick<Http, "request">, path: string, signal: AbortSignal): Promise<boolean> {
  const asked: ServiceRequest = { method: "GET", path, signal, cache: "no-store" };
  try {
    return (await request(asked)).headers.has(identityHeader);
  } catch (error) {
    // Status 0 means no response. A 2xx without JSON is from another server, such as a captive portal.
    if (error instanceof ServiceApiError && error.status >= 400 && isIdentityAnswer(error.status)) return false;
    throw error;
  }
}
