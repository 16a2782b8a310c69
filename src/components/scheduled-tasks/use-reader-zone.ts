import { useState } from "react";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";

/** The reader's time zone; null on a server and until the first layout, so that both draw the same. */
export function useReaderZone(): string | null {
  const [zone, setZone] = useState<string | null>(null);
  useBrowserLayoutEffect(() => setZone(new Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return zone;
}
