import { createBackOff } from "../foundation/back-off.js";
import { delay } from "../foundation/delay.js";
import { ServiceApiError } from "../wire/protocol/api-error.js";
import { isRecord } from "../wire/protocol/read-fields.js";
import { askedWait, longestWait } from "../wire/sse/wait-or-wake.js";
import type { ServiceConnection } from "./service-connection.js";
import type { ServiceRequest } from "../wire/http/http.js";

/**
 * The same connection, retrying a request when that may help and cannot do the same twice.
 *
 * @param retries the most for one request
 */
export function retrying(connection: ServiceConnection, retries = 2): ServiceConnection {
  const { clock, random } = connection;
  return {
    ...connection,
    async request(request) {
      const backOff = createBackOff({ random });
      for (;;) {
        try {
          return await connection.request(request);
        } catch (error) {
          const asked = askedWait(error);
          if (backOff.tries >= retries || asked > longestWait || !mayRepeat(request, error)) throw error;
          await delay(Math.max(backOff.next(), asked), clock, request.signal);
        }
      }
    },
  };
}

function mayRepeat({ method, body }: ServiceRequest, error: unknown): error is ServiceApiError {
  if (!(error instanceof ServiceApiError) || !error.retryable) return false;
  return method !== "POST" || (isRecord(body) && ("clientEventId" in body || "idempotencyKey" in body));
}
