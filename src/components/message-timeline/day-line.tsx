import type { ReactNode } from "react";
import { systemClock } from "../../foundation/clock.js";
import { useLocale, useStrings } from "../../hooks/use-strings.js";
import { useTimelineContext } from "./timeline-context.js";

/** Where a new day begins. A server says nothing: it does not know the reader's zone. */
export function DayLine({ time }: { readonly time: string }): ReactNode {
  const { units } = useStrings();
  const { locale } = useLocale();
  const { isZoneKnown } = useTimelineContext();
  if (!isZoneKnown) return null;
  return (
    <div className="sv-divider sv-day">
      <time className="sv-part" dateTime={time}>
        {units.day(new Date(time), new Date(systemClock.now()), locale)}
      </time>
    </div>
  );
}
