import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch } from "../journeys/support/browser.js";
import { bundleSheets, putSheets } from "./sheets.js";

/** The shapes of rows that load, on the ground that each is drawn on. */
const markup = `<div class="sv-root"><div class="sv-loading">
  <span class="sv-shape" data-role="user"></span><span class="sv-shape" data-role="assistant"></span>
</div><div class="sv-records-loading"><span class="sv-shape-lines" data-card=""><span class="sv-shape"></span></span></div>
<div class="sv-sessions-loading"><span class="sv-shape"></span></div></div>`;

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launch();
  page = await (await browser.newContext()).newPage();
  await page.setContent(`<!doctype html><html lang="en"><body>${markup}</body></html>`);
  await putSheets(page, [(await bundleSheets())["styles.css"]]);
});
afterAll(() => browser?.close());

/** Contrast of each shape with the page: at its strongest, and at the weakest moment of its animation. */
const contrasts = () =>
  page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
    const root = getComputedStyle(document.querySelector(".sv-root")!);
    const luminance = (color: string, opacity: number) => {
      pen.globalAlpha = 1;
      pen.fillStyle = root.getPropertyValue("--sv-bg").trim();
      pen.fillRect(0, 0, 1, 1);
      pen.globalAlpha = opacity;
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return [...document.querySelectorAll(".sv-shape")].map((shape) => {
      const frames = shape.getAnimations().flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes());
      const weakest = Math.min(1, ...frames.map(({ opacity }) => Number(opacity ?? 1)));
      const { backgroundColor } = getComputedStyle(shape);
      const ground = luminance("transparent", 1);
      return [1, weakest].map((opacity) => contrast(luminance(backgroundColor, opacity), ground));
    });
  });

it.each(["light", "dark"] as const)(
  "shapes of loading rows can be seen in the %s theme, and stay calm",
  async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    const found = await contrasts();
    expect(found).toHaveLength(4);
    for (const [strongest = 0, weakest = 0] of found) {
      expect(weakest).toBeGreaterThan(1.1);
      expect(strongest).toBeGreaterThan(1.2);
      // Far below the contrast of a control's edge: nothing to press or read.
      expect(strongest).toBeLessThan(1.7);
    }
  },
);

it("draws a record as a card with the whole width of its list, and its words as thin lines", async () => {
  const found = await page.evaluate(() => {
    const sizeOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
    const card = document.querySelector(".sv-shape-lines[data-card]")!;
    return {
      beside: sizeOf(".sv-records-loading").width - sizeOf(".sv-shape-lines[data-card]").width,
      edge: getComputedStyle(card).borderTopWidth,
      line: sizeOf(".sv-records-loading .sv-shape").height,
    };
  });
  expect(found).toMatchObject({ beside: 0, edge: "1px" });
  expect(found.line).toBeLessThan(14);
});

it("draws the edge of a shape where the browser replaces its colors", async () => {
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  const widths = await page.evaluate(() =>
    [...document.querySelectorAll(".sv-shape")].map((shape) => getComputedStyle(shape).borderTopWidth),
  );
  expect(new Set(widths)).toEqual(new Set(["1px"]));
});
