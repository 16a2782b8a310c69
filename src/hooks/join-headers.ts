import { resolveHeaders, type HeadersSource } from "../foundation/headers.js";
import type { IdentityScope } from "../identity/identity-scope.js";
import { askHeaders } from "../wire/http/refresh-headers.js";
import type { ServiceContextValue } from "./service-context.js";

/**
 * The provider's headers, read at each request: one function for all requests of an identity, which so share a refresh
 * although the host writes another function at each render. Another person's requests never share it.
 */
export function shareHeaders({ scope, transport }: Pick<ServiceContextValue, "scope" | "transport">): HeadersSource {
  const { source } = scope.share("headers", () => ({
    source: ((ask) => resolveHeaders(transport.headers(), ask)) as HeadersSource,
    dispose() {},
  }));
  return source;
}

/** Both sources at once; where they name the same header, the second wins. */
export function joinHeaders(first: HeadersSource, second: HeadersSource): HeadersSource {
  return async (ask) => {
    const headers = new Headers(await askHeaders(first, ask));
    for (const [name, value] of await askHeaders(second, ask)) headers.set(name, value);
    return headers;
  };
}

/** A chat's own headers. The chats of an identity that are given the same function share its refresh. */
export function ownHeaders(scope: IdentityScope, source: HeadersSource): HeadersSource {
  if (typeof source !== "function") return source;
  const { known } = scope.share("own-headers", () => ({
    known: new WeakMap<HeadersSource, HeadersSource>(),
    dispose() {},
  }));
  const own = known.get(source) ?? ((ask) => resolveHeaders(source, ask));
  known.set(source, own);
  return own;
}
