import { useState } from "react";
import { systemClock } from "../foundation/clock.js";
import { useBrowserLayoutEffect } from "../hooks/use-browser-layout-effect.js";

const minute = 60_000;

/**
 * The reader's time, to the minute (ms since 1970), when the component was last drawn; null on a server and until the first
 * layout, since nothing reads a clock while it renders. No timer keeps it up to date while nothing happens.
 */
export function useMinute(): number | null {
  const [now, setNow] = useState<number | null>(null);
  // After every draw, before the paint; the same minute draws nothing again.
  useBrowserLayoutEffect(() => setNow(Math.floor(systemClock.now() / minute) * minute));
  return now;
}
