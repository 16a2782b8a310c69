/**
 * Mounts a handler of the web platform in `node:http`, Express or Connect: the chat handler, the session proxy, or any
 * other `Request → Response` function. Streams piece by piece, waits for a slow reader, and aborts when it leaves.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { toRequest, UnusableRequest } from "./to-request.js";
import { systemClock, type Clock } from "../../foundation/clock.js";
import { onAbort } from "../../foundation/on-abort.js";

export type FetchHandler = (request: Request) => Response | Promise<Response>;

export interface NodeHandlerOptions {
  /**
   * Told of what the handler threw or its body failed with, and of a request that it could not be asked with (a
   * `ServiceError` with the code of the answer). @default what the handler threw is answered by a bare 500, and a request
   * that the host's own mounting made unusable is one line to `console.error`
   */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * How long a reader may take nothing of an answer, and how long the rest of a body that nobody read may take to come,
   * before the connection is closed. @default 30_000 (ms)
   */
  readonly stalledMs?: number | undefined;
  /** Of `stalledMs`. @default the system's */
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
 * app.all("/api/chat{/*path}", toNodeHandler(chat));
 */
export function toNodeHandler(
  handler: FetchHandler,
  { onError, stalledMs = 30_000, clock = systemClock }: NodeHandlerOptions = {},
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const patience = { stalledMs, clock };
  return async (incoming, outgoing) => {
    const left = new AbortController();
    // Also fires after a whole answer; then there is nothing left to abort.
    outgoing.once("close", () => left.abort());
    // What ran before us may have taken longer than the reader's patience.
    if (outgoing.destroyed) left.abort();
    try {
      const response = await handler(toRequest(incoming, left.signal));
      await writeResponse(response, incoming, outgoing, left.signal, patience);
    } catch (error) {
      if (!left.signal.aborted) (onError ?? logUnusable)(error);
      if (outgoing.headersSent) outgoing.destroy();
      else if (error instanceof UnusableRequest) writeRefusal(error, outgoing);
      else outgoing.writeHead(500).end();
    }
    drain(incoming, patience);
  };
}

/** Of what a handler threw nothing is known here, and it may hold somebody's text. */
function logUnusable(error: unknown): void {
  if (!(error instanceof UnusableRequest) || error.status !== 500) return;
  // oxlint-disable-next-line no-console -- a backend without a logger of its own must hear of its faults.
  console.error(`[service] ${error.code}. ${error.message}`);
}

/** How much of a body that nobody read is taken after the answer (bytes). */
const longestDrain = 67_108_864;

/**
 * A body that nobody read to its end would block the connection: its sender waits for room, and no answer is read. One
 * without an end closes it.
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
  outgoing.end(JSON.stringify({ error: { code, message, retryable } }));
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
  // The first byte of a stream may be long in coming; that it was opened is news already.
  outgoing.flushHeaders();
  // Nobody is sent the body of an answer to HEAD, so a stream of it would be read for nothing, and without end.
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
    // All of it came, and waits for its reader.
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
