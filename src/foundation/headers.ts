/** What a function that gives headers is told. */
export interface HeadersAsk {
  /** True when the last ones were answered with 401: ask for a new token rather than for the one that is kept. */
  readonly refresh: boolean;
}

/** Headers that a host adds to its own requests: an object, or a function read anew at each request and reconnect. */
export type HeadersSource =
  | Readonly<Record<string, string>>
  | ((ask: HeadersAsk) => HeadersInit | Promise<HeadersInit>);

/** Whoever was refused at the same time shares what is asked for once. */
const refreshing = new WeakMap<object, Promise<Headers>>();

export async function resolveHeaders(source: HeadersSource | undefined, refresh = false): Promise<Headers> {
  if (typeof source !== "function") return new Headers(source);
  const ask = async () => new Headers(await source({ refresh }));
  if (!refresh) return ask();
  const shared = refreshing.get(source) ?? ask().finally(() => refreshing.delete(source));
  refreshing.set(source, shared);
  return shared;
}
