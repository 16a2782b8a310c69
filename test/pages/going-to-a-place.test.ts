import { describe, expect, it } from "vitest";
import { timelinesInChromium } from "./open-timeline.js";
import { distanceToTip, readAt, rowTop, settle, wheel } from "./scrolling.js";

/** Navigation to a place and back, in a real browser, at 10,000 messages of mixed height. */

const open = timelinesInChromium();

describe("the keyboard", () => {
  it("Home and End go to the first and last row that is loaded, wherever the reader is", async () => {
    const { page } = await open();
    await page.locator(".sv-timeline-viewport").focus();
    await page.keyboard.press("Home");
    await settle(page);
    expect(await rowTop(page, "m100000")).toBeGreaterThanOrEqual(0);
    expect(await rowTop(page, "m100000")).toBeLessThan(100);
    await page.keyboard.press("End");
    await settle(page);
    expect(await page.evaluate(() => document.activeElement?.closest("[data-group]")?.getAttribute("data-group"))).toBe(
      "m109999",
    );
  });

  it("End shows the last row also in browsers that move the view to the focus after the scroll event", async () => {
    const { page } = await open();
    await page.locator(".sv-timeline-viewport").focus();
    await page.keyboard.press("Home");
    await settle(page);
    // As WebKit does.
    await page.evaluate(() => {
      const focus: unknown = Reflect.get(HTMLElement.prototype, "focus");
      HTMLElement.prototype.focus = function late(options) {
        Reflect.apply(focus as () => void, this, [{ preventScroll: true }]);
        if (!options?.preventScroll) requestAnimationFrame(() => this.scrollIntoView({ block: "nearest" }));
      };
    });
    await page.keyboard.press("End");
    await settle(page);
    expect(
      await page.locator('[data-group="m109999"]').evaluate((row) => row.getBoundingClientRect().top),
    ).toBeLessThan(await page.evaluate(() => innerHeight));
  });
});

describe("the keyboard at a row that is taller than the view", () => {
  const tall = "A line of the newest answer.\n\n".repeat(60);

  it("End scrolls to the end of the row and follows its growth, also when pressed again there", async () => {
    const { page, grow, atTip } = await open(40, {}, { reducedMotion: "reduce" });
    await page.evaluate((text) => window.timeline.grow(text), tall);
    await settle(page);
    await wheel(page, -4_000);
    await page.locator(".sv-timeline-viewport").focus();
    for (const _time of [1, 2]) {
      await page.keyboard.press("End");
      await settle(page);
      expect(await distanceToTip(page)).toBeLessThanOrEqual(1);
      expect(await page.locator(".sv-timeline[data-at-tip]").count()).toBe(1);
    }
    await grow();
    expect(await atTip()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.closest("[data-group]")?.getAttribute("data-group"))).toBe(
      "growing",
    );
  });

  it("End scrolls to the end of the loaded rows, without following, where later messages are not loaded", async () => {
    const { page } = await open(40, { hasNewer: true });
    await page.locator(".sv-timeline-viewport").focus();
    await page.keyboard.press("Home");
    await settle(page);
    await page.keyboard.press("End");
    await settle(page);
    expect(await distanceToTip(page)).toBeLessThanOrEqual(1);
    expect(await page.locator(".sv-timeline[data-at-tip]").count()).toBe(0);
  });

  it("Home scrolls to the top of the row", async () => {
    const { page } = await open(0);
    await page.evaluate((text) => window.timeline.grow(text), tall);
    await settle(page);
    await page.locator(".sv-timeline-viewport").focus();
    await page.keyboard.press("Home");
    await settle(page);
    expect(await page.evaluate(() => document.querySelector(".sv-timeline-viewport")?.scrollTop)).toBe(0);
  });
});

describe("places", () => {
  it("deep link to a sequence: the row is visible from the first frame, and stays", async () => {
    const { page, grow, moved } = await open(10_000, { showItem: "m103333" });
    expect(await rowTop(page, "m103333")).toBeCloseTo(24, -0.5);
    expect(await moved(() => grow())).toBeLessThanOrEqual(1);
    await page.evaluate(() => window.timeline.set({ showItem: "m107777" }));
    await settle(page);
    expect(Math.abs((await rowTop(page, "m107777")) - 24)).toBeLessThanOrEqual(1);
  });

  it("back/forward restores the place", async () => {
    const { page } = await open(10_000, { restoreKey: "one" });
    await wheel(page, -50_000);
    const before = await readAt(page);
    await page.evaluate(() => {
      window.timeline.close();
      window.timeline.open(10_000, { restoreKey: "one" });
    });
    await settle(page);
    expect(Math.abs((await rowTop(page, before.key)) - before.top)).toBeLessThanOrEqual(1);
  });

  it("new turn anchored at the top as an option", async () => {
    const { page, grow } = await open(10_000, { newTurnAnchor: "top" });
    await page.evaluate(() => window.timeline.ask("And what of the shop?"));
    await settle(page);
    expect(Math.abs((await rowTop(page, "asked")) - 24)).toBeLessThanOrEqual(1);
    await grow(30);
    await settle(page);
    expect(Math.abs((await rowTop(page, "asked")) - 24)).toBeLessThanOrEqual(1);
  });

  it("reduced motion: a jump is no motion", async () => {
    const { page, atTip } = await open(10_000, {}, { reducedMotion: "reduce" });
    await wheel(page, -600);
    const places = await page.evaluate(async () => {
      const view = document.querySelector(".sv-timeline-viewport");
      const places = new Set<number>();
      view?.addEventListener("scroll", () => places.add(view.scrollTop));
      document.querySelector<HTMLElement>(".sv-jump")?.click();
      await new Promise((done) => setTimeout(done, 500));
      return places.size;
    });
    expect(places).toBe(1);
    expect(await atTip()).toBe(true);
  });

  it("find works in all loaded messages, and moves the row into view", async () => {
    const { page } = await open();
    const top = await page.evaluate(async () => {
      // The row is not drawn, but its words are. The browser's own find then moves them into view.
      if (!(window as unknown as { find(text: string): boolean }).find("Question 102344:")) return null;
      const range = getSelection()?.getRangeAt(0);
      const view = document.querySelector(".sv-timeline-viewport");
      view?.scrollBy(0, (range?.getBoundingClientRect().top ?? 0) - 300);
      await new Promise((done) => requestAnimationFrame(done));
      return range?.getBoundingClientRect().top ?? null;
    });
    await settle(page);
    expect(top).not.toBeNull();
    expect(Math.abs((await rowTop(page, "m102344")) - (top ?? 0))).toBeLessThan(40);
    expect(await page.locator("[data-group=m102344] .sv-bubble").isVisible()).toBe(true);
  });
});
