/** Relative time in the reader's locale, or the date when that is clearer: "5 min. ago", "3 May". */
export function formatAgo(date: Date, now: Date, locale: string | undefined): string {
  if (Number.isNaN(date.getTime())) return "";
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  // The time of a row is not counted on by the second.
  if (-seconds < 60) return agos(locale).format(0, "second");
  const [unit, size] = steps.find(([, , until]) => -seconds < until) ?? [];
  if (unit === undefined || size === undefined) {
    const withoutYear = date.getFullYear() === now.getFullYear();
    return dates(locale, withoutYear).format(date);
  }
  const ago = agos(locale).format(Math.min(0, Math.trunc(seconds / size)), unit);
  // No line ends between a number and its unit.
  return ago.replace(/(\d) (?=\p{L})/u, "$1\u00a0");
}

const steps = [
  ["minute", 60, 3_600],
  ["hour", 3_600, 86_400],
  ["day", 86_400, 7 * 86_400],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number, number])[];

/** A format costs more to make than a thousand uses of it. */
function once<Key extends string, Format>(make: (key: Key) => Format): (key: Key) => Format {
  const made = new Map<Key, Format>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

const agoOf = once((locale: string) => {
  const short = new Intl.RelativeTimeFormat(locale || undefined, { numeric: "auto", style: "short" });
  // Narrow units can be read in English; in German, "3 m" would be three metres.
  if (!short.resolvedOptions().locale.startsWith("en")) return short;
  return new Intl.RelativeTimeFormat(locale || undefined, { numeric: "auto", style: "narrow" });
});
const dateOf = once((key: string) => {
  const [locale = "", year = ""] = key.split("/");
  return new Intl.DateTimeFormat(locale || undefined, { ...dateStyle, ...(year !== "" && { year: "numeric" }) });
});
const dateStyle = { day: "numeric", month: "short" } as const;

const agos = (locale: string | undefined) => agoOf(locale ?? "");
const dates = (locale: string | undefined, withoutYear: boolean) =>
  dateOf(`${locale ?? ""}/${withoutYear ? "" : "year"}`);
