import { expect, it } from "vitest";
import { toolCall, turnEnd, userMessage } from "../components/row-items.js";
import { agent } from "./mixed-messages.js";
import { pagesInChromium } from "./open-page.js";

const open = pagesInChromium();

it("draws the ring of a row beside the time and the buttons of the row above", async () => {
  const page = await open("timeline-page");
  const timeline = [userMessage("Go"), toolCall("step"), agent("answer", "It is on its way."), turnEnd("complete")];
  await page.evaluate((timeline) => window.timeline.open(0, { timeline }), timeline);
  await page.locator(".sv-timeline-viewport").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.locator("[data-role=user]").hover();
  const [ring, shown] = await page.evaluate(() => {
    const row = document.activeElement!;
    const { outlineWidth, outlineOffset } = getComputedStyle(row);
    const { top, left } = row.getBoundingClientRect();
    const outside = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const words = row.querySelector(".sv-part")!.getBoundingClientRect();
    const above = [...document.querySelectorAll("[data-role=user] :is(.sv-icon, time)")];
    return [
      { name: row.className, top: top - outside, room: words.left - left },
      // Without the room within a picture, and between lines of text.
      above.map((part) => {
        const { top, height } = part.getBoundingClientRect();
        const size = part.matches("time") ? Number.parseFloat(getComputedStyle(part).fontSize) : height - 4;
        return top + (height + size) / 2;
      }),
    ] as const;
  });
  expect(ring.name).toBe("sv-turn");
  expect(shown.length).toBe(2);
  expect(Math.max(...shown)).toBeLessThanOrEqual(ring.top);
  expect(ring.room).toBeGreaterThanOrEqual(4);
});
