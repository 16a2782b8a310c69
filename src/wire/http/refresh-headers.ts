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

interface Round {
  readonly promise: Promise<Headers>;
  readonly resolve: (headers: Headers) => void;
  readonly reject: (error: unknown) => void;
}

function createRefresh(source: HeadersFunction): Refresh {
  let last: { readonly headers: Headers; readonly at: number } | undefined;
  let current: Round | undefined;

  return (ask, limit) => {
    if (last && (refusedAt.get(ask) ?? Infinity) < last.at) return Promise.resolve(last.headers);
    if (current) return current.promise;
    const round = beginRound(limit, () => {
      if (current === round) current = undefined;
    });
    current = round;
    resolveHeaders(source, ask).then((headers) => {
      moments += 1;
      last = { headers, at: moments };
      round.resolve(headers);
      // A call past its limit may answer before the one that was made after it.
      current?.resolve(headers);
    }, round.reject);
    return round.promise;
  };
}

function beginRound(limit: HeadersLimit, onEnd: () => void): Round {
  const { promise, resolve, reject } = deferred();
  const end = () => {
    takeBack();
    onEnd();
  };
  const round: Round = {
    promise,
    resolve(headers) {
      end();
      resolve(headers);
    },
    reject(error) {
      end();
      reject(error);
    },
  };
  const takeBack = limit.clock.after(limit.timeoutMs, () => round.reject(new HeadersTimeout()));
  return round;
}

function deferred() {
  let resolve: (headers: Headers) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<Headers>((accept, refuse) => {
    resolve = accept;
    reject = refuse;
  });
  return { promise, resolve, reject };
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
    const given = withLimit(resolveHeaders(own, { refresh: false }), limit);
    const response = await send(given.promise);
    if (response.status !== 401 || typeof source() !== "function") return response;
    void response.body?.cancel().catch(() => {});
    const ask: HeadersAsk = { refresh: true };
    refusedAt.set(ask, given.at());
    return send(askHeaders(own, ask, limit));
  };
}

/** The headers, unless they take too long, and the moment at which they were made. */
function withLimit(made: Promise<Headers>, limit: HeadersLimit) {
  let at = Infinity;
  const { promise, resolve, reject } = deferred();
  const takeBack = limit.clock.after(limit.timeoutMs, () => reject(new HeadersTimeout()));
  const settle = () => {
    moments += 1;
    at = moments;
    takeBack();
  };
  void made.finally(settle).then(resolve, reject);
  return { promise, at: () => at };
}
