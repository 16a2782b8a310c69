import { listen } from "../foundation/listen.js";
import type { Presence } from "../session/session-types.js";

/**
 * Calls back when an immediate retry is worthwhile: the network returned, the page is visible again, or it was
 * restored from the back/forward cache, or thawed.
 */
export function browserWake(run: () => void): () => void {
  if (typeof window === "undefined") return () => {};
  const look = ({ type }: Event) => {
    if (type === "online" || document.visibilityState === "visible") run();
  };
  return listen(
    [window, "online", look],
    [window, "pageshow", look],
    [document, "visibilitychange", look],
    [document, "resume", look],
  );
}

/** Calls back when the device reports that it has lost its network. */
export function browserOffline(run: () => void): () => void {
  return typeof window === "undefined" ? () => {} : listen([window, "offline", () => run()]);
}

/** Whether the page can be seen; a server's pages are never hidden. */
export const browserPresence: Presence = {
  isHidden: () => typeof document !== "undefined" && document.visibilityState === "hidden",
  subscribe: (run) => (typeof document === "undefined" ? () => {} : listen([document, "visibilitychange", run])),
};
