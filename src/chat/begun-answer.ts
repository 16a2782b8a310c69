/** Decides whether an event stream is a handler's answer to a write: an intermediary may answer with an empty one. */
import { turnIdHeader } from "../wire/protocol/headers.js";
import { isFromHandler } from "../wire/protocol/page-hint.js";
import { lostConnection, type Asked } from "../wire/http/http-failure.js";

/**
 * The body of the stream, once a header of the handler or the first byte shows that the write was accepted.
 *
 * @throws {ServiceApiError} `network_error` with `outcomeUnknown`, for a stream that ends before.
 */
export async function begunAnswer(response: Response, asked: Asked): Promise<ReadableStream<Uint8Array> | null> {
  const { headers, body } = response;
  // Handlers before these headers, and those of another origin, show only their stream.
  if (headers.has(turnIdHeader) || isFromHandler(response)) return body;
  const [first, rest] = body?.tee() ?? [];
  if (!first || !rest || !(await hasByte(first, asked))) {
    throw lostConnection(asked, new TypeError("The stream ended before its first byte."), true);
  }
  return rest;
}

async function hasByte(body: ReadableStream<Uint8Array>, asked: Asked): Promise<boolean> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      if (value.length > 0) return true;
    }
  } catch (cause) {
    throw lostConnection(asked, cause, true);
  } finally {
    void reader.cancel().catch(() => {});
  }
}
