import type { Presence } from "../session/session-options.js";

/** Calls back when a retry is worth while at once: the network came back, or the page is looked at again. */
export function browserWake(run: () => void): () => void {
  if (typeof window === "undefined") return () => {};
  const look = () => {
    if (document.visibilityState === "visible") run();
  };
  window.addEventListener("online", run);
  document.addEventListener("visibilitychange", look);
  return () => {
    window.removeEventListener("online", run);
    document.removeEventListener("visibilitychange", look);
  };
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
