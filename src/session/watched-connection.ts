import { isServiceError } from "../foundation/base-error.js";
import type { Reach } from "../foundation/reach.js";
import type { ServerTime } from "../foundation/server-time.js";
import { isNoAnswer } from "../wire/protocol/api-error.js";
import type { ServiceConnection } from "../api/service-connection.js";

/** The same connection, reporting from its responses whether the server is reachable, and its time. */
export function watchConnection(
  client: ServiceConnection,
  { reach, serverTime }: { readonly reach: Reach; readonly serverTime: ServerTime },
): ServiceConnection {
  async function watched<T extends { readonly headers: Headers }>(ask: () => Promise<T>): Promise<T> {
    const attempt = reach.begin();
    try {
      const answer = await ask();
      serverTime.hear(answer.headers);
      attempt.answered();
      return answer;
    } catch (error) {
      if (isNoAnswer(error)) attempt.failed();
      else if (isServiceError(error) && error.code !== "headers_failed") attempt.answered();
      throw error;
    }
  }
  return {
    ...client,
    request: (request) => watched(() => client.request(request)),
    open: (request) => watched(() => client.open(request)),
  };
}
