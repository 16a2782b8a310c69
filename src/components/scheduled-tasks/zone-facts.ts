import { currentZone } from "./current-zone.js";

/** The facts of a time zone for a person: city, offset and name. */

/** Cities whose id is not how they are written. */
const spelled: Readonly<Record<string, string>> = {
  "America/Lower_Princes": "Lower Prince's Quarter",
  "America/St_Johns": "St John's",
  "Antarctica/DumontDUrville": "Dumont d'Urville",
};

/** The city of a zone's id: "San Juan, Argentina" for `America/Argentina/San_Juan`, "Kolkata" for `Asia/Calcutta`. */
export function cityOf(zone: string): string {
  const current = currentZone(zone);
  const [, ...places] = current.replaceAll("_", " ").split("/");
  return spelled[current] ?? (places.length === 0 ? zone : places.toReversed().join(", "));
}

export interface ZoneFacts {
  /** Such as "GMT+2"; null where the browser does not have the zone. */
  readonly offset: string | null;
  /** Such as "Central European Time"; null where the browser has none but the offset. */
  readonly name: string | null;
}

/** @param now the offset of a zone changes in a year (ms since 1970). */
export function zoneFacts(zone: string, locale: string | undefined, now: number): ZoneFacts {
  const offset = zonePart(zone, locale, "shortOffset", now);
  const names = (["longGeneric", "long"] as const).map((style) => zonePart(zone, locale, style, now));
  // A name with digits is the offset again.
  return { offset, name: names.find((name) => name !== null && !/\p{Nd}/u.test(name)) ?? null };
}

/** The zone's name in a style; null in a browser without the zone or the style. */
export function zonePart(
  zone: string,
  locale: string | undefined,
  timeZoneName: "shortOffset" | "longGeneric" | "long",
  at: number,
): string | null {
  try {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName }).formatToParts(at);
    return parts.find(({ type }) => type === "timeZoneName")?.value ?? null;
  } catch {
    return null;
  }
}
