import type { Presence } from "../session/session-options.js";

/**
 * Calls back when an immediate retry is worthwhile: the network returned, the page is visible again, or it was
 * restored from the back/forward cache, or thawed.
 */
export function browserWake(run: () => void): () => void {
  if (typeof window === "undefined") return () => {};
  const look = ({ type }: Event) => {
    if (type === "online" || document.visibilityState === "visible") run();
  };
  const hints: readonly (readonly [EventTarget, string])[] = [
    [window, "online"],
    [window, "pageshow"],
    [document, "visibilitychange"],
    [document, "resume"],
  ];
  for (const [target, name] of hints) target.addEventListener(name, look);
  return () => {
    for (const [target, name] of hints) target.removeEventListener(name, look);
  };
}

/** Calls back when the device reports that it has lost its network. */
export function browserOffline(run: () => void): () => void {
  if (typeof window === "undefined") return () => {};
  const lose = () => run();
  window.addEventListener("offline", lose);
  return () => window.removeEventListener("offline", lose);
}

/** Whether the page can be seen; a server's pages are never hidden. */
export const browserPresence: Presence = {
  isHidden: () => typeof document !== "undefined" && document.visibilityState === "hidden",
  subscribe(run) {
    if (typeof document === "undefined") return () => {};
    document.addEventListener("visibilitychange", run);
    return () => document.removeEventListener("visibilitychange", run);
  },
};
