/**
 * The server's time, from the `Date` header of its responses, to the second: the device's clock may be wrong by any
 * amount.
 */
import type { Clock } from "./clock.js";

export interface ServerTime {
  /** Reads the time of a response. Without a `Date` header it changes nothing. */
  readonly hear: (headers: Headers) => void;
  /** Milliseconds since the Unix epoch; null until a response had a date. */
  readonly now: () => number | null;
}

export function createServerTime(clock: Clock): ServerTime {
  let ahead: number | null = null;
  return {
    hear(headers) {
      const told = Date.parse(headers.get("date") ?? "");
      if (!Number.isNaN(told)) ahead = told - clock.now();
    },
    now: () => (ahead === null ? null : clock.now() + ahead),
  };
}
