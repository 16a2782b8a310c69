import { describe, expect, it } from "vitest";
import { userMessage } from "../components/row-items.js";
import { pagesInChromium } from "./open-page.js";

/** How messages change their look on their way, in a real browser. */

const open = pagesInChromium();

describe("a message that is sent", () => {
  it.each([true, false])(
    "leaves the sign of activity in its place once it has arrived (touch: %s)",
    async (hasTouch) => {
      const page = await open("timeline-page", { hasTouch, width: 360 });
      const topOfDots = async (delivery: { readonly state: "sending" | "queued" } | undefined) => {
        const timeline = [userMessage("Go", delivery && { delivery })];
        await page.evaluate((shown) => window.timeline.open(0, { timeline: shown, isRunning: true }), timeline);
        return (await page.locator(".sv-thinking-dots").boundingBox())?.y;
      };
      const top = await topOfDots(undefined);
      expect(top).toBeGreaterThan(0);
      expect([await topOfDots({ state: "sending" }), await topOfDots({ state: "queued" })]).toEqual([top, top]);
      expect(await page.getByText("Queued").isVisible()).toBe(true);
      expect(await page.locator(".sv-message-actions").evaluate((row) => getComputedStyle(row).opacity)).toBe("1");
    },
  );
});
