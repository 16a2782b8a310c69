import type { Schedule } from "../../wire/protocol/schedules.js";
import type { ScheduleMessages } from "../../strings/schedule-messages.js";
import { currentZone } from "./current-zone.js";
import { zonePart } from "./zone-facts.js";

/** A day whose weekdays have the numbers of a schedule: 2 January 2000 was a Sunday. */
const dayOf = (day: number, hour = 0, minute = 0) => new Date(Date.UTC(2000, 0, 2 + day, hour, minute));

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, as creating a format costs more than a thousand uses. */
function format(style: "long" | "short" | "time", locale: string | undefined): Intl.DateTimeFormat {
  const key = `${style} ${locale ?? ""}`;
  const options = style === "time" ? ({ hour: "numeric", minute: "2-digit" } as const) : { weekday: style };
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  formats.set(key, made);
  return made;
}

/** The name of a weekday in the reader's language; 0 is Sunday. */
export function dayName(day: number, style: "long" | "short", locale: string | undefined): string {
  return format(style, locale).format(dayOf(day));
}

/** The common name of a time zone, such as "Central European Time"; its id where the browser has none. */
function zoneName(zone: string, locale: string | undefined): string {
  const key = `${zone} ${locale ?? ""}`;
  const known = names.get(key);
  if (known !== undefined) return known;
  const name = zonePart(zone, locale, "longGeneric", today) ?? plainId(zone);
  names.set(key, name);
  return name;
}

const names = new Map<string, string>();

/** A zone has been named by several rules; those of today are in force here. */
const today = Date.UTC(2026, 0, 1);

/** Whether clocks are the same in both, as in Berlin and Paris. Zones of one usual name may change theirs on other days. */
export function isSameZone(zone: string | undefined, here: string | null): boolean {
  if (zone === undefined || here === null) return zone === undefined;
  return zone === here || offsetsOf(zone) === offsetsOf(here);
}

const weekMs = 604_800_000;
const offsets = new Map<string, string>();

/** The offsets of a zone in each week of a year; its id where the browser has none. */
function offsetsOf(zone: string): string {
  const known = offsets.get(zone);
  if (known !== undefined) return known;
  let all = zone;
  try {
    const offset = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
    const weeks = Array.from({ length: 53 }, (_, week) => offset.formatToParts(today + week * weekMs));
    all = weeks.map((parts) => parts.find(({ type }) => type === "timeZoneName")?.value).join();
  } catch {
    // The browser does not have this zone.
  }
  offsets.set(zone, all);
  return all;
}

/** The zone as it is named beside a time; by its id where the reader's zone has the same name. */
function nameElsewhere(zone: string, here: string | null, locale: string | undefined): string {
  const name = zoneName(zone, locale);
  return here !== null && zoneName(here, locale) === name ? plainId(zone) : name;
}

const plainId = (zone: string) => currentZone(zone).replaceAll("_", " ");

/**
 * When a task runs, in words.
 *
 * @param now the reader's time (ms since 1970)
 * @param here the reader's time zone, which is not named
 */
export function scheduleWords(
  schedule: Schedule,
  strings: ScheduleMessages,
  locale: string | undefined,
  now: number,
  here: string | null,
): string {
  const isElsewhere = "timeZone" in schedule && !isSameZone(schedule.timeZone, here);
  const zone = isElsewhere ? nameElsewhere(schedule.timeZone ?? "", here, locale) : null;
  switch (schedule.type) {
    case "manual":
      return strings.manual;
    case "interval":
      return strings.every(schedule.everySeconds);
    case "once": {
      const isInstant = /T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(schedule.runAt);
      const when = strings.when(new Date(schedule.runAt), new Date(now), locale);
      // A time without an offset is the wall clock of its zone, the same in every browser.
      return strings.once(when, isInstant ? null : zone);
    }
    case "calendar": {
      const { hour, minute, daysOfWeek } = schedule;
      const time = format("time", locale).format(dayOf(0, hour, minute));
      if (!daysOfWeek || daysOfWeek.length === 7) return strings.daily(time, zone);
      const days = daysOfWeek.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
      if (days.join() === "1,2,3,4,5") return strings.weekdays(time, zone);
      return strings.weekly(
        days.map((day) => dayName(day, "long", locale)),
        time,
        zone,
      );
    }
    default:
      // A schedule of a newer service.
      return (schedule satisfies never, strings.other);
  }
}
