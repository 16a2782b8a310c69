/** The errors of the chat's requests: words for the person on the page, and a hint for the developer. */
import { isServiceError } from "../foundation/base-error.js";
import { hintOnce } from "../foundation/development.js";
import { failureFacts, readErrorBody, ServiceApiError } from "../wire/protocol/api-error.js";
import { invalidConversation } from "../wire/protocol/conversation-id.js";
import { faultWords, tookTooLong, unreachable, wentWrong } from "../wire/protocol/fault-words.js";
import { hintOnAnswer, hintOnHeaders, type PageRequest } from "../wire/protocol/page-hint.js";

export function timedOut({ method, url }: PageRequest, afterMs: number): ServiceApiError {
  const hint = `${method} ${url} was not answered within ${afterMs} ms.`;
  const facts = { status: 0, code: "request_timeout", retryable: true, outcomeUnknown: method === "POST", hint };
  return new ServiceApiError(tookTooLong, facts);
}

export async function readJson(response: Response, asked: PageRequest): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw noAnswer(error, asked.method === "POST");
  });
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw malformed(response, asked, cause);
  }
}

export function noConversation(conversation: unknown): Error {
  const error = invalidConversation(conversation);
  hintOnce(error.hint ?? error.message);
  return error;
}

/** An answer that no handler gives, such as the page that a single-page app answers every path with. */
export function malformed(response: Response, asked: PageRequest, cause?: unknown): ServiceApiError {
  const hint = hintOnAnswer(asked, response, undefined);
  const facts = { status: response.status, code: "response_malformed", retryable: false, cause, hint };
  return new ServiceApiError(wentWrong, facts);
}

export function isWebPage(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/html") === true;
}

/** A host that cannot reach its token issuer may do so later. */
export function noHeaders(cause: unknown): never {
  if (isServiceError(cause)) throw cause;
  const hint = hintOnHeaders(cause);
  throw new ServiceApiError(unreachable, { status: 0, code: "headers_failed", cause, hint });
}

/** The error of a request that got no whole answer. @param hint left out where something did answer */
export function noAnswer(cause: unknown, outcomeUnknown: boolean, hint?: string): unknown {
  // An error of our own fetch is not a network failure; a browser that cancels a page's requests by itself is one.
  if (isServiceError(cause)) return cause;
  const facts = { status: 0, code: "network_error", outcomeUnknown, cause, hint };
  return new ServiceApiError(unreachable, facts);
}

/** The error of an answer that is no success. */
export async function refusal(response: Response, asked: PageRequest): Promise<ServiceApiError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const said = readErrorBody(body);
  const { message = faultWords(status), ...facts } = failureFacts(response, body, asked.method === "POST");
  const hint = hintOnAnswer(asked, response, said?.code);
  // A handler's 404 has a code; one without is from another server.
  const isNoHandler = status === 404 && said === undefined;
  return new ServiceApiError(message, { ...facts, hint, ...(isNoHandler && { code: "handler_not_found" }) });
}
