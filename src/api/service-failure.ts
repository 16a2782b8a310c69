/** The errors of requests to the session API, in words for their reader: a backend with a key, or a person on a page. */
import { failureFacts, readErrorBody, ServiceApiError, type ApiErrorFacts } from "../wire/protocol/api-error.js";
import { faultWords, tookTooLong, wentWrong } from "../wire/protocol/fault-words.js";
import { header } from "../wire/protocol/headers.js";
import { hintOnAnswer, hintOnSilence, type PageRequest } from "../wire/protocol/page-hint.js";

/** Context for an error: the connection; the same object for all its requests. */
export interface FailedContext {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly timeoutMs: number;
}

interface FailedRequest {
  readonly method: string;
  readonly path: string;
}

/** A page's request to the host's proxy. */
export function asking(context: FailedContext, { method, path }: FailedRequest): PageRequest {
  return { door: "proxy", method, url: context.baseUrl + path, hasAnswered: answering.has(context) };
}

/** Contexts of pages whose proxy has answered a request. */
export const answering = new WeakSet<FailedContext>();

/** An error whose words fit its reader: a backend with a key reads them itself, a page shows them to a person. */
export function fault(
  { apiKey }: FailedContext,
  words: string,
  hint: () => string | undefined,
  facts: ApiErrorFacts,
): ServiceApiError {
  if (apiKey !== undefined) return new ServiceApiError(words, facts);
  return new ServiceApiError(facts.code === "response_malformed" ? wentWrong : faultWords(facts.status), {
    ...facts,
    hint: hint(),
  });
}

/** The error of an answer to this context's request. */
export async function failureOf(
  response: Response,
  context: FailedContext,
  request: FailedRequest,
): Promise<ServiceApiError> {
  const { status } = response;
  if (context.apiKey !== undefined) {
    const error = await answeredError(response, request, true);
    if (error.code !== "response_malformed" || !context.baseUrl.endsWith("/v1")) return error;
    const { code, retryable, outcomeUnknown } = error;
    const facts = { status, code, retryable, outcomeUnknown, requestId: error.requestId, cause: error };
    return new ServiceApiError(`${error.message} Remove /v1 from the end of \`baseUrl\`.`, facts);
  }
  const body = await readErrorJson(response);
  const said = readErrorBody(body);
  const { message = faultWords(status), ...facts } = failureFacts(response, body, isWrite(request));
  const requestId = facts.requestId ?? response.headers.get(header.correlationId) ?? undefined;
  const hint = hintOnAnswer(asking(context, request), response, said?.code);
  // The proxy's errors have codes; a 404 without a code is from another server.
  const isNoProxy = status === 404 && said === undefined;
  return new ServiceApiError(message, { ...facts, requestId, hint, ...(isNoProxy && { code: "handler_not_found" }) });
}

/**
 * The error of a response with a failure status.
 *
 * @param isDirect whether the request went to the service itself: then a 404 without an error body is
 *   `response_malformed`, as a page of an intermediary proves nothing about the resource.
 */
export async function answeredError(
  response: Response,
  request: FailedRequest,
  isDirect: boolean,
): Promise<ServiceApiError> {
  const { status } = response;
  const body = await readErrorJson(response);
  const { message = `${request.method} ${request.path} was answered with ${status}.`, ...facts } = failureFacts(
    response,
    body,
    isWrite(request),
  );
  const requestId = facts.requestId ?? response.headers.get(header.correlationId) ?? undefined;
  const isNoService = isDirect && status === 404 && readErrorBody(body) === undefined;
  return new ServiceApiError(message, { ...facts, requestId, ...(isNoService && { code: "response_malformed" }) });
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

export function lostConnection(context: FailedContext, request: FailedRequest, cause: unknown): ServiceApiError {
  const write = isWrite(request);
  const remedy = write ? "It may have happened; try again with the same clientEventId." : "Try again.";
  const words = `${request.method} ${request.path} lost its connection. ${remedy}`;
  const facts = { status: 0, code: "network_error", retryable: true, outcomeUnknown: write, cause };
  return fault(context, words, () => hintOnSilence(asking(context, request)), facts);
}

export function timedOut(context: FailedContext, request: FailedRequest): ServiceApiError {
  const words = `${request.method} ${request.path} was not answered within ${context.timeoutMs} ms.`;
  const facts = { code: "request_timeout", retryable: true, outcomeUnknown: isWrite(request) };
  if (context.apiKey === undefined) return new ServiceApiError(tookTooLong, { ...facts, status: 0, hint: words });
  return new ServiceApiError(`${words} Try again, a write with the same clientEventId.`, { ...facts, status: 0 });
}

export function isWrite(request: { readonly method: string }): boolean {
  return request.method !== "GET";
}
