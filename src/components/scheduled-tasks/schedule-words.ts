import type { Schedule } from "../../wire/protocol/schedules.js";
import type { ScheduleMessages } from "../../strings/schedule-messages.js";

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
  const zone = "timeZone" in schedule && schedule.timeZone !== here ? schedule.timeZone : null;
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
      return (schedule satisfies never as { readonly type: string }).type;
  }
}
