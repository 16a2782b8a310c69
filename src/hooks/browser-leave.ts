import { listen } from "../foundation/listen.js";

/** Calls back when the page may be unloaded. A phone often only hides the page. */
export function browserLeave(run: () => void): () => void {
  if (typeof window === "undefined") return () => {};
  const hide = () => {
    if (document.visibilityState === "hidden") run();
  };
  return listen([window, "pagehide", run], [document, "visibilitychange", hide]);
}
