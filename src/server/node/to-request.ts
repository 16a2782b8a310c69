/** The web platform's request of what `node:http`, Express or Connect received. */
import type { IncomingMessage } from "node:http";
import { ServiceError } from "../../foundation/base-error.js";

/** A request as Express leaves it: the path from before the mount, and a body that its parser has read. */
export type NodeRequest = IncomingMessage & { readonly originalUrl?: string; readonly body?: unknown };

/** A request that no handler can be asked with. */
export class UnusableRequest extends ServiceError {
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message, { code });
    this.name = "UnusableRequest";
    this.status = status;
  }
}

/** Methods that the `Request` class rejects. */
const unheld = ["CONNECT", "TRACE", "TRACK"];

/**
 * @param signal aborts when the reader of the answer leaves.
 * @throws {UnusableRequest} (501) `method_not_supported`; (500) `body_already_read` when a body was read before and left
 *   nowhere; (415) `unsupported_media_type` when it was read into something that is not written back.
 */
export function toRequest(incoming: NodeRequest, signal: AbortSignal): Request {
  const method = incoming.method ?? "GET";
  if (unheld.includes(method)) throw new UnusableRequest(501, "method_not_supported", `${method} is not served here.`);
  const headers = headersOf(incoming);
  const url = addressOf(incoming, headers.get("host"));
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers, signal });
  const body = bodyOf(incoming, headers);
  return new Request(url, { method, headers, signal, duplex: "half", body } as RequestInit);
}

function headersOf(incoming: NodeRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (name.startsWith(":") || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  // Node keeps the first of these and drops the rest, which a proxy in front may have judged by.
  for (const name of ["content-type", "host"]) {
    const sent = incoming.headersDistinct?.[name] ?? [];
    if (sent.length > 1 && headers.get(name) === sent[0]) headers.set(name, sent.join(", "));
  }
  // HTTP/2 names the host here.
  const authority = incoming.headers[":authority"];
  if (typeof authority === "string" && !headers.has("host")) headers.set("host", authority);
  return headers;
}

function addressOf(incoming: NodeRequest, host: string | null): URL {
  const isEncrypted = "encrypted" in incoming.socket && incoming.socket.encrypted === true;
  const path = pathOf(incoming.originalUrl ?? incoming.url ?? "/");
  // A path that begins with two slashes would otherwise be taken for another host.
  return new URL(`${isEncrypted ? "https" : "http"}://${safeHost(host)}${path}`);
}

/** The target of a request may also be a whole address, or a star: then its path counts, and no host but the header's. */
function pathOf(target: string): string {
  if (target.startsWith("/")) return target;
  if (!URL.canParse(target)) return "/";
  const { pathname, search } = new URL(target);
  return pathname.startsWith("/") ? pathname + search : "/";
}

/** A host header with more than a host would be read as part of the path. */
function safeHost(host: string | null): string {
  return host !== null && /^[^/\\?#@]+$/.test(host) && URL.canParse(`http://${host}/`) ? host : "localhost";
}

/** A parser that ran before us has emptied the stream; what it read is written again. */
function bodyOf(incoming: NodeRequest, headers: Headers): BodyInit | null {
  if (!incoming.readableDidRead) return incoming.readableEnded ? null : streamOf(incoming);
  const { body } = incoming;
  const type = headers.get("content-type") ?? "";
  // These headers describe the bytes on the wire, which may have been compressed or formatted differently.
  for (const name of ["content-length", "content-encoding", "transfer-encoding"]) headers.delete(name);
  if (body === undefined) {
    throw new UnusableRequest(
      500,
      "body_already_read",
      "The request's body was read before this handler was asked, and is gone. Mount the handler before whatever reads bodies, or let that leave what it read in `request.body`.",
    );
  }
  if (typeof body === "string" || body instanceof Uint8Array) return body as BodyInit;
  if (/^application\/([^;]+\+)?json\b/i.test(type)) return JSON.stringify(body);
  throw new UnusableRequest(
    415,
    "unsupported_media_type",
    `A body of type ${type || "unknown"} was parsed before this handler was asked, which takes parsed JSON only.`,
  );
}

/**
 * The body as it arrives, read on demand. Cancelling it keeps the connection open, or the response with the reason
 * would not arrive; the rest is discarded after the response.
 */
function streamOf(incoming: NodeRequest): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = (await chunks.next()) as IteratorResult<Uint8Array, undefined>;
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
