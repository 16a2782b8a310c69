/** Recognises a handler that a server mounted without its adapter, so that the developer reads which line to change. */
import { ServiceError } from "../../foundation/base-error.js";
import { serviceErrorWords } from "../../wire/protocol/service-errors.js";

/** The makers of handlers, with the name that their documentation gives the handler. */
const handlerNames = { createChatHandler: "chat", createSessionProxy: "proxy" } as const;

/**
 * Undefined for a web `Request`. Else the mistake is logged once on the console and, where the server passed a Node
 * response, answered.
 *
 * @throws {ServiceError} with code `not_a_request` where there is no response to answer with.
 */
export function answerWithoutAdapter(
  maker: keyof typeof handlerNames,
  request: unknown,
  further: readonly unknown[],
): Response | undefined {
  if (isWebRequest(request)) return undefined;
  const fault = new ServiceError(mistakeOf(maker, request), { code: "not_a_request" });
  const response = further.find(isNodeResponse);
  if (!response) throw fault;
  // oxlint-disable-next-line no-console -- the developer who mounted the handler looks here.
  console.error(`[service] ${fault.code}. ${fault.message}`);
  const error = { message: serviceErrorWords("service_refused"), code: fault.code, type: "server_error" };
  response.writeHead(500, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify({ error: { ...error, retryable: false } }));
  return new Response(null, { status: 500 });
}

interface NodeResponse {
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  end(text: string): unknown;
}

function mistakeOf(maker: keyof typeof handlerNames, request: unknown): string {
  const name = handlerNames[maker];
  const context = (request ?? {}) as { readonly req?: { readonly raw?: unknown } };
  if (isWebRequest(context.req?.raw)) {
    return `The handler of ${maker} was called with Hono's context instead of a Request. Mount it as (context) => ${name}(context.req.raw).`;
  }
  return `The handler of ${maker} was called with a Node request instead of a web Request. Wrap it with the adapter: import { toNodeHandler } from "@service/sdk/node" and mount toNodeHandler(${name}).`;
}

function isWebRequest(value: unknown): boolean {
  const { headers, url } = (value ?? {}) as { readonly headers?: { readonly get?: unknown }; readonly url?: unknown };
  return typeof headers?.get === "function" && typeof url === "string";
}

function isNodeResponse(value: unknown): value is NodeResponse {
  const { writeHead, end } = (value ?? {}) as Partial<NodeResponse>;
  return typeof writeHead === "function" && typeof end === "function";
}
