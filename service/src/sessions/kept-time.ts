/** The last instant that may be kept (ms since the epoch). */
export const lastKeptTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const firstKeptTime = Date.UTC(1970, 0, 1);

/**
 * Whether an instant (ms since the epoch) may be kept. Stores compare times as texts, and only texts of one length, with a
 * year of four digits and no sign, sort as the times do.
 */
export function isKeptTime(ms: number): boolean {
  return ms >= firstKeptTime && ms <= lastKeptTime;
}

/** The time `ms` after `now`, or null for one that may not be kept, such as `Infinity` from now. */
export function keptTimeAfter(now: string, ms: number): string | null {
  const time = Date.parse(now) + ms;
  return isKeptTime(time) ? new Date(time).toISOString() : null;
}
