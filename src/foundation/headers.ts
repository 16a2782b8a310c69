/** Argument of a function that returns headers. */
export interface HeadersAsk {
  /** True when the last ones were answered with 401: ask for a new token rather than for the one that is kept. */
  readonly refresh: boolean;
}

/** Headers that a host adds to its own requests: an object, or a function called at each request and reconnect. */
export type HeadersSource =
  | Readonly<Record<string, string>>
  | ((ask: HeadersAsk) => HeadersInit | Promise<HeadersInit>);

/** Null, from JavaScript, is no headers: a host may have no token yet. */
export async function resolveHeaders(source: HeadersSource | undefined, refresh = false): Promise<Headers> {
  return new Headers((typeof source === "function" ? await source({ refresh }) : source) ?? undefined);
}
