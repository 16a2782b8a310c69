import { describe, expect, it } from "vitest";
import { pagesInChromium } from "./open-page.js";
import { timelinesInChromium } from "./open-timeline.js";
import { settle, wheel } from "./scrolling.js";

/** What a reader sees and takes along, in a real browser. */

describe("a timeline", () => {
  const open = timelinesInChromium();

  it("keeps the button that jumps to the newest line off the one that loads later messages", async () => {
    const { page } = await open(40, { hasNewer: true });
    await wheel(page, -2_000);
    await page.evaluate(() => {
      const view = document.querySelector(".sv-timeline-viewport")!;
      view.scrollTop = view.scrollHeight;
    });
    await settle(page);
    const [later, jump] = await Promise.all([
      page.getByRole("button", { name: "Load later messages" }).boundingBox(),
      page.locator(".sv-jump").boundingBox(),
    ]);
    expect(later!.y + later!.height).toBeLessThanOrEqual(jump!.y);
  });

  it("gives a selection the messages alone, without names, times and labels of code", async () => {
    const { page } = await open(12);
    const selected = await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector(".sv-timeline-content")!);
      return getSelection()!.toString();
    });
    expect(selected).toContain("const line0 = ");
    expect(selected).toContain("Question 100010");
    expect(selected).not.toMatch(/^(You|Assistant|ts|Copy|\d+:\d+ [AP]M)$/m);
  });
});

describe("a composer in a window of 740 by 200", () => {
  const open = pagesInChromium();

  it("shows its field and Send whole", async () => {
    const page = await open("controls-page", { width: 740, height: 200 });
    await page.evaluate(() => window.showControls("FootComposer"));
    await page.getByRole("textbox").fill("One line\nand another one\nand a third one");
    for (const part of [page.getByRole("textbox"), page.getByRole("button", { name: "Send" })]) {
      const box = await part.boundingBox();
      expect(box!.y).toBeGreaterThanOrEqual(0);
      expect(box!.y + box!.height).toBeLessThanOrEqual(200);
      expect(
        await part.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }),
      ).toBe(true);
    }
  });
});
