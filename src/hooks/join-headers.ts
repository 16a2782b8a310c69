import { resolveHeaders, type HeadersSource } from "../foundation/headers.js";

/** Both sources at once, read at each request; where they name the same header, the second wins. */
export function joinHeaders(
  first: () => HeadersSource | undefined,
  second: () => HeadersSource | undefined,
): HeadersSource {
  return async ({ refresh }) => {
    const headers = await resolveHeaders(first(), refresh);
    for (const [name, value] of await resolveHeaders(second(), refresh)) headers.set(name, value);
    return headers;
  };
}
