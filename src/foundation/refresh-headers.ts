import { resolveHeaders, type HeadersSource } from "./headers.js";

const refreshing = new WeakMap<object, Promise<Headers>>();

/** Asks anew after a 401; whoever was refused at the same time shares what is asked for once. */
export function refreshHeaders(source: HeadersSource | undefined): Promise<Headers> {
  if (typeof source !== "function") return resolveHeaders(source);
  const shared = refreshing.get(source) ?? resolveHeaders(source, true).finally(() => refreshing.delete(source));
  refreshing.set(source, shared);
  return shared;
}
