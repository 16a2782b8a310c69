/** The trace that a request belongs to, for the requests to the service that it causes. */

const traceParent = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;
const traceState = /^[\x20-\x7e]{1,512}$/;

/** Where OpenTelemetry's API registers itself. Its instrumentation of `fetch` then names the host's own spans. */
const registration = Symbol.for("opentelemetry.js.api.1");

/** The request's `traceparent` and `tracestate` (W3C), if they are well-formed and no OpenTelemetry SDK is registered. */
export function traceHeaders(headers: Headers): Readonly<Record<string, string>> {
  const parent = headers.get("traceparent");
  if (parent === null || !traceParent.test(parent) || isTraced()) return {};
  const state = headers.get("tracestate");
  return { traceparent: parent, ...(state !== null && traceState.test(state) && { tracestate: state }) };
}

function isTraced(): boolean {
  const registered = (globalThis as { readonly [registration]?: { readonly trace?: unknown } })[registration];
  return registered?.trace !== undefined;
}
