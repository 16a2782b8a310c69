import type { PageEvents } from "../identity/identity-check.js";

/** The page's way through the back/forward cache, and whether it can be seen. */
export const browserPage: PageEvents = {
  isHidden: () => document.visibilityState === "hidden",
  subscribe({ onLeave, onReturn, onVisibility, onOnline }) {
    const leave = ({ persisted }: PageTransitionEvent) => onLeave(persisted);
    const comeBack = ({ persisted }: PageTransitionEvent) => onReturn(persisted);
    // Captured, so that the page is veiled before other listeners of its return run.
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", comeBack, true);
    window.addEventListener("online", onOnline);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", comeBack, true);
      window.removeEventListener("online", onOnline);
      document.removeEventListener("visibilitychange", onVisibility);
    };
  },
};
