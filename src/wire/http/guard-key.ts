/**
 * Redacts the organization's key from every response read with it. Otherwise an error page that echoes the request's
 * headers would pass the key on to the browser.
 */
import { ServiceApiError } from "../protocol/api-error.js";
import { cutAt } from "../../foundation/cut-at.js";

/**
 * Returns the response to a request that carried `key`: headers that contain the key are removed, and the body fails
 * with `response_malformed` before it yields the key.
 *
 * @throws {ServiceApiError} `response_malformed` for a response reached through a redirect.
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

/** The key in plain text, and as JSON, URL and HTML encode it. */
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
