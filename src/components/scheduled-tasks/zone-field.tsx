import { memo, useMemo, useState, type ReactNode } from "react";
import { systemClock } from "../../foundation/clock.js";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useScheduleStrings } from "../../hooks/use-schedule-strings.js";
import { useLocale } from "../../hooks/use-strings.js";
import { FormField } from "../form-field.js";
import { currentZone } from "./current-zone.js";
import { cityOf, zoneFacts, type ZoneFacts } from "./zone-facts.js";

interface ZoneFieldProps {
  readonly id: string;
  readonly fault: string | null;
  readonly zone: string;
  readonly onChange: (patch: { readonly zone: string }) => void;
}

/**
 * A time zone by its city, which typing finds, with its offset and name. Its value is the id. React compares its 400
 * options in each render, so that it renders for its own props only, and not at each letter in another field.
 */
export const ZoneField = memo(function ZoneField({ id, fault, zone, onChange }: ZoneFieldProps): ReactNode {
  const strings = useScheduleStrings().form;
  const listed = useZones();
  // A browser without a list gets the id as text.
  const isText = listed?.length === 0;
  return (
    <FormField id={id} fault={fault} label={strings.zone}>
      {(control, isBusy) =>
        isText ? (
          <input
            {...control}
            readOnly={isBusy}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            value={zone}
            onChange={({ target }) => onChange({ zone: target.value })}
          />
        ) : (
          <select
            {...control}
            aria-disabled={isBusy || undefined}
            dir="auto"
            value={zone}
            onChange={({ target }) => onChange({ zone: target.value })}
          >
            <ZoneOptions zone={zone} listed={listed ?? none} />
          </select>
        )
      }
    </FormField>
  );
});

const none: readonly string[] = [];

function ZoneOptions({ zone, listed }: { readonly zone: string; readonly listed: readonly string[] }): ReactNode {
  const strings = useScheduleStrings().form;
  const { locale } = useLocale();
  const facts = useZoneFacts(listed, zone, locale);
  return useMemo(() => {
    const current = currentZone(zone);
    // A zone that the browser lists under another id has the task's id.
    const all = zone === "" ? listed : [...listed.filter((one) => currentZone(one) !== current), zone];
    const inOrder = all.toSorted((one, other) => cityOf(one).localeCompare(cityOf(other), locale));
    return inOrder.map((one) => {
      const { offset = null, name = null } = facts.get(one) ?? {};
      return (
        <option key={one} className="sv-part" value={one}>
          {strings.zoneOption(cityOf(one), apart(offset), apart(name))}
        </option>
      );
    });
  }, [listed, zone, locale, facts, strings]);
}

/**
 * In a direction of its own, whatever that of the city is, which the whole option has: a narrow field cuts the end. The city
 * has no marks, as typing finds it by its first letter.
 */
const apart = (text: string | null) => (text === null ? null : `\u2068${text}\u2069`);

/** The browser's time zones: null until the first layout, and none where it cannot list them. */
function useZones(): readonly string[] | null {
  const [zones, setZones] = useState<readonly string[] | null>(null);
  useBrowserLayoutEffect(() => {
    const { supportedValuesOf } = Intl as { supportedValuesOf?: (key: "timeZone") => string[] };
    const listed = supportedValuesOf?.("timeZone") ?? [];
    setZones(listed.length === 0 || listed.includes("UTC") ? listed : [...listed, "UTC"]);
  }, []);
  return zones;
}

/** Zones named in one task of the page: a format costs about a tenth of a millisecond, and a zone takes two. */
const atOnce = 20;

/** The offset and name of the shown zone at once, then of all others in the background. */
function useZoneFacts(
  listed: readonly string[],
  shown: string,
  locale: string | undefined,
): ReadonlyMap<string, ZoneFacts> {
  const [known, setKnown] = useState<ReadonlyMap<string, ZoneFacts>>(new Map());
  const [first] = useState(shown);
  useBrowserLayoutEffect(() => {
    const now = systemClock.now();
    const facts = new Map([[first, zoneFacts(first, locale, now)]]);
    setKnown(new Map(facts));
    let next = 0;
    let cancel = () => {};
    const step = () => {
      for (const zone of listed.slice(next, next + atOnce)) facts.set(zone, zoneFacts(zone, locale, now));
      next += atOnce;
      if (next < listed.length) cancel = systemClock.after(0, step);
      else setKnown(facts);
    };
    if (listed.length > 0) cancel = systemClock.after(0, step);
    return () => cancel();
  }, [listed, first, locale]);
  return known;
}
