import { identityHeader, isIdentityAnswer } from "../identity/identity-guard.js";
import { ServiceApiError } from "../wire/protocol/api-error.js";
import type { ServiceConnection } from "./service-connection.js";

/**
 * Asks the host's proxy who is signed in (`GET …/identity`). Resolves once the proxy has answered; the connection's
 * `fetch` interprets the response.
 *
 * @throws {ServiceApiError} when there is no response.
 */
export async function identify(connection: ServiceConnection, signal: AbortSignal): Promise<void> {
  if (await isAnswered(connection, "/identity", signal)) return;
  // The route is not mounted, or the proxy is older: any other read is answered as the same person.
  await isAnswered(connection, "/v1/config/client", signal);
}

/** Whether the answer names an identity. */
async function isAnswered({ request }: ServiceConnection, path: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { headers } = await request({ method: "GET", path, signal, cache: "no-store" });
    return headers.has(identityHeader);
  } catch (error) {
    if (error instanceof ServiceApiError && isAnswer(error.status)) return false;
    throw error;
  }
}

/** Status 0 means no response. A 2xx without JSON is from another server, such as a captive portal. */
function isAnswer(status: number): boolean {
  return status >= 400 && isIdentityAnswer(status);
}
