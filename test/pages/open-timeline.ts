import { pagesInChromium, type PageOptions } from "./open-page.js";
import { distanceToTip, readAt, rowTop, settle } from "./scrolling.js";

/** Returns a function that opens the page with a timeline, which ends with its test. */
export function timelinesInChromium() {
  const openPage = pagesInChromium();

  return async function open(count = 10_000, props = {}, options: PageOptions = {}) {
    const opened = await openPage("timeline-page", options);
    await opened.evaluate(([count, props]) => window.timeline.open(count, props), [count, props] as const);
    await settle(opened);
    return {
      page: opened,
      /** The newest answer gets longer, piece by piece. */
      grow: (times = 6) =>
        opened.evaluate(async (times) => {
          for (let count = 0; count < times; count += 1) {
            window.timeline.grow("More words of the newest answer come in, a line and another one.\n\n");
            await new Promise((done) => requestAnimationFrame(done));
          }
        }, times),
      atTip: async () => (await distanceToTip(opened)) <= 1,
      /** How far the row under the eye moves, from before to after (px). */
      moved: async (change: () => Promise<unknown>): Promise<number> => {
        const before = await readAt(opened);
        await change();
        await settle(opened);
        return Math.abs((await rowTop(opened, before.key)) - before.top);
      },
    };
  };
}
