import { isServiceError } from "../../foundation/base-error.js";
import type { Reach } from "../../foundation/reach.js";
import type { ServerTime } from "../../foundation/server-time.js";
import { isNoAnswer } from "../protocol/api-error.js";
import type { Http } from "./http.js";

/** The same client, reporting from its responses whether the server is reachable, and its time. */
export function watchHttp<Client extends Http>(
  client: Client,
  { reach, serverTime }: { readonly reach?: Reach | undefined; readonly serverTime?: ServerTime | undefined },
): Client {
  async function watched<T extends { readonly headers: Headers }>(ask: () => Promise<T>): Promise<T> {
    const attempt = reach?.begin();
    try {
      const answer = await ask();
      serverTime?.hear(answer.headers);
      attempt?.answered();
      return answer;
    } catch (error) {
      if (isNoAnswer(error)) attempt?.failed();
      else if (isServiceError(error) && error.code !== "headers_failed") attempt?.answered();
      throw error;
    }
  }
  return {
    ...client,
    request: (request) => watched(() => client.request(request)),
    open: (request) => watched(() => client.open(request)),
  };
}
