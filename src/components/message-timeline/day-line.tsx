import { useContext, type ReactNode } from "react";
import { useLocale, useStrings } from "../../hooks/use-strings.js";
import { dayNumber } from "../../strings/format.js";
import { useMinute } from "../use-minute.js";
import { ReadAtContext, useTimelineContext } from "./timeline-context.js";

interface DayLineProps {
  readonly time: string;
  /** The time of what precedes it; undefined for nothing: then today needs no line. */
  readonly since: string | undefined;
}

/** The longest day of any zone (ms): its clock is put back by an hour. */
const longestDay = 25 * 3_600_000;

/**
 * The start of a new day. A server lacks the reader's zone: it leaves room for the line where the day is another one in
 * every zone, so that nothing moves once the line has its words.
 */
export function DayLine({ time, since }: DayLineProps): ReactNode {
  const { units } = useStrings();
  const { locale } = useLocale();
  const { isZoneKnown } = useTimelineContext();
  const readAt = useContext(ReadAtContext);
  const now = useMinute();
  const isFirst = since === undefined;
  const apart = isFirst ? msBetween(time, readAt) : msBetween(since, time);
  const isUnsure = !isZoneKnown || (isFirst && now === null);
  const isToday = isFirst && now !== null && dayNumber(new Date(time)) === dayNumber(new Date(now));
  if (isUnsure ? !(apart >= longestDay) : isToday) return null;
  const words = isZoneKnown && now !== null ? units.day(new Date(time), new Date(now), locale) : "\u00a0";
  return (
    <div className="sv-divider sv-day">
      <time className="sv-part" dateTime={time}>
        {words}
      </time>
    </div>
  );
}

/** NaN without one of them. */
const msBetween = (from: string, to: string | undefined) => Date.parse(to ?? "") - Date.parse(from);
