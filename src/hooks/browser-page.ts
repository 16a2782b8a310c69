import { listen } from "../foundation/listen.js";
import type { PageEvents } from "../identity/identity-check.js";

/** The page's way through the back/forward cache, and whether it can be seen. */
export const browserPage: PageEvents = {
  isHidden: () => document.visibilityState === "hidden",
  subscribe({ onLeave, onReturn, onVisibility, onOnline }) {
    const leave = ({ persisted }: PageTransitionEvent) => onLeave(persisted);
    const comeBack = ({ persisted }: PageTransitionEvent) => onReturn(persisted);
    // Captured, so that the page is veiled before other listeners of its return run.
    return listen(
      [window, "pagehide", leave],
      [window, "pageshow", comeBack, true],
      [window, "online", onOnline],
      [document, "visibilitychange", onVisibility],
    );
  },
};
