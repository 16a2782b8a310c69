/**
 * The connections of the page, shared by all that the kit follows and asks on it, whoever is signed in: a browser opens six
 * to an origin over HTTP/1.1, for all tabs together, and many over HTTP/2.
 */
import { systemClock } from "../foundation/clock.js";
import { createStreamSlots } from "../foundation/stream-slots.js";

/** How many streams are open at once, so that there is room for what is asked. */
const limits = { narrow: 4, wide: 64 };

export const browserStreams = createStreamSlots({
  clock: systemClock,
  limit: streamLimit,
  onCrowded() {
    // oxlint-disable-next-line no-console -- said once, to who builds the page: nothing fails, but updates come later
    console.warn(
      `More than ${streamLimit()} conversations are followed on this page, so they take turns and some show what is new a few seconds late. Serve the page over HTTP/2 to follow more of them at once.`,
    );
  },
});

/** By how the page itself came, as its requests go the same way; where nobody tells, such as outside a browser, without one. */
function streamLimit(): number {
  const [page] = globalThis.performance?.getEntriesByType?.("navigation") ?? [];
  const protocol = (page as { readonly nextHopProtocol?: unknown } | undefined)?.nextHopProtocol;
  if (typeof protocol !== "string") return Number.POSITIVE_INFINITY;
  return /^h[23]/.test(protocol) ? limits.wide : limits.narrow;
}
