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
  /** How many writes a person may make within any 60 seconds. @default no limit */
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
  const open = new Map<string, number>();
  /** Timestamps per writer, oldest first; the least recent writer is first. */
  const written = new Map<string, number[]>();

  function recent(person: string, now: number): number[] {
    const times = written.get(person) ?? [];
    while (times[0] !== undefined && !isRecent(times[0], now)) times.shift();
    return times;
  }

  function note(person: string, times: number[], now: number): void {
    times.push(now);
    written.delete(person);
    written.set(person, times);
    for (const [oldest, theirs] of written) {
      if (written.size <= people && isRecent(theirs.at(-1) ?? 0, now)) return;
      written.delete(oldest);
    }
  }

  /** Each person's remaining reads, and the time of the last read. */
  const reads = new Map<string, { readonly left: number; readonly at: number }>();

  /** Takes one read and returns 0, or returns the milliseconds until a read is available. */
  function takeRead(person: string, now: number): number {
    const known = reads.get(person);
    const since = known && now > known.at ? now - known.at : 0;
    const left = known ? Math.min(readsPerMinute, known.left + (since * readsPerMinute) / minute) : readsPerMinute;
    if (left < 1) return Math.ceil(((1 - left) * minute) / readsPerMinute);
    reads.delete(person);
    reads.set(person, { left: left - 1, at: now });
    for (const [oldest, { at }] of reads) {
      if (reads.size <= people && isRecent(at, now)) break;
      reads.delete(oldest);
    }
    return 0;
  }

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
      if (isWrite && writesPerMinute !== Number.POSITIVE_INFINITY) {
        const now = clock.now();
        const times = recent(person, now);
        const [first] = times;
        if (first !== undefined && times.length >= writesPerMinute) {
          return { refused: "rate_limited", retryAfterMs: first + minute - now };
        }
        note(person, times, now);
      }
      if (isRead && readsPerMinute !== Number.POSITIVE_INFINITY) {
        const wait = takeRead(person, clock.now());
        if (wait > 0) return { refused: "rate_limited", retryAfterMs: wait };
      }
      return isStream ? { release: hold(person) } : {};
    },
  };
}

/** A clock that was put back must not lock anybody out until it has caught up. */
function isRecent(time: number, now: number): boolean {
  return time <= now && now - time < minute;
}

function limitOf(name: string, value: number | undefined): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (Number.isInteger(value) && value >= 1) return value;
  throw new TypeError(`createLimiter needs ${name} to be a whole number from 1: it is ${String(value)}.`);
}
