import { describe, expect, it } from "vitest";
import { timelinesInChromium } from "./open-timeline.js";
import { settle } from "./scrolling.js";

/** A print of a conversation, made by the browser itself. */

const open = timelinesInChromium();
const pagesOf = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

describe("a printed conversation", () => {
  it("has every loaded message on as many sheets as it needs", async () => {
    const { page } = await open(400, {}, { width: 794 });
    expect(await page.locator(".sv-box[data-text], .sv-shelf[data-text]").count()).toBeGreaterThan(0);
    await page.evaluate(() => {
      addEventListener("beforeprint", () => {
        const far = document.querySelectorAll(".sv-box[data-text], .sv-shelf[data-text]");
        document.title = `${document.querySelectorAll("article").length} rows, ${far.length} far`;
      });
    });
    expect(pagesOf(await page.pdf())).toBeGreaterThan(40);
    expect(await page.title()).toBe("400 rows, 0 far");
    await settle(page);
    expect(await page.locator(".sv-box[data-text], .sv-shelf[data-text]").count()).toBeGreaterThan(0);
  });

  it("marks missing messages that are not loaded, and has no buttons", async () => {
    const { page } = await open(20, { hasOlder: true, hasNewer: true });
    await page.emulateMedia({ media: "print" });
    expect(await page.getByText("Earlier messages are not included.").isVisible()).toBe(true);
    expect(await page.getByText("Later messages are not included.").isVisible()).toBe(true);
    expect(await page.locator("button:visible").count()).toBe(0);
  });

  it("is dark on light, and has folded texts whole", async () => {
    const { page } = await open(2);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.evaluate(() => window.timeline.ask(Array.from({ length: 900 }, (_, line) => `line ${line}`).join("\n")));
    expect(
      await page
        .locator(".sv-bubble")
        .last()
        .evaluate(({ clientHeight }) => clientHeight),
    ).toBeGreaterThan(20_000);
    expect(
      await page
        .locator(".sv-root")
        .first()
        .evaluate((root) => getComputedStyle(root).getPropertyValue("color-scheme")),
    ).toBe("light");
  });
});
