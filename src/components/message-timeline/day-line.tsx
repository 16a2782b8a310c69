import type { ReactNode } from "react";
import { useLocale, useStrings } from "../../hooks/use-strings.js";
import { dayNumber } from "../../strings/format.js";
import { useMinute } from "../use-minute.js";
import { useTimelineContext } from "./timeline-context.js";

interface DayLineProps {
  readonly time: string;
  /** Whether nothing precedes it: then today needs no line. */
  readonly isFirst: boolean;
}

/** The start of a new day. Renders nothing on a server, which lacks the reader's zone. */
export function DayLine({ time, isFirst }: DayLineProps): ReactNode {
  const { units } = useStrings();
  const { locale } = useLocale();
  const { isZoneKnown } = useTimelineContext();
  const now = useMinute();
  if (!isZoneKnown || (isFirst && (now === null || dayNumber(new Date(time)) === dayNumber(new Date(now)))))
    return null;
  return (
    <div className="sv-divider sv-day">
      <time className="sv-part" dateTime={time}>
        {now === null ? "\u00a0" : units.day(new Date(time), new Date(now), locale)}
      </time>
    </div>
  );
}
