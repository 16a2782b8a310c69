import { identityHeader, isIdentityAnswer } from "../identity/identity-guard.js";
import { ServiceApiError } from "../wire/protocol/api-error.js";
import type { ServiceConnection } from "./service-connection.js";

/**
 * Asks the host's proxy who is signed in (`GET …/identity`). Resolves once it has answered; what the answer means is for
 * the connection's `fetch`.
 *
 * @throws {ServiceApiError} when no answer came.
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

/** Status 0 is no answer; 2xx without JSON is somebody else's, such as a network that wants a sign-in. */
function isAnswer(status: number): boolean {
  return status >= 400 && isIdentityAnswer(status);
}
