/** Headers that a host adds to its own requests: an object, or a function read anew at each request and reconnect. */
export type HeadersSource = Readonly<Record<string, string>> | (() => HeadersInit | Promise<HeadersInit>);

export async function resolveHeaders(source: HeadersSource | undefined): Promise<Headers> {
  return new Headers(typeof source === "function" ? await source() : source);
}
