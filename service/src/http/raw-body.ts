import { ServiceApiError } from "@service/sdk/protocol";
import type { Clock } from "../clock.js";
import { invalid } from "../sessions/api-failure.js";
import { bodyStream } from "./body-stream.js";

/**
 * The raw bytes of a body, for a signature over them. Reads no further than the size limit, whatever the headers
 * claim, and waits no longer than the time limit.
 *
 * @throws {ServiceApiError} 413 over `limit.bytes`, 408 after `limit.ms`, 400 when the body breaks off.
 */
export async function readRawBody(
  request: Request,
  clock: Clock,
  limit: { readonly bytes: number; readonly ms: number },
): Promise<Uint8Array> {
  const reader = bodyStream(request)?.getReader();
  const tooLarge = () => invalid(`The body is over ${limit.bytes} bytes. Send less.`, 413, { limit: limit.bytes });
  if (Number(request.headers.get("content-length") ?? 0) > limit.bytes) {
    void reader?.cancel().catch(() => undefined);
    throw tooLarge();
  }
  let isLate = false;
  const stopWaiting = clock.after(limit.ms, () => {
    isLate = true;
    void reader?.cancel().catch(() => undefined);
  });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (isLate) break;
      if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
      size += value.byteLength;
      if (size > limit.bytes) break;
      parts.push(value as Uint8Array<ArrayBuffer>);
    }
  } catch {
    throw invalid("The body broke off.", 400);
  } finally {
    stopWaiting();
  }
  void reader?.cancel().catch(() => undefined);
  if (!isLate) throw tooLarge();
  throw new ServiceApiError(`The body took more than ${limit.ms / 1_000} seconds. Send it at once.`, {
    status: 408,
    code: "request_timeout",
  });
}
