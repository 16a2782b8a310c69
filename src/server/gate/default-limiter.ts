import type { Clock } from "../../foundation/clock.js";
import { createLimiter, type Limiter } from "./limiter.js";

/** The limits of a door whose host gave none: an ordinary product never meets them. */
export const defaultLimits = { streams: 200, writesPerMinute: 600, readsPerMinute: 6_000 } as const;

const limiters = new WeakMap<object, Limiter>();

/** The limiter of a door without one of the host's: both doors of a service share it. */
export function defaultLimiter(service: object, clock: Clock): Limiter {
  const limiter = limiters.get(service) ?? createLimiter({ ...defaultLimits, clock });
  limiters.set(service, limiter);
  return limiter;
}
