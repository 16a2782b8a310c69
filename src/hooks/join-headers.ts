import { resolveHeaders, type HeadersSource } from "../foundation/headers.js";
import { refreshHeaders } from "../wire/http/refresh-headers.js";

/** A source as it is at each request. */
export function readHeaders(source: () => HeadersSource | undefined): HeadersSource {
  return ({ refresh }) => (refresh ? refreshHeaders : resolveHeaders)(source());
}

/** Both sources at once, read at each request; where they name the same header, the second wins. */
export function joinHeaders(
  first: () => HeadersSource | undefined,
  second: () => HeadersSource | undefined,
): HeadersSource {
  return async ({ refresh }) => {
    const ask = refresh ? refreshHeaders : resolveHeaders;
    const headers = new Headers(await ask(first()));
    for (const [name, value] of await ask(second())) headers.set(name, value);
    return headers;
  };
}
