import { useEffect, useState, type ReactNode } from "react";
import { systemClock, type Clock } from "../foundation/clock.js";
import { useStrings } from "../hooks/use-strings.js";

interface ElapsedProps {
  /** When the wait began (ms since 1970). @default when this is mounted */
  readonly since?: number | undefined;
  /** Shows nothing before this (ms). */
  readonly after: number;
  /** Shown before the time. */
  readonly label?: string | undefined;
  readonly clock?: Clock | undefined;
}

/** Beyond a day the log or a clock is wrong (ms). */
const longest = 86_400_000;

/** Duration of a wait, updated each second. Hidden from screen readers, which would announce each update. */
export function Elapsed({ since, after, label, clock = systemClock }: ElapsedProps): ReactNode {
  const { units } = useStrings();
  const elapsed = useElapsed(since, after, clock);
  if (elapsed < after || elapsed > longest) return null;
  const time = units.duration(Math.floor(elapsed / 1_000) * 1_000);
  return (
    <span className="sv-elapsed" aria-hidden="true">
      {label !== undefined && <span className="sv-part">{`${label} · `}</span>}
      <span className="sv-part" translate="no">
        {time}
      </span>
    </span>
  );
}

function useElapsed(since: number | undefined, after: number, clock: Clock): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const start = since ?? clock.now();
    let cancel = () => {};
    const count = () => {
      const passed = clock.now() - start;
      if (passed >= after) setElapsed(passed);
      cancel = clock.after(passed < after ? after - passed : 1_000 - (passed % 1_000), count);
    };
    count();
    return () => cancel();
  }, [since, after, clock]);
  return elapsed;
}
