/** CORS headers for pages of the host's listed origins. Responses to other pages have none. */
import type { OriginOptions } from "./origin.js";

type Handle = (request: Request, ...further: readonly unknown[]) => Promise<Response>;

const methods = "GET, POST, PUT, PATCH, DELETE";

/** How long (s) a browser may keep the answer to its question. */
const maxAge = 600;

/** @returns a handler that answers as `handle`, with the headers by which pages of `origins` may read it, also with cookies */
export function withOrigins({ origins = [] }: OriginOptions, handle: Handle): Handle {
  if (origins.length === 0) return handle;
  return async (request, ...further) => {
    // Something else than a web request has no such method; `handle` explains it.
    const origin = request?.headers?.get?.("origin") ?? null;
    const isListed = origin !== null && origins.includes(origin);
    const allowed = isListed
      ? { "access-control-allow-origin": origin, "access-control-allow-credentials": "true" }
      : {};
    if (isListed && isQuestion(request)) return answerQuestion(request, allowed);
    const answer = await handle(request, ...further);
    return withHeaders(answer, { ...allowed, ...(isListed && { "access-control-expose-headers": namesOf(answer) }) });
  };
}

/** Whether the browser asks if a page may send a request ("preflight"). */
function isQuestion({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("access-control-request-method");
}

function answerQuestion({ headers }: Request, allowed: Readonly<Record<string, string>>): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...allowed,
      "access-control-allow-methods": methods,
      "access-control-allow-headers": headers.get("access-control-request-headers") ?? "",
      "access-control-max-age": String(maxAge),
      vary: "origin, access-control-request-headers",
    },
  });
}

/** The headers of an answer. `date` is added by the server, and a page reads the service's clock from it. */
function namesOf({ headers }: Response): string {
  return [...headers.keys(), "date"].join(", ");
}

function withHeaders(answer: Response, added: Readonly<Record<string, string>>): Response {
  const open = isOpen(answer.headers) ? answer : new Response(answer.body, answer);
  for (const [name, value] of Object.entries(added)) open.headers.set(name, value);
  open.headers.append("vary", "origin");
  return open;
}

/** Whether headers can be changed. Those of an answer that the host's `resolve` fetched cannot. */
function isOpen(headers: Headers): boolean {
  try {
    headers.delete("access-control-allow-origin");
    return true;
  } catch {
    return false;
  }
}
