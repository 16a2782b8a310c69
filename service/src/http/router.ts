import { header, readCorrelationId, ServiceApiError } from "@service/sdk/protocol";
import { Hono, type Context } from "hono";
import type { Call, Route } from "../routes/route.js";
import { publicAnswers } from "../routes/public.js";
import { forbidden, notFound } from "../sessions/api-failure.js";
import type { World } from "../world.js";
import { errorAnswer } from "./answers.js";
import { authenticate } from "./authenticate.js";

/**
 * Puts routes behind one door: who is asking comes first, on routes that are not there too; then whether the route is
 * there, takes the method, and admits the key. Failures get the one error body.
 */
export function createRouter(world: World, routes: readonly Route[]): (request: Request) => Promise<Response> {
  const app = new Hono();
  for (const path of new Set(routes.map((route) => route.path))) {
    const atPath = routes.filter((route) => route.path === path);
    app.all(path, (context) => dispatch(world, atPath, context));
  }
  app.all("*", async ({ req }) => {
    await authenticate(world, req.raw);
    throw notFound(
      `There is no route ${new URL(req.url).pathname} in this service. docs/http-api.md lists the routes.`,
    );
  });
  app.onError((error, { req }) => {
    if (!(error instanceof ServiceApiError)) world.onError(error);
    return errorAnswer(error, correlationId(req.raw));
  });

  const ids = new WeakMap<Request, string>();
  function correlationId(request: Request): string {
    const known = ids.get(request) ?? readCorrelationId(request.headers) ?? world.newId();
    ids.set(request, known);
    return known;
  }

  return async (request) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const open = isRead ? publicAnswers[new URL(request.url).pathname] : undefined;
    const answer = open === undefined ? await app.fetch(request) : open(world);
    answer.headers.set(header.correlationId, correlationId(request));
    return answer;
  };
}

async function dispatch(world: World, routes: readonly Route[], context: Context): Promise<Response> {
  const { req } = context;
  const key = await authenticate(world, req.raw);
  const route = routes.find((entry) => entry.method === req.method);
  if (route === undefined) {
    const allow = routes.map((entry) => entry.method).join(", ");
    throw new ServiceApiError(`The route takes ${allow}, not ${req.method}.`, {
      status: 405,
      code: "method_not_allowed",
      details: { allow },
    });
  }
  if (route.access === "write" && key.access === "read") {
    throw forbidden("The key is read-only. Use a full key of the organization for this.");
  }
  const call: Call = {
    world,
    request: req.raw,
    query: new URL(req.url).searchParams,
    param: (name) => context.req.param(name) ?? "",
    key,
  };
  return route.handle(call);
}
