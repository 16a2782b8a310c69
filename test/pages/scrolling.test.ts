// budget: one promise a test, in one place
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launch, watchForErrors } from "../journeys/support/browser.js";
import { openPage, type PageOptions } from "./open-page.js";
import { distanceToTip, dragBy, readAt, rowTop, settle, wheel } from "./scrolling.js";

/** What is promised of scrolling, in its own words, in a real browser, at 10,000 messages of mixed height. */

let browser: Browser;
let page: Page;
let errors: readonly string[] = [];

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
afterEach(async () => {
  expect(errors).toEqual([]);
  await page.context().close();
});

async function open(count = 10_000, props = {}, options: PageOptions = {}): Promise<void> {
  page = await openPage(browser, "timeline-page", options);
  errors = watchForErrors(page);
  await page.evaluate(([count, props]) => window.timeline.open(count, props), [count, props] as const);
  await settle(page);
}

const grow = (times = 6) =>
  page.evaluate(async (times) => {
    for (let count = 0; count < times; count += 1) {
      window.timeline.grow("More words of the newest answer come in, a line and another one.\n\n");
      await new Promise((done) => requestAnimationFrame(done));
    }
  }, times);
const atTip = async () => (await distanceToTip(page)) <= 1;

/** The row under the eye, from before to after. */
async function moved(change: () => Promise<unknown>): Promise<number> {
  const before = await readAt(page);
  await change();
  await settle(page);
  return Math.abs((await rowTop(page, before.key)) - before.top);
}

describe("follows the tip", () => {
  it("from the first paint on", async () => {
    await open(0);
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

  it("while an answer grows, in each frame", async () => {
    await open();
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

  it("again when the reader scrolls down to within 48 px of the end, and not before", async () => {
    await open();
    await wheel(page, -600);
    await wheel(page, (await distanceToTip(page)) - 60);
    await grow(2);
    expect(await atTip()).toBe(false);
    await wheel(page, (await distanceToTip(page)) - 40);
    await grow(2);
    expect(await atTip()).toBe(true);
  });
});

describe("any intent of the reader lets go", () => {
  const letsGo: Record<string, () => Promise<unknown>> = {
    "a small turn of the wheel": () => wheel(page, -30),
    PageUp: () => page.keyboard.press("PageUp"),
    "the arrow up": () => page.keyboard.press("ArrowUp"),
    Home: () => page.keyboard.press("Home"),
    "Shift and Space": () => page.keyboard.press("Shift+Space"),
    "the scrollbar, or whatever else moves the view": () =>
      page.evaluate(() => document.querySelector(".sv-timeline-viewport")?.scrollBy(0, -300)),
    "text that is selected": async () => {
      const box = await page.locator(".sv-group").last().locator("p:visible, .sv-bubble, pre").last().boundingBox();
      if (!box) throw new Error("There is no text to select.");
      await page.mouse.move(box.x + 4, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
    },
    "the focus in an older row": () =>
      page
        .locator(".sv-group")
        .nth(-4)
        .locator("button")
        .first()
        .evaluate((button: HTMLElement) => button.focus({ preventScroll: true })),
  };
  it.each(Object.keys(letsGo))("%s", async (name) => {
    await open();
    await page.locator(".sv-timeline-viewport").focus();
    await letsGo[name]?.();
    await settle(page);
    expect(await moved(() => grow())).toBeLessThanOrEqual(1);
    expect(await atTip()).toBe(false);
  });

  it("a finger that drags", async () => {
    await open(10_000, {}, { hasTouch: true, width: 390 });
    await dragBy(page, 40);
    await settle(page);
    expect(await moved(() => grow())).toBeLessThanOrEqual(1);
    expect(await atTip()).toBe(false);
  });

  it("a nested scroller's own wheel does not", async () => {
    await open();
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

describe("never moves what is being read", () => {
  it.each([300, 5_000, 60_000, 700_000])(
    "%i px above the tip, while an answer grows and messages come in",
    async (way) => {
      await open();
      await wheel(page, -way);
      expect(await moved(() => grow())).toBeLessThanOrEqual(1);
      expect(await moved(() => page.evaluate(() => window.timeline.append(30)))).toBeLessThanOrEqual(1);
    },
  );

  it("while the reader goes up through rows that nobody has seen, a turn of the wheel moves it by that turn", async () => {
    await open();
    await wheel(page, -200);
    for (let step = 0; step < 40; step += 1) {
      const before = await readAt(page);
      await page.mouse.wheel(0, -240);
      await settle(page);
      expect(Math.abs((await rowTop(page, before.key)) - before.top - 240)).toBeLessThanOrEqual(1);
    }
  });

  it("nor shows an empty view, wherever the reader jumps to", async () => {
    await open();
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

describe("holds position", () => {
  it("when older pages come in above", async () => {
    await open(10_000, { hasOlder: true });
    await page.keyboard.press("Tab");
    await page.evaluate(() => document.querySelector(".sv-timeline-viewport")?.scrollTo(0, 900));
    await settle(page);
    expect(await moved(() => page.evaluate(() => window.timeline.prepend(500)))).toBeLessThanOrEqual(1);
    expect(await moved(() => page.evaluate(() => window.timeline.prepend(77)))).toBeLessThanOrEqual(1);
  });

  it("when rows change height", async () => {
    await open();
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
    await open();
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
    await open();
    await wheel(page, -40_000);
    // Among words, what stands in the middle is held; among rows, what stands at the top.
    await wheel(page, -100);
    expect(await moved(() => page.setViewportSize({ width: 520, height: 640 }))).toBeLessThanOrEqual(1);
    expect(await moved(() => page.setViewportSize({ width: 1000, height: 500 }))).toBeLessThanOrEqual(1);
  });

  it("when the font size changes", async () => {
    await open();
    await wheel(page, -40_000);
    await wheel(page, -100);
    const change = () =>
      page.evaluate(() => {
        document.documentElement.style.fontSize = "22px";
      });
    expect(await moved(change)).toBeLessThanOrEqual(1);
  });

  it("at the tip too, whatever changes", async () => {
    await open();
    await page.setViewportSize({ width: 400, height: 500 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "22px";
    });
    await settle(page);
    expect(await atTip()).toBe(true);
  });
});

describe("jump-to-latest", () => {
  it("has the count of new items", async () => {
    await open();
    await wheel(page, -4_000);
    await page.evaluate(() => window.timeline.append(3));
    await page.getByRole("button", { name: "Jump to latest 3 new messages" }).click();
    await settle(page);
    expect(await atTip()).toBe(true);
    expect(await page.getByRole("button", { name: /Jump to latest/ }).count()).toBe(0);
  });

  it("does not take the focus", async () => {
    await open();
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
    await open();
    await wheel(page, -4_000);
    await page.getByRole("button", { name: /Jump to latest/ }).focus();
    await page.keyboard.press("Enter");
    await settle(page);
    expect(await atTip()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.className)).toContain("sv-timeline-viewport");
  });
});

describe("two-way paging", () => {
  const calls = () => page.evaluate(() => window.timeline.calls);

  it("asks for an older page before the reader reaches the first row, and not while one is on its way", async () => {
    await open(10_000, { hasOlder: true });
    expect(await calls()).toEqual([]);
    await page.evaluate(() => document.querySelector(".sv-timeline-viewport")?.scrollTo(0, 390));
    await settle(page);
    expect(await calls()).toEqual(["older"]);
    await page.evaluate(() => window.timeline.set({ isLoadingOlder: true }));
    await wheel(page, -50);
    expect(await calls()).toEqual(["older"]);
  });

  it("asks for a newer page near the last row, which is not the newest line, and holds the place", async () => {
    await open();
    await wheel(page, -1_000);
    await page.evaluate(() => window.timeline.set({ hasNewer: true }));
    await wheel(page, 4_000);
    expect(await calls()).toContain("newer");
    expect(await moved(() => page.evaluate(() => window.timeline.append(200)))).toBeLessThanOrEqual(1);
    await page.getByRole("button", { name: /Jump to latest/ }).click();
    expect(await calls()).toContain("latest");
  });

  it("keeps few elements in the page, wherever the reader has been", async () => {
    await open();
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

describe("the keyboard", () => {
  it("Home and End go to the first and last row that is loaded, wherever the reader is", async () => {
    await open();
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
});

describe("places", () => {
  it("deep link to a sequence: the row stands in view from the first, and stays", async () => {
    await open(10_000, { showItem: "m103333" });
    expect(await rowTop(page, "m103333")).toBeCloseTo(24, -0.5);
    expect(await moved(() => grow())).toBeLessThanOrEqual(1);
    await page.evaluate(() => window.timeline.set({ showItem: "m107777" }));
    await settle(page);
    expect(Math.abs((await rowTop(page, "m107777")) - 24)).toBeLessThanOrEqual(1);
  });

  it("back/forward restores the place", async () => {
    await open(10_000, { restoreKey: "one" });
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
    await open(10_000, { newTurnAnchor: "top" });
    await page.evaluate(() => window.timeline.ask("And what of the shop?"));
    await settle(page);
    expect(Math.abs((await rowTop(page, "asked")) - 24)).toBeLessThanOrEqual(1);
    await grow(30);
    await settle(page);
    expect(Math.abs((await rowTop(page, "asked")) - 24)).toBeLessThanOrEqual(1);
  });

  it("reduced motion: a jump is no motion", async () => {
    await open(10_000, {}, { reducedMotion: "reduce" });
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

  it("find in conversation works for what is loaded: any message is found, and its row is there in its place", async () => {
    await open();
    const top = await page.evaluate(async () => {
      // The kit's rows are not there; the words are. What the browser's own find does next is to move them into view.
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
