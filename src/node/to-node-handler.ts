/**
 * Mounts a handler of the web platform in `node:http`, Express or Connect: the chat handler, the session proxy, or any
 * other `Request → Response` function. Streams piece by piece, waits for a slow reader, and aborts when it leaves.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

export type FetchHandler = (request: Request) => Response | Promise<Response>;

export interface NodeHandlerOptions {
  /** Told of what the handler threw or its body failed with. @default nothing: the answer is a bare 500 */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A request as Express leaves it: the path from before the mount, and a body that its parser has read. */
type ExpressRequest = IncomingMessage & { readonly originalUrl?: string; readonly body?: unknown };

/**
 * The promise resolves when the answer is written or its reader has left; it never rejects.
 *
 * @example
 * createServer(toNodeHandler(handler)).listen(3000);
 */
export function toNodeHandler(
  handler: FetchHandler,
  { onError }: NodeHandlerOptions = {},
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    const left = new AbortController();
    // Also fires after a whole answer; then there is nothing left to abort.
    outgoing.once("close", () => left.abort());
    // What ran before us may have taken longer than the reader's patience.
    if (outgoing.destroyed) left.abort();
    try {
      const response = await handler(toRequest(incoming, left.signal));
      await writeResponse(response, outgoing, left.signal);
    } catch (error) {
      if (!left.signal.aborted) onError?.(error);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    }
  };
}

function toRequest(incoming: ExpressRequest, signal: AbortSignal): Request {
  const method = incoming.method ?? "GET";
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (name.startsWith(":") || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  const path = incoming.originalUrl ?? incoming.url ?? "/";
  const isEncrypted = "encrypted" in incoming.socket && incoming.socket.encrypted === true;
  // A path that begins with two slashes would otherwise be taken for another host.
  const url = new URL(`${isEncrypted ? "https" : "http"}://${safeHost(headers.get("host"))}${path}`);
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers, signal });
  const init = { method, headers, signal, duplex: "half", body: bodyOf(incoming) };
  return new Request(url, init as RequestInit);
}

/** A host that holds more than a host would be taken for a part of the path. */
function safeHost(host: string | null): string {
  return host !== null && /^[^/\\?#@]+$/.test(host) && URL.canParse(`http://${host}/`) ? host : "localhost";
}

/** A parser that ran before us has emptied the stream; what it read is written again. */
function bodyOf(incoming: ExpressRequest): BodyInit {
  if (!incoming.readableEnded || incoming.body === undefined) {
    return Readable.toWeb(incoming) as NodeReadableStream<Uint8Array> as ReadableStream<Uint8Array>;
  }
  const { body } = incoming;
  if (typeof body === "string" || body instanceof Uint8Array) return body as BodyInit;
  return JSON.stringify(body);
}

async function writeResponse(response: Response, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  outgoing.writeHead(response.status, headers);
  // The first byte of a stream may be long in coming; that it was opened is news already.
  outgoing.flushHeaders();
  if (response.body) await pump(response.body, outgoing, signal);
  outgoing.end();
}

async function pump(body: ReadableStream<Uint8Array>, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  const reader = body.getReader();
  const cancel = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      if (!outgoing.write(value)) await drained(outgoing, signal);
    }
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Waits for a slow reader, but not for one that has left: it will never drain. */
function drained(outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      outgoing.off("drain", go);
      signal.removeEventListener("abort", go);
      resolve();
    };
    outgoing.once("drain", go);
    signal.addEventListener("abort", go, { once: true });
    if (signal.aborted) go();
  });
}
