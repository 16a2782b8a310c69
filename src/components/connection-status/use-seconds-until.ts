import { useState } from "react";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";

/**
 * Whole seconds until a time (ms since 1970), at least 1; null without one and when it has passed. Ticks only
 * meanwhile.
 */
export function useSecondsUntil(time: number | null): number | null {
  const [counted, setCounted] = useState<{ readonly time: number; readonly seconds: number } | null>(null);
  // Before the paint, so that nothing else is shown for a moment.
  useBrowserLayoutEffect(() => {
    if (time === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      const left = time - Date.now();
      setCounted({ time, seconds: Math.max(0, Math.ceil(left / 1_000)) });
      // At the next full second, so that no number is skipped or stays for long.
      if (left > 0) timer = setTimeout(count, left % 1_000 || 1_000);
    };
    count();
    return () => clearTimeout(timer);
  }, [time]);
  return counted !== null && counted.time === time && counted.seconds > 0 ? counted.seconds : null;
}
