import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { timelinesInChromium } from "./open-timeline.js";
import { distanceToTip, dragBy, settle, wheel } from "./scrolling.js";

/** Following the newest line, in a real browser, at 10,000 messages of mixed height. */

const open = timelinesInChromium();

describe("follows the tip", () => {
  it("from the first paint on", async () => {
    const { page } = await open(0);
    const seen = await page.evaluate(async () => {
      window.timeline.close();
      window.timeline.open(10_000);
      const view = document.querySelector(".sv-timeline-viewport");
      if (!view) return [];
      const places: number[] = [];
      for (let frame = 0; frame < 12; frame += 1) {
        await new Promise((done) => requestAnimationFrame(done));
        places.push(view.scrollHeight - view.clientHeight - view.scrollTop);
      }
      return places;
    });
    expect(seen).toHaveLength(12);
    expect(Math.max(...seen)).toBeLessThanOrEqual(1);
  });

  it("from the first message on: the words of an empty conversation are read from their beginning", async () => {
    const { page, atTip } = await open(0, {}, { width: 360, height: 90 });
    const top = () => page.evaluate(() => document.querySelector(".sv-timeline-viewport")?.scrollTop);
    expect([await atTip(), await top()]).toEqual([false, 0]);
    await page.evaluate(() => window.timeline.append(30));
    await settle(page);
    expect(await atTip()).toBe(true);
  });

  it("while an answer grows, in each frame", async () => {
    const { page } = await open();
    const worst = await page.evaluate(async () => {
      const view = document.querySelector(".sv-timeline-viewport");
      let worst = 0;
      if (!view) return Number.NaN;
      for (let count = 0; count < 30; count += 1) {
        window.timeline.grow("A line, and another one.\n\n");
        // The frame after this one is painted when the second callback runs.
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        worst = Math.max(worst, view.scrollHeight - view.clientHeight - view.scrollTop);
      }
      return worst;
    });
    expect(worst).toBeLessThanOrEqual(1);
  });

  it("when rows at the end are removed and more arrive before the browser reports the new position", async () => {
    const { page, grow, atTip } = await open();
    await page.evaluate(() => {
      const view = document.querySelector(".sv-timeline-viewport");
      const end = [...document.querySelectorAll<HTMLElement>(".sv-group")].at(-1);
      if (!view || !end) throw new Error("There is no row.");
      end.style.marginBlockEnd = "-40px";
      // Reading a size forces layout, which moves the view. WebKit reports that move in the next frame; Chromium does
      // not.
      view.getBoundingClientRect();
      end.style.marginBlockEnd = "-20px";
      view.dispatchEvent(new Event("scroll"));
    });
    await settle(page);
    await grow(2);
    expect(await atTip()).toBe(true);
  });

  it("again when the reader scrolls down to within 48 px of the end, and not before", async () => {
    const { page, grow, atTip } = await open();
    await wheel(page, -600);
    await wheel(page, (await distanceToTip(page)) - 60);
    await grow(2);
    expect(await atTip()).toBe(false);
    await wheel(page, (await distanceToTip(page)) - 40);
    await grow(2);
    expect(await atTip()).toBe(true);
  });
});

describe("any intent of the reader stops following", () => {
  const letsGo: Record<string, (page: Page) => Promise<unknown>> = {
    "a small turn of the wheel": (page) => wheel(page, -30),
    PageUp: (page) => page.keyboard.press("PageUp"),
    "the arrow up": (page) => page.keyboard.press("ArrowUp"),
    Home: (page) => page.keyboard.press("Home"),
    "Shift and Space": (page) => page.keyboard.press("Shift+Space"),
    "the scrollbar, or whatever else moves the view": (page) =>
      page.evaluate(() => document.querySelector(".sv-timeline-viewport")?.scrollBy(0, -300)),
    "text that is selected": async (page) => {
      const box = await page.locator(".sv-group").last().locator("p:visible, .sv-bubble, pre").last().boundingBox();
      if (!box) throw new Error("There is no text to select.");
      await page.mouse.move(box.x + 4, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
    },
    "the focus in an older row": (page) =>
      page
        .locator(".sv-group")
        .nth(-4)
        .locator("button")
        .first()
        .evaluate((button: HTMLElement) => button.focus({ preventScroll: true })),
  };
  it.each(Object.keys(letsGo))("%s", async (name) => {
    const { page, grow, atTip, moved } = await open();
    await page.locator(".sv-timeline-viewport").focus();
    await letsGo[name]?.(page);
    await settle(page);
    expect(await moved(() => grow())).toBeLessThanOrEqual(1);
    expect(await atTip()).toBe(false);
  });

  it("a finger that drags", async () => {
    const { page, grow, atTip, moved } = await open(10_000, {}, { hasTouch: true, width: 390 });
    await dragBy(page, 40);
    await settle(page);
    expect(await moved(() => grow())).toBeLessThanOrEqual(1);
    expect(await atTip()).toBe(false);
  });

  it("a nested scroller's own wheel does not", async () => {
    const { page, grow, atTip } = await open();
    await page.addStyleTag({ content: ".sv-markdown pre { max-block-size: 60px; overflow-y: auto }" });
    await page.evaluate(() => window.timeline.grow(`\`\`\`\n${"line\n".repeat(30)}\`\`\`\n`));
    const code = page.locator("pre").last();
    await code.evaluate((pre) => pre.scrollTo(0, 200));
    await code.hover();
    await page.mouse.wheel(0, -50);
    await settle(page);
    expect(await code.evaluate((pre) => pre.scrollTop)).toBeLessThan(200);
    await grow();
    expect(await atTip()).toBe(true);
  });
});

describe("jump-to-latest", () => {
  it("has the count of new messages without the reader's own", async () => {
    const { page, atTip } = await open();
    await wheel(page, -4_000);
    await page.evaluate(() => window.timeline.append(6));
    await page.getByRole("button", { name: "Jump to latest 3 new messages" }).click();
    await settle(page);
    expect(await atTip()).toBe(true);
    expect(await page.getByRole("button", { name: /Jump to latest/ }).count()).toBe(0);
  });

  it("does not take the focus", async () => {
    const { page } = await open();
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement("input"), { id: "field", style: "position:fixed" }));
    });
    await page.mouse.move(450, 300);
    await wheel(page, -4_000);
    await page.locator("#field").focus();
    await page.getByRole("button", { name: /Jump to latest/ }).click();
    await settle(page);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("field");
  });

  it("leaves the focus in the timeline when it was pressed by key", async () => {
    const { page, atTip } = await open();
    await wheel(page, -4_000);
    await page.getByRole("button", { name: /Jump to latest/ }).focus();
    await page.keyboard.press("Enter");
    await settle(page);
    expect(await atTip()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.className)).toContain("sv-timeline-viewport");
  });
});
