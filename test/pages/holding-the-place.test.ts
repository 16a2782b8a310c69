import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { timelinesInChromium } from "./open-timeline.js";
import { readAt, rowTop, settle, wheel } from "./scrolling.js";

/** Keeping the visible place, in a real browser, at 10,000 messages of mixed height. */

const open = timelinesInChromium();

describe("never moves the visible rows", () => {
  it.each([300, 5_000, 60_000, 700_000])(
    "%i px above the end, while an answer grows and messages arrive",
    async (way) => {
      const { page, grow, moved } = await open();
      await wheel(page, -way);
      expect(await moved(() => grow())).toBeLessThanOrEqual(1);
      expect(await moved(() => page.evaluate(() => window.timeline.append(30)))).toBeLessThanOrEqual(1);
    },
  );

  it("while the reader scrolls up through unmeasured rows, each turn of the wheel moves by that turn", async () => {
    const { page } = await open();
    await wheel(page, -200);
    for (let step = 0; step < 40; step += 1) {
      const before = await readAt(page);
      await page.mouse.wheel(0, -240);
      await settle(page);
      expect(Math.abs((await rowTop(page, before.key)) - before.top - 240)).toBeLessThanOrEqual(1);
    }
  });

  it("nor shows an empty view, wherever the reader jumps to", async () => {
    const { page } = await open();
    for (const part of [0.2, 0.7, 0.01, 0.5]) {
      const words = await page.evaluate(async (part) => {
        const view = document.querySelector(".sv-timeline-viewport");
        if (!view) return 0;
        view.scrollTop = view.scrollHeight * part;
        await new Promise((done) => requestAnimationFrame(done));
        const box = view.getBoundingClientRect();
        const places = [0.1, 0.3, 0.5, 0.7, 0.9].map((at) => document.elementFromPoint(450, box.top + box.height * at));
        return places.filter((element) => element?.closest(".sv-shelf")?.textContent).length;
      }, part);
      expect(words).toBeGreaterThanOrEqual(4);
      await settle(page);
    }
  });
});

describe("keeps the position", () => {
  it("when older pages are added above", async () => {
    const { page, moved } = await open(10_000, { hasOlder: true });
    await page.keyboard.press("Tab");
    await page.evaluate(() => document.querySelector(".sv-timeline-viewport")?.scrollTo(0, 900));
    await settle(page);
    expect(await moved(() => page.evaluate(() => window.timeline.prepend(500)))).toBeLessThanOrEqual(1);
    expect(await moved(() => page.evaluate(() => window.timeline.prepend(77)))).toBeLessThanOrEqual(1);
  });

  it("when rows change height", async () => {
    const { page, moved } = await open();
    await wheel(page, -3_000);
    const change = () =>
      page.evaluate(() => {
        const line = document.querySelector(".sv-timeline-viewport")?.getBoundingClientRect().top ?? 0;
        for (const row of document.querySelectorAll<HTMLElement>(".sv-group")) {
          if (row.getBoundingClientRect().bottom < line) row.style.paddingBottom = "13.4px";
        }
      });
    expect(await moved(change)).toBeLessThanOrEqual(1);
  });

  it("when images load", async () => {
    const { page, moved } = await open();
    await wheel(page, -3_000);
    const load = () =>
      page.evaluate(async () => {
        const line = document.querySelector(".sv-timeline-viewport")?.getBoundingClientRect().top ?? 0;
        const rows = [...document.querySelectorAll<HTMLElement>(".sv-group")];
        const above = rows.filter((row) => row.getBoundingClientRect().bottom < line).at(-1);
        const image = document.createElement("img");
        const canvas = Object.assign(document.createElement("canvas"), { width: 300, height: 217 });
        image.src = canvas.toDataURL();
        above?.append(image);
        await image.decode();
      });
    expect(await moved(load)).toBeLessThanOrEqual(1);
  });

  it("when the window changes", async () => {
    const { page, moved } = await open();
    await wheel(page, -40_000);
    // Within text the middle of the view is kept; between rows, the top.
    await wheel(page, -100);
    expect(await moved(() => page.setViewportSize({ width: 520, height: 640 }))).toBeLessThanOrEqual(1);
    expect(await moved(() => page.setViewportSize({ width: 1000, height: 500 }))).toBeLessThanOrEqual(1);
  });

  it("when the font size changes", async () => {
    const { page, moved } = await open();
    await wheel(page, -40_000);
    await wheel(page, -100);
    const change = () =>
      page.evaluate(() => {
        document.documentElement.style.fontSize = "22px";
      });
    expect(await moved(change)).toBeLessThanOrEqual(1);
  });

  it("at the tip too, whatever changes", async () => {
    const { page, atTip } = await open();
    await page.setViewportSize({ width: 400, height: 500 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "22px";
    });
    await settle(page);
    expect(await atTip()).toBe(true);
  });
});

describe("a folded text", () => {
  const long = Array.from({ length: 900 }, (_, line) => `line ${line}`).join("\n");
  const topOf = (page: Page, selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
  const press = async (page: Page) => {
    await page.locator(".sv-show-all").click();
    await settle(page);
  };

  it.each([0, 60])("opens below its beginning, with %i paragraphs of an answer below it", async (paragraphs) => {
    const { page, grow } = await open(4, {}, { width: 900, height: 400 });
    await page.evaluate((text) => window.timeline.ask(text), long);
    await grow(paragraphs);
    await settle(page);
    await page.locator(".sv-show-all").evaluate((button) => button.scrollIntoView({ block: "center" }));
    await settle(page);
    const before = await topOf(page, ".sv-bubble:has(.sv-show-all)");
    expect(before).toBeLessThan(0);
    await press(page);
    expect(Math.abs((await topOf(page, ".sv-bubble:has(.sv-show-all)")) - before)).toBeLessThanOrEqual(1);
  });

  it("keeps its button in place when it is closed far below its beginning", async () => {
    const { page, grow } = await open(4);
    await page.evaluate((text) => window.timeline.ask(text), long);
    await grow(60);
    await press(page);
    await page.locator(".sv-show-all").evaluate((button) => button.scrollIntoView({ block: "center" }));
    await settle(page);
    const before = await topOf(page, ".sv-show-all");
    await press(page);
    expect(Math.abs((await topOf(page, ".sv-show-all")) - before)).toBeLessThanOrEqual(1);
  });
});

describe("two-way paging", () => {
  const calls = (page: Page) => page.evaluate(() => window.timeline.calls);

  it("asks for an older page before the reader reaches the first row, and not while one is on its way", async () => {
    const { page } = await open(10_000, { hasOlder: true });
    expect(await calls(page)).toEqual([]);
    await page.evaluate(() => document.querySelector(".sv-timeline-viewport")?.scrollTo(0, 390));
    await settle(page);
    expect(await calls(page)).toEqual(["older"]);
    await page.evaluate(() => window.timeline.set({ isLoadingOlder: true }));
    await wheel(page, -50);
    expect(await calls(page)).toEqual(["older"]);
  });

  it("requests a newer page near the last row, which is not the newest line, and keeps the place", async () => {
    const { page, moved } = await open();
    await wheel(page, -1_000);
    await page.evaluate(() => window.timeline.set({ hasNewer: true }));
    await wheel(page, 4_000);
    expect(await calls(page)).toContain("newer");
    expect(await moved(() => page.evaluate(() => window.timeline.append(200)))).toBeLessThanOrEqual(1);
    await page.getByRole("button", { name: /Jump to latest/ }).click();
    expect(await calls(page)).toContain("latest");
  });

  it("keeps few elements in the page, wherever the reader has been", async () => {
    const { page } = await open();
    for (let step = 1; step <= 20; step += 1) {
      await page.evaluate(
        (part) => document.querySelector(".sv-timeline-viewport")?.scrollTo(0, 1_200_000 * part),
        step / 21,
      );
      await settle(page);
    }
    expect(await page.locator("*").count()).toBeLessThan(5_000);
  });
});
