import { resolveHeaders, type HeadersSource } from "../../foundation/headers.js";

const refreshing = new WeakMap<object, Promise<Headers>>();

/** Asks for fresh headers after a 401. Requests that were refused at the same time share one call of the host's function. */
export function refreshHeaders(source: HeadersSource | undefined): Promise<Headers> {
  if (typeof source !== "function") return resolveHeaders(source);
  const shared = refreshing.get(source) ?? resolveHeaders(source, true).finally(() => refreshing.delete(source));
  refreshing.set(source, shared);
  return shared;
}

/** Makes one attempt of a request with these headers. */
type Send = (headers: Promise<Headers>) => Promise<Response>;

/**
 * Sends requests with the host's headers. After a 401 asks for fresh headers and sends once more; requests that were
 * refused together share the fresh headers, also one whose refusal arrives after the others have them.
 *
 * @param source read at each request.
 */
export function createHeaderRefresh(source: () => HeadersSource | undefined): (send: Send) => Promise<Response> {
  let refreshes = 0;
  let refreshed: Promise<Headers> | undefined;
  return async (send) => {
    const before = refreshes;
    const response = await send(resolveHeaders(source()));
    const asked = source();
    if (response.status !== 401 || typeof asked !== "function") return response;
    void response.body?.cancel().catch(() => {});
    if (before === refreshes || refreshed === undefined) {
      refreshes += 1;
      refreshed = refreshHeaders(asked);
    }
    return send(refreshed);
  };
}
