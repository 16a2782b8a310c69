import { useEffect, useState, type ReactNode } from "react";
import { systemClock, type Clock } from "../../foundation/clock.js";
import { useLocale, useStrings } from "../../hooks/use-strings.js";
import { dayNumber } from "../../strings/format.js";
import { Icon } from "../icons.js";

interface DeadlineProps {
  /** By this device's clock (ms since 1970); the service's time where the difference of the clocks is unknown. */
  readonly expiresAt: number | string;
  readonly clock?: Clock | undefined;
}

/**
 * The time limit of an answer. The remaining time is shown after hydration, and updated as rarely as possible.
 * Nothing happens at its end: the log closes a question.
 */
export function Deadline(props: DeadlineProps): ReactNode {
  const { question, units } = useStrings();
  const { locale } = useLocale();
  const { expiresAt } = props;
  const end = typeof expiresAt === "string" ? Date.parse(expiresAt) : expiresAt;
  const left = useTimeLeft(end, props.clock ?? systemClock);
  if (Number.isNaN(end)) return null;
  const soon = left !== null && left < minute;
  // A time alone reads as today's.
  const isToday = left === null || dayNumber(new Date(end)) === dayNumber(new Date(end - left));
  const time = isToday ? units.time(new Date(end), locale) : units.dateTime(new Date(end), locale);
  return (
    <p className="sv-deadline" data-soon={soon ? "" : undefined}>
      <Icon name="clock" />
      <time className="sv-part" dateTime={new Date(end).toISOString()} suppressHydrationWarning>
        {question.deadline(time, left !== null && left > 0 ? units.duration(left) : null)}
      </time>
    </p>
  );
}

const minute = 60_000;

/** Whole minutes, and seconds in the last one; null before the first effect and when there is no end. */
function useTimeLeft(end: number, clock: Clock): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    const tick = () => {
      const rest = end - clock.now();
      if (!(rest > 0)) return setLeft(0);
      const step = rest > minute ? minute : 1000;
      setLeft(Math.ceil(rest / step) * step);
      stop = clock.after(rest % step || step, tick);
    };
    if (!Number.isNaN(end)) tick();
    return () => stop?.();
  }, [end, clock]);
  return left;
}
