/** The errors of requests, in words for their reader: a backend's developer, or a person on a page. */
import { isServiceError } from "../../foundation/base-error.js";
import { failureFacts, readErrorBody, ServiceApiError, type ApiErrorFacts } from "../protocol/api-error.js";
import { faultWords, tookTooLong, wentWrong } from "../protocol/fault-words.js";
import { header } from "../protocol/headers.js";
import { hintOnAnswer, hintOnHeaders, hintOnSilence, type PageRequest } from "../protocol/page-hint.js";

/** The request that failed. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly url: string;
  /** Only of a request from a page: a person reads its errors, and its developer the hint. */
  readonly page?: PageRequest | undefined;
}

type NamedRequest = Pick<Asked, "method" | "path" | "page">;
type Hint = (page: PageRequest) => string | undefined;

function fault(
  { page }: NamedRequest,
  words: string,
  forPeople: string,
  hint: Hint,
  facts: ApiErrorFacts,
): ServiceApiError {
  if (!page) return new ServiceApiError(words, facts);
  return new ServiceApiError(forPeople, { ...facts, hint: hint(page) });
}

/**
 * The error of a response with a failure status. A 404 without an error body is from another server, such as an
 * intermediary, and proves nothing about the resource.
 */
export async function answeredError(response: Response, asked: NamedRequest, baseUrl = ""): Promise<ServiceApiError> {
  const { method, path, page } = asked;
  const { status } = response;
  const body = await readErrorJson(response);
  const said = readErrorBody(body);
  const { message, ...known } = failureFacts(response, body, isWrite(asked));
  const isStranger = status === 404 && said === undefined;
  const requestId = known.requestId ?? response.headers.get(header.correlationId) ?? undefined;
  const facts = {
    ...known,
    requestId,
    ...(isStranger && { code: page ? "handler_not_found" : "response_malformed" }),
  };
  const words = message ?? `${method} ${path} was answered with ${status}.`;
  const remedy =
    facts.code === "response_malformed" && baseUrl.endsWith("/v1") ? " Remove /v1 from the end of `baseUrl`." : "";
  return fault(
    asked,
    words + remedy,
    message ?? faultWords(status),
    () => page && hintOnAnswer(page, response, said?.code),
    facts,
  );
}

/** @param hasAnswered whether the response broke off, and something did answer */
export function lostConnection(asked: NamedRequest, cause: unknown, hasAnswered = false): unknown {
  // An error of our own fetch is not a network failure.
  if (isServiceError(cause)) return cause;
  const outcomeUnknown = isWrite(asked);
  const remedy = outcomeUnknown ? "It may have happened; try again with the same clientEventId." : "Try again.";
  const words = `${asked.method} ${asked.path} lost its connection. ${remedy}`;
  const facts = { status: 0, code: "network_error", outcomeUnknown, cause };
  return fault(asked, words, faultWords(0), (page) => (hasAnswered ? undefined : hintOnSilence(page)), facts);
}

export function timedOut(asked: NamedRequest, afterMs: number): ServiceApiError {
  const words = `${asked.method} ${asked.path} was not answered within ${afterMs} ms.`;
  const facts = { status: 0, code: "request_timeout", outcomeUnknown: isWrite(asked) };
  return fault(asked, `${words} Try again, a write with the same clientEventId.`, tookTooLong, () => words, facts);
}

/** A host that cannot reach its token issuer may do so later; nothing was sent. */
export function noHeaders(asked: NamedRequest, cause: unknown): unknown {
  if (isServiceError(cause)) return cause;
  const words = `The host's headers for ${asked.method} ${asked.path} could not be made, so nothing was sent. See the cause.`;
  return fault(asked, words, faultWords(0), () => hintOnHeaders(cause), { status: 0, code: "headers_failed", cause });
}

/** An answer that neither handler nor service gives, such as the page that a single-page app answers every path with. */
export function malformed(response: Response, asked: NamedRequest, cause?: unknown): ServiceApiError {
  const { status } = response;
  const words = `${asked.method} ${asked.path} was answered with ${status} and something that is no JSON. Does this address lead to the session API?`;
  const facts = { status, code: "response_malformed", retryable: false, outcomeUnknown: isWrite(asked), cause };
  return fault(asked, words, wentWrong, (page) => hintOnAnswer(page, response, undefined), facts);
}

function isWrite({ method }: NamedRequest): boolean {
  return method !== "GET";
}

/** Longer than any error body (bytes); the rest of an intermediary's error page is not read. */
const longestError = 65_536;

async function readErrorJson(response: Response): Promise<unknown> {
  try {
    const text = await readBeginning(response);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readBeginning(response: Response): Promise<string | undefined> {
  // Some browsers give no stream.
  if (!response.body) return response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return text;
    if (text.length <= longestError) continue;
    void reader.cancel().catch(() => {});
    return undefined;
  }
}
