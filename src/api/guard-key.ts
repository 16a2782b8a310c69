/**
 * Keeps the organization's key out of everything that is read with it. An error page that echoes the request's headers
 * would otherwise reach whoever the answer is passed on to.
 */
import { ServiceApiError } from "../wire/protocol/api-error.js";
import { cutAt } from "../foundation/cut-at.js";

/** What every request with a key adds to its `RequestInit`: fetch would follow to another origin, headers and all. */
export const keepsOrigin = { redirect: "error" } as const;

/**
 * The answer to a request that carried `key`, without headers that hold the key and with a body that fails, before it
 * appears, with `response_malformed`.
 *
 * @throws {ServiceApiError} `response_malformed` for an answer that came over a redirect.
 */
export function guardKey(response: Response, key: string): Response {
  const { status, body } = response;
  if (response.redirected) {
    void body?.cancel().catch(() => {});
    throw malformed(status, "was redirected to another address, which is not followed. Give the service's own address");
  }
  const spellings = spellingsOf(key);
  const isClean = (text: string) => !spellings.some((spelling) => text.includes(spelling));
  const headers = new Headers([...response.headers].filter(([, value]) => isClean(value)));
  const fault = () => malformed(status, "repeats the key that it was asked with, so the rest of it was dropped");
  const statusText = isClean(response.statusText) ? response.statusText : "";
  return new Response(body && cutAt(body, spellings, fault), { status, statusText, headers });
}

/** As it is, and as it stands in JSON, in an address and in a page. */
function spellingsOf(key: string): readonly string[] {
  const json = JSON.stringify(key).slice(1, -1);
  const page = key.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  return [...new Set([key, json, json.replaceAll("/", String.raw`\/`), encodeURIComponent(key), page])];
}

function malformed(status: number, fault: string): ServiceApiError {
  return new ServiceApiError(`The service's answer ${fault}. Does this address lead to the session API?`, {
    status,
    code: "response_malformed",
    retryable: false,
  });
}
