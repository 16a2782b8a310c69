// oxlint-disable no-restricted-globals -- checks the page itself, once
import { useEffect } from "react";
import { systemClock } from "../foundation/clock.js";
import { isDevelopment } from "../foundation/development.js";

/** How long (ms) a page that has loaded waits for its sheets, as some are loaded with the code that wants them. */
const patience = 2_000;

const sentence =
  "The style sheet of @service/react is not on this page. Import it once: " +
  'import "@service/react/styles.css" (with Tailwind 4, "@service/react/styles.layer.css"). ' +
  "If the look is your own, set --sv-sheet: own on .sv-root.";

let isChecked = false;

/**
 * In development, once a page: warns in the console when the page has neither a sheet of the kit nor a host's
 * replacement.
 */
export function useSheetCheck(): void {
  useEffect(() => {
    if (isChecked || !isDevelopment() || isWithoutSheets()) return;
    isChecked = true;
    if (document.readyState === "complete") checkLater();
    else addEventListener("load", checkLater, { once: true });
  }, []);
}

function checkLater(): void {
  systemClock.after(patience, () => {
    const root = document.querySelector(".sv-root");
    // A custom property: reading it needs styles to be computed, and no layout.
    if (root && getComputedStyle(root).getPropertyValue("--sv-sheet") === "") console.warn(sentence);
  });
}

/** Documents of tests, which apply no sheets. */
function isWithoutSheets(): boolean {
  return /jsdom|happydom/i.test(navigator.userAgent);
}
