/** A request on to the service, and its answer back without anything that is not the browser's. */
import { readErrorBody } from "../protocol/api-error.js";
import { pageHeaderPrefix } from "../protocol/headers.js";
import { isRecord } from "../protocol/read-fields.js";
import { actorOf } from "./authorize.js";
import type { Body } from "./bodies.js";
import type { Passage } from "./passage.js";

interface Changes {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export function send(passage: Passage, { query, body }: Changes = {}): Promise<Response> {
  const { service, request, context } = passage;
  return service.forward({
    method: request.method,
    path: upstreamPath(passage, query),
    signal: request.signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // Reads too: a draft is one person's.
    actor: actorOf(service.source, context),
  });
}

function upstreamPath({ route, ids, context, request }: Passage, extra: Readonly<Record<string, string>> = {}): string {
  const named: Readonly<Record<string, string>> = { ...ids, workspaceId: context.workspaceId };
  const path = route.path.replaceAll(/:(\w+)/g, (_part, name: string) => encodeURIComponent(named[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of new URL(request.url).searchParams) {
    if (route.query?.includes(name)) search.append(name, value);
  }
  for (const [name, value] of Object.entries(extra)) search.set(name, value);
  const text = search.toString();
  return `/v1/${path}${text === "" ? "" : `?${text}`}`;
}

/** Every success is 200, and of the headers only those that describe a page pass. */
export async function passBack(passage: Passage, answer: Response): Promise<Response> {
  const text = await answer.text();
  if (answer.ok) return respond(passage, answer, text);
  passage.visit.note({ code: errorCode(text) });
  return respond(passage, answer, passage.hide(text));
}

export async function changed(passage: Passage, answer: Response, change: (value: Body) => Body): Promise<Response> {
  if (!answer.ok) return passBack(passage, answer);
  const value: unknown = await answer.json();
  return respond(passage, answer, JSON.stringify(isRecord(value) ? change(value) : value));
}

/** What the service calls its refusal, for the host's log. */
export function errorCode(text: string): string | null {
  try {
    return readErrorBody(JSON.parse(text))?.code ?? null;
  } catch {
    return null;
  }
}

/** Some servers name the facts of a page without the common prefix. */
const passedHeaders = [
  "content-type retry-after x-service-event-mode x-service-event-direction",
  "x-service-payload-mode x-service-forensic-exact x-service-covered-first x-service-covered-last",
  "x-service-truncated-by x-service-has-more x-service-next-after x-service-next-before",
].flatMap((names) => names.split(" "));

export function respond({ headers }: Passage, answer: Response, text: string): Response {
  const passed = new Headers(headers);
  for (const [name, value] of answer.headers) {
    if (passedHeaders.includes(name) || name.startsWith(pageHeaderPrefix)) passed.set(name, value);
  }
  passed.set("cache-control", "no-store");
  return new Response(text, { status: answer.ok ? 200 : answer.status, headers: passed });
}
