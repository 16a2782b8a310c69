import { systemClock, type Clock } from "../../foundation/clock.js";
import { resolveHeaders, type HeadersAsk, type HeadersSource } from "../../foundation/headers.js";

/** How long the host's function may take. */
export interface HeadersLimit {
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** The limit of a request that has no client of its own. */
const usualLimit: HeadersLimit = { clock: systemClock, timeoutMs: 30_000 };

/** The host's function took longer than the limit. */
export class HeadersTimeout extends Error {
  override readonly name = "HeadersTimeout";
}

type HeadersFunction = Exclude<HeadersSource, Readonly<Record<string, string>>>;

/** Returns headers that are newer than the refused ones. */
type Refresh = (ask: HeadersAsk, limit: HeadersLimit) => Promise<Headers>;

/** Counts answers of the host's functions, so that two can be compared: which one is older. */
let moments = 0;
/** The moment at which the headers were made that a 401 refused. Functions of the host receive `refresh` alone. */
const refusedAt = new WeakMap<HeadersAsk, number>();
const refreshes = new WeakMap<HeadersFunction, Refresh>();

/**
 * Asks for headers. Calls with `refresh` share one call of this function while it is pending, and its answer when their
 * refused headers are older. They reject with `HeadersTimeout` past the limit; the next call then asks again.
 */
export function askHeaders(
  source: HeadersSource | undefined,
  ask: HeadersAsk,
  limit: HeadersLimit = usualLimit,
): Promise<Headers> {
  if (typeof source !== "function") return resolveHeaders(source);
  if (!ask.refresh) return resolveHeaders(source, ask);
  const refresh = refreshes.get(source) ?? createRefresh(source);
  refreshes.set(source, refresh);
  return refresh(ask, limit);
}

function createRefresh(source: HeadersFunction): Refresh {
  let last: { readonly headers: Headers; readonly at: number } | undefined;
  let current: Promise<Headers> | undefined;
  let earlier: Promise<Headers> | undefined;

  return (ask, limit) => {
    if (last && (refusedAt.get(ask) ?? Infinity) < last.at) return Promise.resolve(last.headers);
    if (current) return current;
    const made = resolveHeaders(source, ask).then((headers) => {
      moments += 1;
      last = { headers, at: moments };
      return headers;
    });
    // A call past its limit may answer before the one that is made after it.
    const first = earlier ? Promise.race([made, earlier.catch(() => made)]) : made;
    earlier = made;
    current = withinLimit(first, limit).finally(() => (current = undefined));
    return current;
  };
}

function withinLimit(made: Promise<Headers>, { clock, timeoutMs }: HeadersLimit): Promise<Headers> {
  return new Promise((resolve, reject) => {
    const takeBack = clock.after(timeoutMs, () => reject(new HeadersTimeout()));
    void made.finally(takeBack).then(resolve, reject);
  });
}

/** Makes one attempt of a request with these headers. */
type Send = (headers: Promise<Headers>) => Promise<Response>;

/**
 * Sends requests with the host's headers. After a 401 asks for fresh headers and sends once more; requests that were
 * refused together share the fresh headers, also one whose refusal arrives after the others have them.
 *
 * @param source read at each request.
 */
export function createHeaderRefresh(
  source: () => HeadersSource | undefined,
  limit: HeadersLimit,
): (send: Send) => Promise<Response> {
  // Another function at each request, written in place, shares the refresh of the connection.
  const own: HeadersFunction = (ask) => askHeaders(source(), ask, limit);
  return async (send) => {
    let madeAt = Infinity;
    const made = resolveHeaders(own, { refresh: false }).finally(() => (madeAt = moments += 1));
    const response = await send(withinLimit(made, limit));
    if (response.status !== 401 || typeof source() !== "function") return response;
    void response.body?.cancel().catch(() => {});
    const ask: HeadersAsk = { refresh: true };
    refusedAt.set(ask, madeAt);
    return send(askHeaders(own, ask, limit));
  };
}
