import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { pagesInChromium } from "./open-page.js";

const open = pagesInChromium();

interface Place {
  /** How far the last answer ends above the lower edge of the view (CSS pixels). */
  readonly above: number;
  /** How far the first message begins below the upper edge. */
  readonly below: number;
}

/** Where the conversation is in its view, as a person sees it. */
const placeOf = (page: Page): Promise<Place> =>
  page.evaluate(() => {
    const view = document.querySelector(".sv-timeline-viewport")!.getBoundingClientRect();
    const rows = [...document.querySelectorAll(".sv-timeline-content .sv-message")];
    const first = rows[0]!.getBoundingClientRect();
    const last = rows.at(-1)!.getBoundingClientRect();
    return { above: view.bottom - last.bottom, below: first.top - view.top };
  });

describe("a page that a server drew", () => {
  it("begins at its newest line before any script runs, and stays there when it is hydrated", async () => {
    const page = await open("first-page-page");
    await page.evaluate(() => window.firstPage.draw(30));
    expect(await page.textContent(".sv-timeline-viewport")).toContain("Answer 30");
    const drawn = await placeOf(page);
    expect(drawn.above).toBeGreaterThanOrEqual(0);
    expect(drawn.above).toBeLessThan(60);
    await page.evaluate(() => window.firstPage.hydrate());
    await page.waitForSelector(".sv-timeline-viewport[data-attached]");
    const hydrated = await placeOf(page);
    expect(Math.abs(hydrated.above - drawn.above)).toBeLessThan(2);
    expect(await page.evaluate(() => window.firstPage.recovered)).toEqual([]);
  });

  it("begins at the top where it is shorter than its view, and stays there", async () => {
    const page = await open("first-page-page");
    await page.evaluate(() => window.firstPage.draw(1));
    const drawn = await placeOf(page);
    expect(drawn.below).toBeGreaterThanOrEqual(0);
    expect(drawn.below).toBeLessThan(60);
    await page.evaluate(() => window.firstPage.hydrate());
    await page.waitForSelector(".sv-timeline-viewport[data-attached]");
    expect(Math.abs((await placeOf(page)).below - drawn.below)).toBeLessThan(2);
  });
});
