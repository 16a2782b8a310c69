/** Passes an allowed request on to the service, and its answer back without anything that is not the browser's. */
import { uuidV5 } from "../protocol/conversation-session.js";
import { pageHeaderPrefix } from "../protocol/headers.js";
import { isRecord } from "../protocol/read-fields.js";
import { actorOf } from "./authorize.js";
import { createInput, type Body } from "./bodies.js";
import type { Passage } from "./passage.js";
import { ProxyRefusal } from "./proxy-error.js";
import type { ProxyRoute } from "./route-table.js";
import { streamEvents } from "./stream-events.js";

export async function answerRoute(passage: Passage): Promise<Response> {
  const { special } = passage.route;
  return special === undefined ? passBack(passage, await send(passage)) : specials[special](passage);
}

const specials: Record<NonNullable<ProxyRoute["special"]>, (passage: Passage) => Promise<Response>> = {
  stream: streamEvents,
  create: createSession,
  list: listSessions,
  config: async (passage) => changed(passage, await send(passage), (config) => ({ ...config, sandboxFiles: false })),
};

/** Makes the session the user's own, whatever the host's hook says of it. */
async function createSession(passage: Passage): Promise<Response> {
  const { service, options, context, body } = passage;
  const asked = createInput(body);
  const completed = (await options.createSession?.(asked, context)) ?? {};
  if (completed instanceof Response) return completed;
  const input = { ...asked, ...(await ownKey(passage, asked.idempotencyKey)) };
  const agentAccess = completed.agentAccess ?? "session";
  const whole = {
    ...input,
    ...completed,
    agentAccess,
    memoryScope: completed.memoryScope ?? agentAccess,
    endUser: { source: service.source, id: context.user },
  };
  return passBack(passage, await send(passage, { body: whole }));
}

const keyNamespace = "b8f0a1a7-3c7e-4f0b-8a52-6d1f0c9e4b73";

/**
 * The user's key among everybody's: the service knows keys by workspace, so as it came one would meet another user's
 * session, or take the place of a conversation that is yet to begin.
 */
async function ownKey({ service, context }: Passage, key: string | undefined): Promise<{ idempotencyKey?: string }> {
  if (key === undefined) return {};
  const id = await uuidV5(JSON.stringify([service.source, context.user, key]), keyNamespace);
  return { idempotencyKey: `proxy:${id}` };
}

/** Lists the user's own sessions. What others pinned is not theirs to see. */
async function listSessions(passage: Passage): Promise<Response> {
  const { service, context } = passage;
  const own = { endUserSource: service.source, endUserId: context.user };
  return changed(passage, await send(passage, { query: own }), (page) => ({ ...page, pinned: [] }));
}

interface Changes {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function send(passage: Passage, { query, body }: Changes = {}): Promise<Response> {
  const { service, request, route, context } = passage;
  const isWrite = request.method !== "GET";
  const passed = isWrite ? (body ?? route.body?.(passage.body)) : undefined;
  if (isWrite && passed === undefined) throw new ProxyRefusal(404, "route_not_allowed", "There is no such route.");
  return service.forward({
    method: request.method,
    path: upstreamPath(passage, query),
    signal: request.signal,
    ...(isWrite && { body: JSON.stringify(passed), actor: actorOf(service.source, context) }),
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
async function passBack(passage: Passage, answer: Response): Promise<Response> {
  const text = await answer.text();
  return respond(passage, answer, answer.ok ? text : passage.hide(text));
}

async function changed(passage: Passage, answer: Response, change: (value: Body) => Body): Promise<Response> {
  if (!answer.ok) return passBack(passage, answer);
  const value: unknown = await answer.json();
  return respond(passage, answer, JSON.stringify(isRecord(value) ? change(value) : value));
}

/** Some servers name the facts of a page without the common prefix. */
const passedHeaders = [
  "content-type retry-after x-service-correlation-id x-service-event-mode x-service-event-direction",
  "x-service-payload-mode x-service-forensic-exact x-service-covered-first x-service-covered-last",
  "x-service-truncated-by x-service-has-more x-service-next-after x-service-next-before",
].flatMap((names) => names.split(" "));

function respond({ headers }: Passage, answer: Response, text: string): Response {
  const passed = new Headers(headers);
  for (const [name, value] of answer.headers) {
    if (passedHeaders.includes(name) || name.startsWith(pageHeaderPrefix)) passed.set(name, value);
  }
  passed.set("cache-control", "no-store");
  return new Response(text, { status: answer.ok ? 200 : answer.status, headers: passed });
}
