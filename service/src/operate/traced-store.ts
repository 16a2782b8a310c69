/** A store whose calls are spans within the request or turn that makes them. */
import type { Store } from "../store/store.js";
import type { Tracing } from "./tracing.js";

type Method = (...given: unknown[]) => Promise<unknown>;

/** Watches end by themselves, and closing belongs to no request. */
const untraced = /^(?:watch|close)/;

export function tracedStore(store: Store, tracing: Tracing): Store {
  const traced = Object.entries(store).map(([name, method]) => {
    if (typeof method !== "function" || untraced.test(name)) return [name, method];
    const call = method as Method;
    return [name, (...given: unknown[]) => tracing.step(`store.${name}`, {}, () => call(...given))];
  });
  return Object.fromEntries(traced) as unknown as Store;
}
