/**
 * The page's connections, shared by all streams and requests of the kit, for any person: a browser opens six to
 * an origin over HTTP/1.1, for all tabs together, and many over HTTP/2.
 */
import { systemClock } from "../foundation/clock.js";
import { createStreamSlots } from "../foundation/stream-slots.js";

/** Number of concurrent streams, so that requests get a connection. */
const limits = { narrow: 4, wide: 64 };

export const browserStreams = createStreamSlots({
  clock: systemClock,
  limit: streamLimit,
  onCrowded() {
    // oxlint-disable-next-line no-console -- a warning for developers, once: nothing fails, but updates are late
    console.warn(
      `More than ${streamLimit()} conversations are followed on this page, so they take turns and some show what is new a few seconds late. Serve the page over HTTP/2 to follow more of them at once.`,
    );
  },
});

/** Derived from the protocol of the page, which its requests share; the lower limit if unknown. */
function streamLimit(): number {
  const [page] = globalThis.performance?.getEntriesByType?.("navigation") ?? [];
  const protocol = (page as { readonly nextHopProtocol?: unknown } | undefined)?.nextHopProtocol;
  if (typeof protocol !== "string") return Number.POSITIVE_INFINITY;
  return /^h[23]/.test(protocol) ? limits.wide : limits.narrow;
}
