import type { Locator } from "playwright";
import { describe, expect, it } from "vitest";
import { pagesInChromium } from "./open-page.js";

/** The composer in a page with little room, such as above the keys of a phone's screen. */

const open = pagesInChromium();

/** Part of a box that a page of this height shows, between its upper and lower edge. */
async function shownOf(part: Locator, height: number): Promise<number> {
  const box = (await part.boundingBox())!;
  return (Math.min(height, box.y + box.height) - Math.max(0, box.y)) / box.height;
}

describe("a composer with files", () => {
  // The last is a phone with text of 200 %, in its own pixels.
  const phones = [
    { width: 390, height: 480 },
    { width: 360, height: 560 },
    { width: 360, height: 640 },
    { width: 390, height: 844 },
    { width: 195, height: 422 },
  ];
  const cases = phones.flatMap((phone) => [1, 5].map((files) => ({ ...phone, files })));

  it.each(cases)("shows a file and Send below a long text: $files files, $width × $height", async (one) => {
    const { files, ...phone } = one;
    const page = await open("approvals-page", { ...phone, hasTouch: true });
    await page.evaluate((files) => window.showApprovals([], { files }), files);
    await page.getByRole("textbox", { name: "Message" }).fill("a long text ".repeat(60));
    for (const name of ["Attach files", "Send"]) {
      expect(await shownOf(page.getByRole("button", { name }), phone.height)).toBe(1);
    }
    const list = (await page.locator(".sv-attachment-list").boundingBox())!;
    const row = (await page.locator(".sv-attachment").first().boundingBox())!;
    expect(row.y).toBeGreaterThan(list.y);
    expect(row.y + row.height).toBeLessThanOrEqual(list.y + list.height);
  });

  it.each([phones[0]!, phones[4]!])("ends the list within a row: $width × $height", async (phone) => {
    const page = await open("approvals-page", phone);
    await page.evaluate(() => window.showApprovals([], { files: 5 }));
    const { y, height } = (await page.locator(".sv-attachment-list").boundingBox())!;
    const second = (await page.locator(".sv-attachment").nth(1).boundingBox())!;
    expect(y + height - second.y).toBeGreaterThan(16);
    expect(y + height - second.y).toBeLessThan(second.height);
  });
});

describe("an empty field below a decision", () => {
  // The last is a phone with text of 200 %, in its own pixels.
  const phones = [
    { width: 390, height: 480 },
    { width: 360, height: 500 },
    { width: 195, height: 422 },
  ];

  it.each(phones)("has one line, also with the focus: $width × $height", async (phone) => {
    const page = await open("approvals-page", { ...phone, hasTouch: true });
    await page.evaluate(() => window.showQuestion(2, { files: 0, queued: 1 }));
    const field = page.getByRole("textbox", { name: "Message" });
    const linesOf = () =>
      field.evaluate((element: HTMLTextAreaElement) => {
        // A placeholder with two lines of its own would be taller than the field.
        const { paddingTop, paddingBottom, lineHeight } = getComputedStyle(element);
        const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
        element.style.blockSize = "0";
        element.style.minBlockSize = "0";
        const lines = (element.scrollHeight - padding) / Number.parseFloat(lineHeight);
        element.removeAttribute("style");
        return Math.round(lines);
      });
    expect(await linesOf()).toBe(1);
    await field.focus();
    expect(await linesOf()).toBe(1);
    expect((await page.locator(".sv-composer-grow").boundingBox())!.height).toBeLessThan(46);
  });

  it("has several once it has a text", async () => {
    const page = await open("approvals-page", phones[0]);
    await page.evaluate(() => window.showQuestion(2, { files: 0, queued: 1 }));
    await page.getByRole("textbox", { name: "Message" }).fill("a long text ".repeat(20));
    expect((await page.locator(".sv-composer-grow").boundingBox())!.height).toBeGreaterThan(60);
  });
});

describe("a conversation of 360 × 400 in a large page", () => {
  const openWidget = async () => {
    const page = await open("approvals-page", { width: 1440, height: 900 });
    await page.addStyleTag({ content: "#root { inline-size: 360px; block-size: 400px !important; }" });
    return page;
  };
  const isWhole = (part: Locator) =>
    part.evaluate((element) => {
      const { left, top, bottom, width } = element.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)));
    });
  const isInCard = (part: Locator) =>
    part.evaluate((element) => {
      const card = element.closest(".sv-decision")!.getBoundingClientRect();
      return element.getBoundingClientRect().bottom < card.bottom;
    });

  const long = { to: "ana@example.com", subject: "New days", body: "A long text. ".repeat(60), cc: "ben@example.com" };
  it.each(["an approval", "a question"] as const)("has the buttons of %s whole within its card", async (of) => {
    const page = await openWidget();
    await page.evaluate(
      ([of, call]) => {
        if (of === "an approval") window.showApprovals([call], { hasRows: true, files: 0 });
        else window.showQuestion(4, { hasRows: true, files: 0, queued: 1 });
      },
      [of, long] as const,
    );
    const buttons = page.locator(".sv-decision-actions button:visible");
    await expect.poll(() => buttons.count()).toBe(2);
    for (const button of await buttons.all()) {
      await expect.poll(() => isWhole(button)).toBe(true);
      expect(await isInCard(button)).toBe(true);
    }
  });

  it("has Send below two files, a queue and the line of a lost connection", async () => {
    const page = await openWidget();
    await page.evaluate(() => window.showApprovals([], { hasRows: true, files: 2, queued: 3, connection: "offline" }));
    await expect.poll(() => isWhole(page.getByRole("button", { name: "Send" }))).toBe(true);
    const { y, height } = (await page.getByRole("button", { name: "Send" }).boundingBox())!;
    expect(y + height).toBeLessThan(400);
  });

  it("shows the keys again in a higher box", async () => {
    const page = await openWidget();
    await page.evaluate(() => window.showApprovals([], { hasRows: true, files: 0 }));
    const note = page.getByText("Shift+Enter", { exact: false });
    await expect.poll(() => note.isVisible()).toBe(false);
    await page.addStyleTag({ content: "#root { block-size: 600px !important; }" });
    await expect.poll(() => note.isVisible()).toBe(true);
  });
});
