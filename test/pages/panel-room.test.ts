import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ConnectionStatus } from "../../src/components/connection-status/connection-status.js";
import { pagesInChromium } from "./open-page.js";

/** The queue and the line of the connection in a page with little room. */

const open = pagesInChromium();

describe("a long queue in a low page", () => {
  // The second is a phone with text of 200 %, in its own pixels.
  const sizes = [
    { width: 390, height: 480, hasTouch: false },
    { width: 195, height: 422, hasTouch: true },
    { width: 390, height: 480, hasTouch: true },
    { width: 844, height: 390, hasTouch: true },
    { width: 844, height: 390, hasTouch: false },
  ];

  it.each(sizes)("shows two rows by itself: $width × $height, touch $hasTouch", async (size) => {
    const page = await open("panels-page", size);
    await page.evaluate(() => window.panels.show("LongQueue"));
    const { y, height } = (await page.locator(".sv-queue-list").boundingBox())!;
    const third = (await page.locator(".sv-queue-item").nth(2).boundingBox())!;
    expect(y + height).toBeGreaterThan(third.y);
    expect(height).toBeLessThanOrEqual(size.height * 0.4);
  });

  it.each(sizes)("ends within its second row in a conversation: $width × $height, touch $hasTouch", async (size) => {
    const page = await open("approvals-page", size);
    await page.evaluate(() => window.showApprovals([], { queued: 9, hasRows: true }));
    const line = page.locator(".sv-queue > button");
    if ((await line.count()) > 0) await line.click();
    const { y, height } = (await page.locator(".sv-queue-list").boundingBox())!;
    const second = (await page.locator(".sv-queue-item").nth(1).boundingBox())!;
    const part = (y + height - second.y) / second.height;
    expect(part).toBeGreaterThan(0.4);
    expect(part).toBeLessThan(0.85);
  });
});

describe("the line of a lost connection", () => {
  const partsAt = async (width: number, connection: "offline" | "reconnecting" = "offline") => {
    const page = await open("panels-page", { width, height: 844 });
    await page.evaluate(() => window.panels.show("Connection"));
    const line = createElement(ConnectionStatus, { connection: "offline", onRetry: () => undefined });
    const html = renderToStaticMarkup(line);
    if (connection === "offline")
      await page.locator(".sv-connection").evaluate((line, html) => (line.outerHTML = html), html);
    const boxOf = async (part: string) => (await page.locator(`.sv-connection${part}`).boundingBox())!;
    return { page, line: await boxOf(""), words: await boxOf(" > .sv-part"), button: await boxOf(" > button") };
  };

  it("has its button beside the words on a phone", async () => {
    const { words, button, line } = await partsAt(390);
    expect(button.x).toBeGreaterThan(words.x + words.width);
    expect(button.y).toBeLessThan(words.y + words.height);
    expect(line.height).toBeLessThan(80);
  });

  it.each([330, 345, 360, 375, 390])("begins at the edge of its box on a phone of %i px", async (width) => {
    const { page, line } = await partsAt(width);
    const picture = (await page.locator(".sv-connection > .sv-icon").boundingBox())!;
    expect(picture.x - line.x).toBeLessThan(24);
  });

  it.each(["offline", "reconnecting"] as const)(
    "has it below their beginning at 200 % there: %s",
    async (connection) => {
      const { page, words, button } = await partsAt(195, connection);
      expect(button.y).toBeGreaterThanOrEqual(words.y + words.height);
      const start = await page.locator(".sv-connection > button").evaluate((button) => {
        const range = document.createRange();
        range.selectNodeContents(button);
        return range.getBoundingClientRect().left;
      });
      expect(Math.abs(start - words.x)).toBeLessThan(1);
    },
  );

  it("has the time of the next try below the words on a phone", async () => {
    const { page, words } = await partsAt(360, "reconnecting");
    const next = (await page.locator(".sv-connection-next").boundingBox())!;
    expect(next.y).toBeGreaterThanOrEqual(words.y + words.height);
    expect(Math.abs(next.x - words.x)).toBeLessThan(2);
  });

  it.each(["offline", "reconnecting"] as const)("is in the middle of a wide page: %s", async (connection) => {
    const { page, line, button } = await partsAt(900, connection);
    const picture = (await page.locator(".sv-connection > .sv-icon").boundingBox())!;
    const [before, after] = [picture.x - line.x, line.x + line.width - button.x - button.width];
    expect(before).toBeGreaterThan(100);
    expect(Math.abs(before - after)).toBeLessThan(2);
  });
});
