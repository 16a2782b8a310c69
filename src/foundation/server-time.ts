/**
 * What time it is where requests are answered, as their answers tell it: a reader's own clock may be wrong by any amount.
 * To the second, as the `Date` header is.
 */
import type { Clock } from "./clock.js";

export interface ServerTime {
  /** An answer came. One that tells no time changes nothing. */
  readonly hear: (headers: Headers) => void;
  /** Milliseconds since the Unix epoch; null while no answer has told. */
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
