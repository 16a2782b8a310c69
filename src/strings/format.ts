/** Numbers and times in words, for the English catalogue and for others to reuse. */

/** Between a number and its unit, where no line ends. */
const gap = "\u00a0";

/** A span: "0.4 s", "12 s", "3 min 5 s", "2 h 10 min", from two days on "2 d 3 h". @param ms milliseconds */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 0.95) return `${(Math.max(1, Math.round(seconds * 10)) / 10).toFixed(1)}${gap}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}${gap}s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return withRest(`${minutes}${gap}min`, whole % 60, "s");
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return withRest(`${hours}${gap}h`, minutes % 60, "min");
  return withRest(`${Math.floor(hours / 24)}${gap}d`, hours % 24, "h");
}

const styles = {
  time: { hour: "numeric", minute: "2-digit" },
  day: { weekday: "long", day: "numeric", month: "long" },
  dayOfYear: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  dateTime: { dateStyle: "full", timeStyle: "short" },
  when: { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" },
  whenInYear: { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format costs more to make than a thousand uses of it. */
function format(style: keyof typeof styles, date: Date, locale: string | undefined): string {
  if (Number.isNaN(date.getTime())) return "";
  const key = `${style} ${locale ?? ""}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(locale, styles[style]);
    formats.set(key, made);
  }
  return made.format(date);
}

/** Hours and minutes in the reader's own way. */
export function formatTime(date: Date, locale: string | undefined): string {
  return format("time", date, locale);
}

/** A day and a time in full. */
export function formatDateTime(date: Date, locale: string | undefined): string {
  return format("dateTime", date, locale);
}

/** A day and a time for a list, short: "Tomorrow, 3:45 PM", "Fri, Nov 27, 3:45 PM"; with the year when it is another. */
export function formatWhen(date: Date, now: Date, locale: string | undefined): string {
  const days = dayNumber(date) - dayNumber(now);
  if (Math.abs(days) <= 1) return `${nearDay(days, locale)}, ${format("time", date, locale)}`;
  return format(date.getFullYear() === now.getFullYear() ? "when" : "whenInYear", date, locale);
}

const nearDays = new Map<string, Intl.RelativeTimeFormat>();

/** "Yesterday", "Today" or "Tomorrow". */
function nearDay(days: number, locale: string | undefined): string {
  const made = nearDays.get(locale ?? "") ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  nearDays.set(locale ?? "", made);
  const word = made.format(days, "day");
  return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);
}

/** A day in the reader's own way, without the year while it is this one. @param near the words for today and yesterday */
export function formatDay(
  date: Date,
  now: Date,
  locale: string | undefined,
  near: readonly [today: string, yesterday: string],
): string {
  const days = dayNumber(now) - dayNumber(date);
  return near[days] ?? format(date.getFullYear() === now.getFullYear() ? "day" : "dayOfYear", date, locale);
}

/** Counts days in the reader's zone, so that neighbours differ by one also where a clock is put forward. */
export function dayNumber(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

/** A machine's name as a person would read it: "waiting_capacity" → "Waiting capacity". */
export function plainWords(name: string): string {
  const text = name.replace(/[_-]+/g, " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The failed action by name; a general sentence for an unknown action. */
export function couldNot(
  failures: Readonly<Record<string, string>>,
  action: string,
  otherwise = "Something went wrong.",
): string {
  return failures[action] ?? otherwise;
}

/** Those of the sentences that are there, one after another. Each but the last is without its period. */
export function inSentences(...sentences: readonly (string | false)[]): string {
  return sentences.filter(Boolean).join(". ");
}

/** A size in steps of 1,024: "512 B", "1.5 KB", "12 MB". */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${Math.max(0, Math.round(bytes))}${gap}B`;
  const step = bytes < 1024 ** 2 ? 1 : bytes < 1024 ** 3 ? 2 : 3;
  const value = bytes / 1024 ** step;
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)}${gap}${["KB", "MB", "GB"][step - 1]}`;
}

function withRest(text: string, rest: number, unit: string): string {
  return rest === 0 ? text : `${text} ${rest}${gap}${unit}`;
}

/** A count of characters in English. */
export function characters(count: number): string {
  return count === 1 ? "1 character" : `${count.toLocaleString("en")} characters`;
}

/** A time zone: its city, its offset from UTC and its name. */
export function formatZone(city: string, offset: string | null, name: string | null): string {
  return [offset === null ? city : `${city} (${offset})`, name].filter((part) => part !== null).join(" · ");
}
