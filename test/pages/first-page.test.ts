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

const composer = ".sv-composer-input";
const sendButton = ".sv-composer button[type=submit]";
const hydrated = async (page: Page) => {
  await page.evaluate(() => window.firstPage.hydrate());
  await page.waitForSelector(".sv-timeline-viewport[data-attached]");
};

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

describe("a reader who scrolled before the script ran", () => {
  /** The first answer that begins in the view, and where. */
  const answerOf = (page: Page) =>
    page.evaluate(() => {
      const view = document.querySelector(".sv-timeline-viewport")!.getBoundingClientRect();
      const rows = [...document.querySelectorAll(".sv-timeline-content .sv-message p")];
      const answers = rows.filter((each) => each.textContent!.startsWith("Answer"));
      const row = answers.find((each) => each.getBoundingClientRect().top > view.top)!;
      return { text: row.textContent, top: row.getBoundingClientRect().top };
    });
  const scroll = async (page: Page, by: number) => {
    await page.evaluate((by) => document.querySelector(".sv-timeline-viewport")!.scrollBy(0, by), by);
  };
  const jump = ".sv-jump";

  it.each([20, 700])("stays at the same line, %d px above the end, and follows nothing", async (distance) => {
    const page = await open("first-page-page");
    await page.evaluate(() => window.firstPage.draw(30));
    await scroll(page, -distance);
    const drawn = await answerOf(page);
    await hydrated(page);
    const after = await answerOf(page);
    expect(after.text).toBe(drawn.text);
    expect(Math.abs(after.top - drawn.top)).toBeLessThan(2);
    await page.evaluate(() => document.querySelector(".sv-timeline-content")!.append(document.createElement("p")));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await answerOf(page)).toEqual(after);
  });

  it("stays at the beginning, where far messages are drawn as text until then", async () => {
    const page = await open("first-page-page");
    await page.evaluate(() => window.firstPage.draw(30));
    await scroll(page, -100_000);
    await hydrated(page);
    await page.waitForFunction(() => {
      const first = document.querySelector(".sv-timeline-content .sv-message");
      return first?.textContent?.includes("Question 1") === true;
    });
    expect((await placeOf(page)).below).toBeGreaterThan(0);
    expect((await placeOf(page)).below).toBeLessThan(60);
    expect(await page.locator(jump).count()).toBe(1);
  });

  it("follows the newest line after it came back to the end", async () => {
    const page = await open("first-page-page");
    await page.evaluate(() => window.firstPage.draw(30));
    await scroll(page, -700);
    await scroll(page, 700);
    const drawn = await placeOf(page);
    await hydrated(page);
    expect(Math.abs((await placeOf(page)).above - drawn.above)).toBeLessThan(2);
    expect(await page.locator(jump).count()).toBe(0);
  });
});

describe("a field that a server drew", () => {
  it("keeps the words when a person sends them before the script runs, and sends them afterwards", async () => {
    const page = await open("first-page-page");
    await page.evaluate(() => window.firstPage.draw(3));
    await page.fill(composer, "My words");
    // Drawn for an empty field: it looks disabled, and a person presses it all the same.
    await page.click(sendButton, { force: true });
    await page.focus(sendButton);
    await page.keyboard.press("Enter");
    await page.focus(composer);
    await page.keyboard.press("Control+Enter");
    expect(page.url()).toBe("http://page.test/");
    expect(await page.inputValue(composer)).toBe("My words");
    await hydrated(page);
    await page.click(sendButton);
    await page.waitForFunction(() => window.firstPage.sent.length > 0);
    expect(await page.evaluate(() => window.firstPage.sent)).toEqual([expect.stringContaining('"My words"')]);
    expect(await page.inputValue(composer)).toBe("");
  });

  it("keeps an answer that was typed before the script ran, with the caret", async () => {
    const page = await open("first-page-page");
    await page.evaluate(() => window.firstPage.draw(3, [{ id: "a", kind: "text", prompt: "Why?" }]));
    const field = page.locator(".sv-question textarea");
    await field.fill("My answer");
    await page.click(".sv-question-form button[type=submit]");
    await field.focus();
    await page.keyboard.press("ArrowLeft");
    await hydrated(page);
    await page.keyboard.press("!");
    expect(await field.inputValue()).toBe("My answe!r");
    await page.click(".sv-question-form button[type=submit]");
    await page.waitForFunction(() => window.firstPage.sent.length > 0);
    expect(await page.evaluate(() => window.firstPage.sent)).toEqual([expect.stringContaining('["My answe!r"]')]);
  });
});
