/** Numbers and times in words, for the English catalogue and for others to reuse. */

/** A span in seconds, minutes or hours: "0.4 s", "12 s", "3 min 5 s", "2 h 10 min". @param ms milliseconds */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 0.95) return `${(Math.max(1, Math.round(seconds * 10)) / 10).toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return withRest(`${minutes} min`, whole % 60, "s");
  return withRest(`${Math.floor(minutes / 60)} h`, minutes % 60, "min");
}

/** Hours and minutes in the reader's own way. */
export function formatTime(date: Date, locale: string | undefined): string {
  if (Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" }).format(date);
}

function withRest(text: string, rest: number, unit: string): string {
  return rest === 0 ? text : `${text} ${rest} ${unit}`;
}
