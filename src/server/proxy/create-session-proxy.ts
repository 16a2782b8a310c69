/**
 * The authenticated proxy between a browser's `ServiceClient` and the service, as one Request → Response function.
 *
 * The organization's key is added here and never leaves; the workspace is the one the host resolved, whatever the
 * browser requests. Checks are in the order of `protocol.md` §10.2, so that a refusal reveals no more than it must.
 */
import { withOrigins } from "../gate/cors.js";
import { callHook } from "../gate/host-fault.js";
import { assertSameIdentity, identityAnswer, nameCaller, resolutionDigest, whoAsks } from "../gate/identity-answer.js";
import { defaultBodyLimit, defaultBodyTimeout, lazyBody, type LazyBody } from "../gate/lazy-body.js";
import type { LimitedRequest } from "../gate/limiter.js";
import { assertJsonType, deepestBody, parseBody } from "../gate/parse-body.js";
import { createVisit, type Visit } from "../gate/visit.js";
import { isSamePerson } from "../gate/watch-person.js";
import { inWorkspace } from "../gate/in-workspace.js";
import { answerWithoutAdapter } from "../gate/web-request.js";
import { assertOwnWrite, checkDoorOptions } from "../gate/write-guard.js";
import { isNotFound } from "../../wire/protocol/api-error.js";
import { isRecord } from "../../wire/protocol/read-fields.js";
import { assertAdmin, assertSession, checkResolution, isOwnSession } from "./authorize.js";
import { sessionNotFound, userRequired } from "./authorize.js";
import type { Body } from "./bodies.js";
import { answerRoute } from "./pass-on.js";
import type { Passage } from "./passage.js";
import { givenUp, noRoute, proxyError, ProxyRefusal, proxyErrorAnswer } from "./proxy-error.js";
import type { ProxyContext, SessionProxyOptions } from "./proxy-options.js";
import type { ProxyRoute } from "./proxy-route.js";
import { adviceOnRoute, segmentsOf } from "./requested-route.js";
import { matchRoute, type MatchedRoute } from "./route-table.js";
import { correlated, type ProxyUpstream } from "./upstream.js";

/** Answers every request of a mounted session proxy. */
export type SessionProxy = (request: Request) => Promise<Response>;

/**
 * Makes the proxy. It never throws: a failure is a response.
 *
 * @throws {TypeError} when `resolve` is missing, `origins` contains a value that no browser sends, or a time is not
 *   above 0.
 *
 * @example
 * const proxy = createSessionProxy(service, { resolve: async (request) => {
 *   const user = await verify(request);
 *   return user ? { tenant: user.tenant, user: user.id } : new Response(null, { status: 401 });
 * }});
 */
export function createSessionProxy(service: ProxyUpstream, options: SessionProxyOptions): SessionProxy {
  checkDoorOptions("createSessionProxy", options);
  const { maxBodyBytes: limit = defaultBodyLimit, bodyTimeoutMs: timeoutMs = defaultBodyTimeout } = options;
  return withOrigins(options, async (request, ...further) => {
    const refused = answerWithoutAdapter("createSessionProxy", request, further);
    if (refused) return refused;
    const lazy = lazyBody(request, { limit, timeoutMs, clock: service.clock });
    const visit = createVisit("proxy", request, service, options);
    const { headers } = visit;
    const upstream = correlated(service, visit.upstreamHeaders);
    try {
      return visit.answered(await answer({ service: upstream, options, request, visit, headers, lazy }));
    } catch (thrown) {
      const error = lazy.failure ?? thrown;
      const told = request.signal.aborted ? givenUp : proxyError(error, request.method);
      visit.report(error, told.status);
      return visit.answered(proxyErrorAnswer(told, headers), told.code);
    }
  });
}

interface ProxyRequest {
  readonly service: ProxyUpstream;
  readonly options: SessionProxyOptions;
  readonly request: Request;
  readonly visit: Visit;
  /** Headers of every response: the visit's. */
  readonly headers: Headers;
  readonly lazy: LazyBody;
}

interface AdmittedRequest extends ProxyRequest {
  readonly matched: MatchedRoute;
  /** The digest of the person. */
  readonly digest: string;
  /** Asks the host again who is signed in. */
  readonly resolve: () => Promise<unknown>;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

async function answer(proxy: ProxyRequest): Promise<Response> {
  const { service, options, request, visit, headers, lazy } = proxy;
  if (!methods.includes(request.method)) {
    headers.set("allow", methods.join(", "));
    throw new ProxyRefusal(405, "method_not_allowed", `This proxy takes ${methods.join(", ")}.`);
  }
  const asked = findRoute(request, options);
  const isIdentityRoute = isIdentityRequest(request, options.basePath);
  visit.note(isIdentityRoute ? { route: "identity" } : noteOf(asked));
  // No hook may receive more of a body than the limit, and the bytes of a file are not stored.
  const copy = () => (asked?.route.streams ? withoutBody(request) : lazy.copy());
  const resolve = () => callHook("resolve", () => options.resolve(copy()));
  const resolved = await resolve();
  if (resolved instanceof Response) return resolved;
  const resolution = checkResolution(resolved);
  const digest = await resolutionDigest(service, resolution);
  const who = whoAsks(resolution);
  nameCaller(headers, digest, who, options.development);
  visit.note(who);
  const { user } = resolution;
  if (user === undefined) throw userRequired();
  if (isIdentityRoute) return identityAnswer(headers, digest, who, options.development);
  const matched = asked ?? noRoute(adviceOnRoute(request, options));
  if (request.method !== "GET") {
    await assertOwnWrite(request, options, copy);
    assertSameIdentity(request, digest);
  }
  if (!matched.route.counts) await visit.admit({ person: digest, ...shareOf(matched.route) });
  return inWorkspace(service, resolution, async (workspaceId) => {
    visit.note({ workspaceId });
    assertNamedWorkspace(matched, workspaceId);
    const context = { request: copy(), workspaceId, user, resolution };
    return answerIn(context, { ...proxy, matched, digest, resolve });
  });
}

/** Answers a request of a person who may make it, in their workspace. */
async function answerIn(context: ProxyContext, proxy: AdmittedRequest): Promise<Response> {
  const { matched, digest, resolve, request, visit, lazy } = proxy;
  const { resolution } = context;
  if (matched.route.role === "admin") assertAdmin(resolution);
  matched.route.check?.(new URL(request.url).searchParams);
  const { sessionId } = matched.ids;
  const open = (id: string) => openSession(proxy, context, id);
  if (sessionId !== undefined) await openNamed(proxy, context, sessionId, matched.route);
  const { body: reads, special } = matched.route;
  const body = reads || special === "create" ? await readObject(request, lazy) : {};
  const { counts } = matched.route;
  if (counts) await visit.admit({ person: digest, ...shareOf(matched.route), isWrite: counts(body) });
  const isStill = async () => {
    const again = await resolve();
    if (again instanceof Response || !isSamePerson(resolution, checkResolution(again))) return false;
    return sessionId === undefined || mayStillOpen(open(sessionId), request);
  };
  const passage: Passage = { ...proxy, ...matched, context, body, isStill, openSession: open };
  return answerRoute(passage);
}

function noteOf(asked: MatchedRoute | undefined) {
  return asked ? { route: asked.route.path, ...idsOf(asked) } : {};
}

function idsOf({ ids }: MatchedRoute): { readonly sessionId: string | null; readonly turnId: string | null } {
  return { sessionId: ids["sessionId"] ?? null, turnId: ids["turnId"] ?? null };
}

/** A route's use of a person's share. */
function shareOf(route: ProxyRoute): Omit<LimitedRequest, "person"> {
  const isRead = route.method === "GET";
  return { isWrite: !isRead && route.uncounted !== true, isStream: route.special === "stream", isRead };
}

/** The row of this request; undefined when there is none, which is reported only to signed-in people. */
function findRoute(request: Request, options: SessionProxyOptions): MatchedRoute | undefined {
  const segments = segmentsOf(new URL(request.url).pathname, options.basePath);
  const matched = segments && matchRoute(request.method, segments);
  return matched && (matched.route.enabled?.(options) ?? true) ? matched : undefined;
}

/** Whether the request is `GET identity`, right under the mount. */
function isIdentityRequest({ url, method }: Request, basePath: string | undefined): boolean {
  if (method !== "GET") return false;
  const path = new URL(url).pathname;
  if (basePath === undefined) return path.endsWith("/identity") && !path.includes("/v1/");
  return path === `${basePath.replace(/\/+$/, "")}/identity`;
}

function assertNamedWorkspace({ ids }: MatchedRoute, workspaceId: string): void {
  const asked = ids["workspaceId"] ?? "current";
  if (asked === "current" || asked === workspaceId) return;
  throw new ProxyRefusal(403, "workspace_not_allowed", "This workspace is not the signed-in user's.");
}

/**
 * Opens the session that the path names.
 *
 * @throws {ProxyRefusal} (404) `session_not_found`; (403) `role_required` where the route needs the person's own.
 */
async function openNamed(
  proxy: ProxyRequest,
  context: ProxyContext,
  sessionId: string,
  { ownSession = false }: MatchedRoute["route"],
): Promise<void> {
  await openSession(proxy, context, sessionId);
  if (!ownSession) return;
  const { service } = proxy;
  const session = await service.client.getSession({ sessionId, workspaceId: context.workspaceId });
  if (!(await isOwnSession(session, context, service.source))) assertAdmin(context.resolution);
}

async function openSession(
  { service, options, request }: ProxyRequest,
  context: ProxyContext,
  sessionId: string,
): Promise<void> {
  const { signal } = request;
  try {
    const session = await service.client.getSession({ sessionId, workspaceId: context.workspaceId }, { signal });
    await assertSession(session, context, service, options);
  } catch (error) {
    throw isNotFound(error) ? sessionNotFound() : error;
  }
}

/** Whether `opening` succeeded. @throws an error of the host or the service that prevented the check. */
async function mayStillOpen(opening: Promise<void>, { signal }: Request): Promise<boolean> {
  try {
    await opening;
    return true;
  } catch (error) {
    // A client that has disconnected needs no report.
    if (signal.aborted || [403, 404].includes(proxyError(error).status)) return false;
    throw error;
  }
}

function withoutBody({ url, method, headers, signal }: Request): Request {
  return new Request(url, { method, headers, signal });
}

/** @throws {DoorRefusal} 415 for another type. @throws {ProxyRefusal} 400 when the body is no JSON object. */
async function readObject(request: Request, lazy: LazyBody): Promise<Body> {
  assertJsonType(request);
  const value = parsed(await lazy.bytes());
  if (isRecord(value)) return value;
  throw new ProxyRefusal(400, "invalid_body", `The body is no JSON object of at most ${deepestBody} levels.`);
}

function parsed(bytes: Uint8Array | undefined): unknown {
  try {
    return parseBody(bytes);
  } catch {
    return undefined;
  }
}
