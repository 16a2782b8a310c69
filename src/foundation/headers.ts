/** Argument of a function that returns headers. */
export interface HeadersAsk {
  /** True when the response to the last headers was 401: return a new token instead of a cached one. */
  readonly refresh: boolean;
}

/** Headers that a host adds to its own requests: an object, or a function called at each request and reconnect. */
export type HeadersSource =
  | Readonly<Record<string, string>>
  | ((ask: HeadersAsk) => HeadersInit | Promise<HeadersInit>);

/** Null, from JavaScript, is no headers: a host may have no token yet. */
export async function resolveHeaders(
  source: HeadersSource | undefined,
  ask: HeadersAsk = { refresh: false },
): Promise<Headers> {
  return new Headers((typeof source === "function" ? await source(ask) : source) ?? undefined);
}
