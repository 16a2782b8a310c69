/**
 * When a schedule is due. All arithmetic of calendars and time zones is the library's (Temporal), with the rules of the
 * platform's time-zone database.
 *
 * A wall-clock time that a clock change leaves out is due as much later as the clock jumps; a time that occurs twice is
 * due the first time only.
 */
import type { Schedule } from "@service/sdk/protocol";
import { Temporal } from "temporal-polyfill";
import { lastKeptTime } from "../sessions/kept-time.js";

/**
 * The next times after `after`, ascending: at most `count`, fewer when no more are left before the year 10000.
 *
 * @param after ISO time, exclusive.
 */
export function nextTimes(schedule: Schedule, after: string, count: number): string[] {
  const from = Temporal.Instant.from(after);
  const times: string[] = [];
  for (const instant of upcoming(schedule, from)) {
    if (times.length === count || instant.epochMilliseconds > lastKeptTime) break;
    times.push(instant.toString({ fractionalSecondDigits: 3 }));
  }
  return times;
}

/** The instant of a once schedule. @throws {RangeError} for a text that is no time. */
export function instantOf(runAt: string, timeZone: string): Temporal.Instant {
  const isInstant = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i.test(runAt.replace(/^[^T ]*/, ""));
  if (isInstant) return Temporal.Instant.from(runAt);
  return Temporal.PlainDateTime.from(runAt).toZonedDateTime(timeZone).toInstant();
}

/** Whether the platform has a zone with this name. Offsets such as "+02:00" are not zones: they have no rules. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

function* upcoming(schedule: Schedule, from: Temporal.Instant): Generator<Temporal.Instant, void, void> {
  switch (schedule.type) {
    case "manual":
      return;
    case "once": {
      const at = instantOf(schedule.runAt, schedule.timeZone);
      if (isAfter(at, from)) yield at;
      return;
    }
    case "interval":
      yield* everySoOften(schedule, from);
      return;
    case "calendar":
      yield* onDays(schedule, from);
      return;
    default:
      schedule satisfies never;
  }
}

function* everySoOften(
  { everySeconds, startAt, endAt }: Schedule & { type: "interval" },
  from: Temporal.Instant,
): Generator<Temporal.Instant, void, void> {
  const everyMs = everySeconds * 1000;
  const after = from.epochMilliseconds;
  const start = startAt == null ? after + everyMs : Temporal.Instant.from(startAt).epochMilliseconds;
  const end = endAt == null ? Infinity : Temporal.Instant.from(endAt).epochMilliseconds;
  const passed = Math.max(0, Math.floor((after - start) / everyMs) + 1);
  for (let at = start + passed * everyMs; at <= end; at += everyMs) yield Temporal.Instant.fromEpochMilliseconds(at);
}

/** Days in a row without a due time after which a schedule counts as over: more than any rule of a zone leaves out. */
const mostQuietDays = 30;

function* onDays(
  { timeZone, hour, minute, daysOfWeek }: Schedule & { type: "calendar" },
  from: Temporal.Instant,
): Generator<Temporal.Instant, void, void> {
  // A day earlier, as a zone may repeat a part of the day before.
  let day = from.toZonedDateTimeISO(timeZone).toPlainDate().subtract({ days: 1 });
  let last = from;
  for (let quiet = 0; quiet < mostQuietDays; quiet += 1) {
    const isWanted = daysOfWeek == null || daysOfWeek.length === 0 || daysOfWeek.includes(day.dayOfWeek % 7);
    const at = day.toZonedDateTime({ timeZone, plainTime: { hour, minute } }).toInstant();
    day = day.add({ days: 1 });
    // A whole day that a zone leaves out is due at the same instant as the next one.
    if (!isWanted || !isAfter(at, last)) continue;
    last = at;
    quiet = 0;
    yield at;
  }
}

function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) > 0;
}
