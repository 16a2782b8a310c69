import { header } from "./headers.js";

const wellFormed = /^[\w.:+=/@-]{1,128}$/;

/** `<version>-<trace>-<parent>-<flags>` of the W3C's trace context; the trace is what all its requests share. */
const traceParent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;

/**
 * The caller's id for finding a request in every log: the header `x-service-correlation-id`, else `x-request-id`,
 * else the trace of `traceparent`. Null when there is none that is 1 to 128 letters, digits and `_ . : + = / @ -`.
 * The value is untrusted: it helps to find a request and proves nothing.
 */
export function readCorrelationId(headers: Headers): string | null {
  for (const name of [header.correlationId, "x-request-id"]) {
    const value = headers.get(name);
    if (value !== null && wellFormed.test(value)) return value;
  }
  return traceParent.exec(headers.get("traceparent") ?? "")?.[1] ?? null;
}
