/** The errors of requests, in words for their reader: a backend's developer, or a person on a page. */
import { isServiceError } from "../../foundation/base-error.js";
import { failureFacts, readErrorBody, ServiceApiError, type ApiErrorFacts } from "../protocol/api-error.js";
import { wentWrong } from "../../foundation/persons-words.js";
import { faultWords, tookTooLong, unreachable } from "../protocol/fault-words.js";
import { header } from "../protocol/headers.js";
import { hintOnAnswer, hintOnHeaders, hintOnSilence, type PageRequest } from "../protocol/page-hint.js";

/** The request that failed. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly url: string;
  /** Only of a request from a page: a person reads its errors, and its developer the hint. */
  readonly page?: PageRequest | undefined;
  /** Only of a backend's request. */
  readonly explain?: Explain | undefined;
}

/** Puts a failure of a backend's own request into words. @param afterMs of a time-out */
export type Explain = (asked: NamedRequest, facts: ApiErrorFacts, afterMs?: number) => string;

type NamedRequest = Pick<Asked, "method" | "path" | "page" | "explain">;
type Hint = (page: PageRequest) => string | undefined;

/** An error in words for its reader. */
function fault(
  asked: NamedRequest,
  facts: ApiErrorFacts,
  forPeople: string,
  hint: Hint,
  afterMs?: number,
): ServiceApiError {
  const { page, explain } = asked;
  if (!page) return new ServiceApiError(explain?.(asked, facts, afterMs) ?? facts.code, facts);
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
  const requestId = known.requestId ?? response.headers.get(header.correlationId) ?? undefined;
  const facts = {
    ...known,
    requestId,
    ...(status === 404 && known.isForeign && { code: page ? "handler_not_found" : "response_malformed" }),
  };
  if (page) {
    return new ServiceApiError(message ?? faultWords(status), {
      ...facts,
      hint: hintOnAnswer(page, response, said?.code),
    });
  }
  const remedy =
    facts.code === "response_malformed" && baseUrl.endsWith("/v1") ? " Remove /v1 from the end of `baseUrl`." : "";
  return new ServiceApiError((message ?? `${method} ${path} was answered with ${status}.`) + remedy, facts);
}

/** @param hasAnswered whether the response broke off, and something did answer */
export function lostConnection(asked: NamedRequest, cause: unknown, hasAnswered = false): unknown {
  // An error of our own fetch is not a network failure.
  if (isServiceError(cause)) return cause;
  const facts = { status: 0, code: "network_error", outcomeUnknown: isWrite(asked), cause };
  return fault(asked, facts, unreachable, (page) => (hasAnswered ? undefined : hintOnSilence(page)));
}

/** @param wasSent whether the request may have reached the server */
export function timedOut(asked: NamedRequest, afterMs: number, wasSent = true): ServiceApiError {
  const facts = { status: 0, code: "request_timeout", outcomeUnknown: wasSent && isWrite(asked) };
  const hint: Hint = ({ method, url }) => `${method} ${url} was not answered within ${afterMs} ms.`;
  return fault(asked, facts, tookTooLong, hint, afterMs);
}

/** A host that cannot reach its token issuer may do so later; nothing was sent. */
export function noHeaders(asked: NamedRequest, cause: unknown): unknown {
  if (isServiceError(cause)) return cause;
  return fault(asked, { status: 0, code: "headers_failed", cause }, unreachable, () => hintOnHeaders(cause));
}

/** An answer that neither handler nor service gives, such as the page that a single-page app answers every path with. */
export function malformed(response: Response, asked: NamedRequest, cause?: unknown): ServiceApiError {
  const { status } = response;
  const facts = { status, code: "response_malformed", retryable: false, outcomeUnknown: isWrite(asked), cause };
  return fault(asked, facts, wentWrong, (page) => hintOnAnswer(page, response, undefined));
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
