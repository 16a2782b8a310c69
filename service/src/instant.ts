import { Temporal } from "temporal-polyfill";
import * as v from "valibot";
import { isKeptTime } from "./sessions/kept-time.js";

const words = "must be an ISO 8601 time from 1970 to 9999 with Z or an offset, such as 2026-12-01T09:00:00Z";
const longest = 64;

/** UTC with milliseconds; null for a text without a date, a time and an offset, as its instant depends on the reader. */
export function readInstant(text: string): string | null {
  if (text.length > longest || !/T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)) return null;
  try {
    const instant = Temporal.Instant.from(text);
    return isKeptTime(instant.epochMilliseconds) ? instant.toString({ fractionalSecondDigits: 3 }) : null;
  } catch {
    return null;
  }
}

/** An instant in a body, in the form of `readInstant`. */
export const instant = v.pipe(
  v.string(words),
  v.maxLength(longest, words),
  v.check((text) => readInstant(text) !== null, words),
  v.transform((text) => readInstant(text) ?? text),
);
