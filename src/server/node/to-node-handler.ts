/**
 * Mounts a handler of the web platform in `node:http`, Express or Connect: the chat handler, the session proxy, or any
 * other `Request → Response` function. Streams piece by piece, waits for a slow reader, and aborts when it leaves.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { checkMilliseconds } from "../../foundation/check-milliseconds.js";
import { toRequest, UnusableRequest } from "./to-request.js";
import { describeError } from "../../foundation/describe-error.js";
import { serviceErrorWords } from "../../wire/protocol/service-errors.js";
import { systemClock, type Clock } from "../../foundation/clock.js";
import { onAbort } from "../../foundation/on-abort.js";

/** A function from a web `Request` to a `Response`. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Options of `toNodeHandler`. */
export interface NodeHandlerOptions {
  /**
   * Called with an error that the handler threw or its body failed with, and for a request that could not be converted (a
   * `ServiceError` with the code of the response). @default one line on `console.error`
   */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * How long a client may accept no data, and how long the rest of an unread body may take to arrive, before the
   * connection is closed: above 0, `Infinity` for no limit. @default 30_000 (ms)
   */
  readonly stalledMs?: number | undefined;
  /** Clock for `stalledMs`. @default the system's */
  readonly clock?: Clock | undefined;
}

interface Patience {
  readonly stalledMs: number;
  readonly clock: Clock;
}

/**
 * The promise resolves when the answer is written or its reader has left; it never rejects.
 *
 * In Express the path is the whole one, also under a mount. Mount it before body parsers: it reads the body itself, up to
 * the handler's own limit. Behind one it uses `request.body` (parsed JSON, text or bytes). A body that was read and left
 * nowhere is answered by 500 `body_already_read`, one that was parsed from anything but JSON by 415
 * `unsupported_media_type`, a method that no `Request` can have by 501 `method_not_supported`.
 *
 * @example
 * createServer(toNodeHandler(handler)).listen(3000);
 * @example
 * app.use("/api/chat", toNodeHandler(handler));
 */
export function toNodeHandler(
  handler: FetchHandler,
  { onError, stalledMs = 30_000, clock = systemClock }: NodeHandlerOptions = {},
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  if (typeof handler !== "function") {
    throw new TypeError(
      `toNodeHandler needs a function from Request to Response, such as createChatHandler(service, {…}) returns: this is ${handler === null ? "null" : typeof handler}.`,
    );
  }
  checkMilliseconds("toNodeHandler", { stalledMs });
  const patience = { stalledMs, clock };
  return async (incoming, outgoing) => {
    const left = new AbortController();
    let request: Request | undefined;
    // Also fires after a whole answer; then there is nothing left to abort. Until then it keeps the request: the signal of one
    // that was collected is never aborted.
    outgoing.once("close", () => {
      left.abort();
      request = undefined;
    });
    // Earlier middleware may have outlasted the client.
    if (outgoing.destroyed) left.abort();
    try {
      request = toRequest(incoming, left.signal);
      const response = await handler(request);
      assertResponse(response);
      await writeResponse(response, incoming, outgoing, left.signal, patience);
    } catch (error) {
      if (!left.signal.aborted) (onError ?? logFault)(error);
      if (outgoing.headersSent) outgoing.destroy();
      else if (error instanceof UnusableRequest) writeRefusal(error, outgoing);
      else outgoing.writeHead(500).end();
    }
    drain(incoming, patience);
  };
}

/** Requests that the host's own mounting made unusable, and what its own function around the handler threw. */
function logFault(error: unknown): void {
  if (error instanceof UnusableRequest && error.status !== 500) return;
  const words =
    error instanceof UnusableRequest
      ? `${error.code}. ${error.message}`
      : `The function that toNodeHandler was given threw ${describeError(error)}`;
  // oxlint-disable-next-line no-console -- a backend without a logger of its own must hear of its faults.
  console.error(`[service] ${words}`);
}

/** A handler without types may return anything. */
function assertResponse(value: unknown): asserts value is Response {
  if (typeof (value as Partial<Response> | null | undefined)?.headers?.get === "function") return;
  throw new UnusableRequest(
    500,
    "no_response",
    `The function that toNodeHandler was given returned ${value === null ? "null" : typeof value} instead of a Response. Return what the handler returns: (request) => chat(request).`,
  );
}

/** How much of an unread body is discarded after the response (bytes). */
const longestDrain = 67_108_864;

/**
 * An unread body would block the connection: its sender waits for buffer space and reads no response. An endless body
 * closes the connection.
 */
function drain(incoming: IncomingMessage, { clock, stalledMs }: Patience): void {
  if (incoming.complete || incoming.destroyed) return;
  let left = longestDrain;
  const close = () => incoming.destroy();
  incoming.once("close", clock.after(stalledMs, close));
  incoming.on("data", (piece: Uint8Array) => {
    left -= piece.length;
    if (left < 0) close();
  });
  incoming.resume();
}

/** Closes the connection of a reader that takes nothing; call the returned function once it is not waited for any more. */
function watchReader(outgoing: ServerResponse, { clock, stalledMs }: Patience): () => void {
  let written = outgoing.socket?.bytesWritten;
  const look = () => {
    const now = outgoing.socket?.bytesWritten;
    if (now === written) return void outgoing.destroy();
    written = now;
    stop = clock.after(stalledMs, look);
  };
  let stop = clock.after(stalledMs, look);
  return () => stop();
}

function writeRefusal({ status, code, message, retryable }: UnusableRequest, outgoing: ServerResponse): void {
  outgoing.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  // A person reads the response; the host's log has the host's mistake.
  const words = status >= 500 && status !== 501 ? serviceErrorWords("service_refused") : message;
  outgoing.end(JSON.stringify({ error: { code, message: words, retryable } }));
}

async function writeResponse(
  response: Response,
  { method }: IncomingMessage,
  outgoing: ServerResponse,
  signal: AbortSignal,
  patience: Patience,
): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  outgoing.writeHead(response.status, headers);
  // A stream's first byte may be late; the client needs the headers now.
  outgoing.flushHeaders();
  // A response to HEAD has no body, so its stream would be read without end.
  if (method === "HEAD") await response.body?.cancel();
  else if (response.body) await pump(response.body, outgoing, signal, patience);
  if (outgoing.writableLength > 0) outgoing.once("close", watchReader(outgoing, patience));
  outgoing.end();
}

async function pump(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  signal: AbortSignal,
  patience: Patience,
): Promise<void> {
  const reader = body.getReader();
  const closed = reader.closed.then(
    // The whole body has arrived and waits for its reader.
    () => new Promise<never>(() => {}),
    () => true,
  );
  const cancel = () => void reader.cancel(signal.reason).catch(() => {});
  const stopListening = onAbort(signal, cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      if (outgoing.write(value)) continue;
      const stop = watchReader(outgoing, patience);
      // A stream that fails while its reader takes nothing has dropped that reader.
      const isDropped = await Promise.race([drained(outgoing, signal), closed]);
      stop();
      if (isDropped) outgoing.destroy();
    }
  } finally {
    stopListening();
  }
}

/** Waits for a slow reader, but not for one that has left: it will never drain. */
function drained(outgoing: ServerResponse, signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    const go = () => {
      outgoing.off("drain", go);
      signal.removeEventListener("abort", go);
      resolve(false);
    };
    outgoing.once("drain", go);
    signal.addEventListener("abort", go, { once: true });
    if (signal.aborted) go();
  });
}
