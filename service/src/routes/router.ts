import { header, readCorrelationId, ServiceApiError } from "@service/sdk/protocol";
import { Hono, type Context } from "hono";
import type { OpenRoute } from "./open-route.js";
import { workspaceOfKey, type Call, type Route } from "./route.js";
import { publicAnswers } from "./public.js";
import { forbidden, notFound } from "../sessions/api-failure.js";
import type { ApiKeyRecord } from "../store/records.js";
import type { Span } from "../operate/tracing.js";
import type { World } from "../world.js";
import { errorAnswer, failureOf } from "../http/answers.js";
import { limitBody } from "../http/request-body.js";
import { authenticate } from "../http/authenticate.js";

/** Facts about a request's connection. */
export interface Connection {
  /** The client's address; limits for callers without a key apply per address. */
  readonly remoteAddress?: string | undefined;
}

type Handle = (request: Request, connection?: Connection) => Promise<Response>;
type Env = { Bindings: Connection };

/**
 * Checks each request in one order: who is asking, also on routes that do not exist; then whether the route exists,
 * takes the method and admits the key. Each open route checks its own callers. Failures get the one
 * error body.
 */
export function createRouter(world: World, routes: readonly Route[], openRoutes: readonly OpenRoute[]): Handle {
  const app = new Hono<Env>();
  for (const path of Object.keys(publicAnswers)) app.all(path, refuseWrite);
  for (const path of new Set(openRoutes.map((route) => route.path))) {
    const atPath = openRoutes.filter((route) => route.path === path);
    app.all(path, async (context) => {
      const { req, env } = context;
      named(path, context);
      return routeFor(atPath, req.method).handle({
        world,
        request: req.raw,
        query: new URL(req.url).searchParams,
        param: (name) => req.param(name) ?? "",
        remoteAddress: env.remoteAddress ?? null,
      });
    });
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const atPath = routes.filter((route) => route.path === path);
    app.all(path, (context) => {
      named(path, context);
      return dispatch(world, atPath, context);
    });
  }
  app.all("*", async ({ req }) => {
    await authenticate(world, req.raw);
    throw notFound(
      `There is no route ${new URL(req.url).pathname} in this service. docs/http-api.md lists the routes.`,
    );
  });
  app.onError((error, { req }) => {
    const failure = failureOf(error);
    // A refusal of the store that the caller caused, such as a cursor of another session, is no fault of the service.
    if (failure !== error && failure.status >= 500) world.onError(error, factsOf(req.raw));
    return errorAnswer(failure, correlationId(req.raw));
  });

  const places = new WeakMap<
    Request,
    { readonly route: string; readonly workspaceId?: string; readonly sessionId?: string }
  >();
  function named(route: string, { req }: Context<Env>): void {
    const [workspaceId, sessionId] = [idOf(req.param("workspaceId")), idOf(req.param("sessionId"))];
    places.set(req.raw, { route, ...(workspaceId && { workspaceId }), ...(sessionId && { sessionId }) });
  }

  function factsOf(request: Request) {
    const { pathname } = new URL(request.url);
    const route = Object.hasOwn(publicAnswers, pathname) ? pathname : "other";
    const method = knownMethod(request.method);
    return { requestId: correlationId(request), method, route, ...places.get(request), ...callers.get(request) };
  }

  function note(request: Request, status: number, began: number): void {
    const facts = { ...factsOf(request), status, ms: world.clock.now() - began };
    world.metrics?.request(facts);
    const isProbe = unlogged.has(facts.route);
    world.log[isProbe ? "debug" : status >= 500 ? "warn" : "info"](facts, "request");
  }

  const ids = new WeakMap<Request, string>();
  function correlationId(request: Request): string {
    const known = ids.get(request) ?? readCorrelationId(request.headers) ?? world.newId();
    ids.set(request, known);
    return known;
  }

  return (request, connection = {}) =>
    world.tracing.span(knownMethod(request.method), {}, (span) => answer(request, connection, span), request.headers);

  async function answer(request: Request, connection: Connection, span: Span): Promise<Response> {
    const began = world.clock.now();
    limitBody(request, world.settings.maxBodyBytes);
    const isRead = request.method === "GET" || request.method === "HEAD";
    const open = isRead ? publicAnswers[new URL(request.url).pathname] : undefined;
    const answered = open === undefined ? await app.fetch(request, connection) : open(world);
    const response = request.method === "HEAD" ? withoutBody(answered) : answered;
    response.headers.set(header.correlationId, correlationId(request));
    note(request, response.status, began);
    describe(span, request, response.status);
    return response;
  }

  function describe(span: Span, request: Request, status: number): void {
    const { requestId, method, route, workspaceId, sessionId } = { ...factsOf(request), ...places.get(request) };
    span.rename(`${method} ${route}`);
    span.set({
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": status,
      "service.request_id": requestId,
      ...(workspaceId && { "service.workspace_id": workspaceId }),
      ...(sessionId && { "service.session_id": sessionId }),
    });
    if (status >= 500) span.fail(String(status));
  }
}

/** Requested every few seconds by probes. */
const unlogged: ReadonlySet<string> = new Set(["/livez", "/readyz", "/healthz", "/metrics"]);

/** The id of a request's key. */
const callers = new WeakMap<Request, { readonly keyId: string }>();

/** A path may contain any text of the caller. */
function idOf(given: string | undefined): string | undefined {
  return given !== undefined && /^[0-9a-f-]{36}$/i.test(given) ? given : undefined;
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Clients may send any method, and each value would create another time series. */
function knownMethod(method: string): string {
  return methods.has(method) ? method : "other";
}

async function dispatch(world: World, routes: readonly Route[], context: Context<Env>): Promise<Response> {
  const { req } = context;
  const place = { workspaceId: req.param("workspaceId"), sessionId: req.param("sessionId") };
  const { key, ...found } = await authenticate(world, req.raw, place);
  callers.set(req.raw, { keyId: key.id });
  const route = routeFor(routes, req.method);
  assertAdmitted(route, key);
  const call: Call = {
    world,
    request: req.raw,
    query: new URL(req.url).searchParams,
    param: (name) => context.req.param(name) ?? "",
    key,
    found,
  };
  return route.handle(call);
}

/** @throws {ServiceApiError} 403 for a read-only key on a write, and for a workspace's key outside of workspaces. */
function assertAdmitted(route: Route, key: ApiKeyRecord): void {
  if (workspaceOfKey(key) !== null && route.admitsWorkspaceKeys !== true) {
    throw forbidden("The key is one workspace's. Use a key of the organization for this.");
  }
  if (route.access !== "read" && key.access === "read") {
    throw forbidden("The key is read-only. Use a full key of the organization for this.");
  }
}

/** @throws {ServiceApiError} 405 with the methods that the path takes. */
function routeFor<T extends Pick<OpenRoute, "method" | "takesHead">>(atPath: readonly T[], method: string): T {
  const route = atPath.find((entry) => methodsOf(entry).includes(method));
  if (route !== undefined) return route;
  throw methodNotAllowed(atPath.flatMap(methodsOf), method);
}

function methodsOf({ method, takesHead }: Pick<OpenRoute, "method" | "takesHead">): readonly string[] {
  return takesHead ? [method, "HEAD"] : [method];
}

/** HTTP allows no content in a response to HEAD. A server of the host's own may send what it is given. */
function withoutBody(response: Response): Response {
  void response.body?.cancel().catch(() => undefined);
  return new Response(null, response);
}

/** For public answers, whose GET and HEAD are answered before the router. */
function refuseWrite({ req }: Context<Env>): never {
  throw methodNotAllowed(["GET", "HEAD"], req.method);
}

function methodNotAllowed(methods: readonly string[], method: string): ServiceApiError {
  const allow = methods.join(", ");
  const message = `The route takes ${allow}, not ${method}.`;
  return new ServiceApiError(message, { status: 405, code: "method_not_allowed", details: { allow } });
}
