/** A request on to the service, and its answer back without anything that is not the browser's. */
import { isServiceError } from "../../foundation/base-error.js";
import { ServiceApiError } from "../../wire/protocol/api-error.js";
import { pageHeaderPrefix } from "../../wire/protocol/headers.js";
import { answeredError } from "../../wire/http/http-failure.js";
import { actorOf } from "./authorize.js";
import type { Passage } from "./passage.js";

interface Changes {
  /** Replaces parameters of the request; undefined removes one. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/** A success of the service. */
export interface Answered<T = unknown> {
  /** As the row's `answers` reads it. */
  readonly value: T;
  /** Unchanged; empty where the route answers without JSON. */
  readonly text: string;
  readonly headers: Headers;
}

/** @throws {ServiceApiError} what the service refused, `network_error`, `response_malformed`. */
export async function send(passage: Passage, { query, body }: Changes = {}): Promise<Answered> {
  const { service, request, context, route } = passage;
  const { method } = request;
  const path = upstreamPath(passage, query);
  const answer = await service.forward({
    method,
    path,
    signal: request.signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // Reads too: a draft is one person's.
    actor: actorOf(service.source, context),
  });
  return readAnswer(answer, { method, path }, route.answers);
}

interface Asked {
  readonly method: string;
  readonly path: string;
}

/** @throws {ServiceApiError} for a failure status, or a body that `read` rejects. */
export async function readAnswer<T>(
  answer: Response,
  asked: Asked,
  read: ((value: unknown, headers: Headers) => T) | null,
): Promise<Answered<T>> {
  const { headers } = answer;
  if (!answer.ok) throw await answeredError(answer, asked);
  if (read === null) {
    await answer.body?.cancel().catch(() => {});
    return { value: undefined as T, text: "", headers };
  }
  const type = headers.get("content-type") ?? "";
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    await answer.body?.cancel().catch(() => {});
    throw malformed(asked, answer, `is "${type}" and no JSON`);
  }
  const text = await answer.text().catch((error: unknown) => {
    throw isServiceError(error) ? error : brokenOff(asked, error);
  });
  try {
    return { value: read(JSON.parse(text), headers), text, headers };
  } catch (cause) {
    throw malformed(asked, answer, cause instanceof Error ? `cannot be read (${cause.message})` : "is no JSON", cause);
  }
}

export function malformed(asked: Asked, { status }: Response, fault: string, cause?: unknown): ServiceApiError {
  return new ServiceApiError(`The answer to ${asked.method} ${asked.path} ${fault}.`, {
    status,
    code: "response_malformed",
    retryable: false,
    outcomeUnknown: asked.method !== "GET",
    cause,
  });
}

function brokenOff({ method, path }: Asked, cause: unknown): ServiceApiError {
  return new ServiceApiError(`The answer to ${method} ${path} broke off.`, {
    status: 0,
    code: "network_error",
    retryable: true,
    outcomeUnknown: method !== "GET",
    cause,
  });
}

/** The path of a row with this request's ids in it, from the service's root. */
export function pathOf({ ids, context }: Passage, path: string): string {
  const named: Readonly<Record<string, string>> = { ...ids, workspaceId: context.workspaceId };
  return `/v1/${path.replaceAll(/:(\w+)/g, (_part, name: string) => encodeURIComponent(named[name] ?? ""))}`;
}

function upstreamPath(passage: Passage, changes: Changes["query"] = {}): string {
  const { route, request } = passage;
  const path = pathOf(passage, route.path);
  const search = new URLSearchParams();
  for (const [name, value] of new URL(request.url).searchParams) {
    if (route.query?.includes(name)) search.append(name, value);
  }
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) search.delete(name);
    else search.set(name, value);
  }
  const text = search.toString();
  return `${path}${text === "" ? "" : `?${text}`}`;
}

/** The facts of a page, under the common prefix; some servers name them without it (`protocol.md` §4.2). */
const pageFacts = [
  "event-mode event-direction direction payload-mode bytes max-bytes truncated truncated-by forensic-exact",
  "covered-first covered-last has-more next-after next-before next-cursor",
].flatMap((names) => names.split(" "));
const passedHeaders = pageFacts.flatMap((name) => [`${pageHeaderPrefix}${name}`, `x-service-${name}`]);

/** Every success is 200. Only headers that describe a page pass, and only as numbers or words. */
export function respond({ headers }: Passage, answer: Pick<Answered, "headers">, text: string): Response {
  const passed = new Headers(headers);
  for (const name of passedHeaders) {
    const value = answer.headers.get(name);
    if (value !== null && /^(?:\d{1,15}(?:\.[\w-]{8})?|[a-z_]{1,20})$/.test(value)) passed.set(name, value);
  }
  if (text !== "") passed.set("content-type", "application/json; charset=utf-8");
  passed.set("cache-control", "no-store");
  return new Response(text, { status: 200, headers: passed });
}

export const passBack = (passage: Passage, answered: Answered): Response => respond(passage, answered, answered.text);

/** The same answer with another value. */
export const passChanged = (passage: Passage, answered: Answered, value: unknown): Response =>
  respond(passage, answered, JSON.stringify(value));
