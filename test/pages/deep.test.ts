import { describe, expect, it } from "vitest";
import { pagesInChromium } from "./open-page.js";

/** Content nested thousands deep is laid out like any other: a stack overflow would be an error of the page. */

const open = pagesInChromium();

describe("content nested thousands deep", () => {
  it.each([
    "quotes",
    "lists in a line",
    "lists in lines",
    "numbered lists",
    "quotes in lists",
    "marks",
    "brackets",
    "objects of a tool",
    "lists of a tool",
    "arguments of an approval",
  ] as const)("shows %s to their end, no wider than a page of 360 px", async (name) => {
    const page = await open("deep-page", { width: 360, height: 640 });
    await page.evaluate((shown) => window.showDeep(shown), name);
    const more = page.getByRole("button", { name: "Show all" });
    while ((await more.count()) > 0) await more.first().click();
    const laidOut = await page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      const elements = [...document.querySelectorAll("#root *")];
      const depthOf = (element: Element | null): number => (element ? 1 + depthOf(element.parentElement) : 0);
      return {
        width: document.documentElement.scrollWidth,
        bottom: Math.round(document.querySelector("#root")!.getBoundingClientRect().bottom),
        depth: Math.max(...elements.map(depthOf)),
        hasEnd: document.body.textContent?.includes("end"),
      };
    });
    expect(laidOut.width).toBeLessThanOrEqual(360);
    expect(laidOut.bottom).toBeLessThanOrEqual(640);
    expect(laidOut.depth).toBeLessThan(120);
    expect(laidOut.hasEnd).toBe(true);
  });
});
