/**
 * Limits the requests of one person. Counts are kept in this process only: a host with several processes gives the
 * doors its own `Limiter`, over a shared store.
 */
import { systemClock, type Clock } from "../../foundation/clock.js";

/** A request that may be let in. */
export interface LimitedRequest {
  /**
   * Identifies one person of one tenant, the same in both doors: 64 hex digits without a name. Where the host names
   * neither an actor nor a user, all people of a tenant share it.
   */
  readonly person: string;
  /** Whether it counts as a write: what makes the agent work, or changes something. Stopping and saving a draft do not. */
  readonly isWrite: boolean;
  /** Whether it stays open for as long as its response streams. */
  readonly isStream: boolean;
  /** Whether it only reads, a stream that is opened included. Left out by doors that count no reads. */
  readonly isRead?: boolean | undefined;
}

/** `release` is called once, when the response is over. */
export type Admission =
  | { readonly refused?: undefined; readonly release?: (() => void) | undefined }
  | {
      readonly refused: "rate_limited" | "too_many_streams";
      /** After how many milliseconds the same request may be let in. */
      readonly retryAfterMs: number;
    };

/** Decides whether a request is admitted. */
export interface Limiter {
  /** If this throws, the request is admitted and the door's `onError` receives the error. */
  admit(request: LimitedRequest): Admission | Promise<Admission>;
}

/** Options of `createLimiter`. */
export interface LimiterOptions {
  /** Concurrent streams of a person; each open conversation of each tab uses one. @default no limit */
  readonly streams?: number | undefined;
  /** Writes that a person may make in a burst; they refill evenly within 60 seconds. @default no limit */
  readonly writesPerMinute?: number | undefined;
  /**
   * Reads that a person may make in a burst; they refill evenly within 60 seconds. Opening a stream counts as one.
   * @default no limit
   */
  readonly readsPerMinute?: number | undefined;
  /** Most people whose writes and reads are counted. The least recently active person is dropped first. @default 10_000 */
  readonly people?: number | undefined;
  /** Clock for the minute that is counted. @default the platform's */
  readonly clock?: Clock | undefined;
}

const minute = 60_000;

/** The end of a stream is unpredictable, but a tab that was just closed has released its stream by then (ms). */
const streamRetryAfter = 5_000;

/**
 * Makes a limiter for one process; both doors may be given the same one. A request that is refused does not count.
 *
 * @throws {TypeError} for a limit that is no whole number from 1.
 *
 * @example
 * const limiter = createLimiter({ streams: 20, writesPerMinute: 60 });
 */
export function createLimiter(options: LimiterOptions): Limiter {
  const { clock = systemClock } = options;
  const streams = limitOf("streams", options.streams);
  const writesPerMinute = limitOf("writesPerMinute", options.writesPerMinute);
  const readsPerMinute = limitOf("readsPerMinute", options.readsPerMinute);
  const people = limitOf("people", options.people ?? 10_000);
  const takeWrite = createShares(writesPerMinute, people, clock);
  const takeRead = createShares(readsPerMinute, people, clock);
  const open = new Map<string, number>();

  function hold(person: string): () => void {
    open.set(person, (open.get(person) ?? 0) + 1);
    return () => {
      const left = (open.get(person) ?? 0) - 1;
      if (left > 0) open.set(person, left);
      else open.delete(person);
    };
  }

  return {
    admit({ person, isWrite, isStream, isRead }) {
      if (isStream && (open.get(person) ?? 0) >= streams) {
        return { refused: "too_many_streams", retryAfterMs: streamRetryAfter };
      }
      const retryAfterMs = isWrite ? takeWrite(person) : isRead ? takeRead(person) : 0;
      if (retryAfterMs > 0) return { refused: "rate_limited", retryAfterMs };
      return isStream ? { release: hold(person) } : {};
    },
  };
}

/**
 * Requests that each person may make in a burst, which refill evenly within a minute. The returned function takes one
 * request and returns 0, or takes nothing and returns the milliseconds until one is available.
 */
function createShares(perMinute: number, people: number, clock: Clock): (person: string) => number {
  if (perMinute === Number.POSITIVE_INFINITY) return () => 0;
  // A request costs `minute`, and each millisecond returns `perMinute`: sums of whole numbers have no rounding error.
  const full = perMinute * minute;
  /** The least recently active person is first. */
  const shares = new Map<string, { readonly left: number; readonly at: number }>();
  return (person) => {
    const now = clock.now();
    const known = shares.get(person) ?? { left: full, at: now };
    // After the clock was set back, the refill begins at the new time: `at` changes at each request, also at a refused one.
    const left = Math.min(full, known.left + Math.max(0, now - known.at) * perMinute);
    const wait = Math.max(0, Math.ceil((minute - left) / perMinute));
    shares.delete(person);
    shares.set(person, { left: wait === 0 ? left - minute : left, at: now });
    const [oldest] = shares.keys();
    if (oldest !== undefined && shares.size > people) shares.delete(oldest);
    return wait;
  };
}

function limitOf(name: string, value: number | undefined): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (Number.isInteger(value) && value >= 1) return value;
  throw new TypeError(`createLimiter needs ${name} to be a whole number from 1: it is ${String(value)}.`);
}
