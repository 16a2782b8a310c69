import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { pagesInChromium } from "./open-page.js";

/** The question before a record is deleted, in a side bar that scrolls, in a real browser. */

const open = pagesInChromium();

/** Opens the question of the session whose row begins `top` px below the upper edge of the side bar. */
async function ask(language: "en" | "de", title: string, top: number): Promise<Page> {
  const page = await open("confirm-question-page");
  await page.evaluate((shown) => window.sideBar.show(shown), language);
  const item = page.getByRole("listitem").filter({ has: page.getByText(title, { exact: true }) });
  await item.evaluate((row, distance) => {
    const bar = document.querySelector("#bar") as HTMLElement;
    bar.scrollTop += row.getBoundingClientRect().top - bar.getBoundingClientRect().top - distance;
    row.querySelector<HTMLElement>(".sv-session-actions button")?.focus({ preventScroll: true });
  }, top);
  await page.keyboard.press("Enter");
  await page.evaluate(() => {
    const bar = document.querySelector("#bar") as HTMLElement;
    bar.dataset["top"] = String(bar.scrollTop);
  });
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: new RegExp(`${title}[“”]`) }).waitFor();
  return page;
}

/** Facts of the open question (px). */
const facts = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector("#bar") as HTMLElement;
    const question = document.querySelector(".sv-record-question") as HTMLElement;
    const edge = bar.getBoundingClientRect();
    const box = question.getBoundingClientRect();
    const buttons = [...question.querySelectorAll("button")].map((button) => button.getBoundingClientRect());
    return {
      above: box.top - edge.top,
      below: edge.top + bar.clientHeight - box.bottom,
      moved: bar.scrollTop - Number(bar.dataset["top"]),
      lines: new Set(buttons.map(({ top }) => Math.round(top))).size,
    };
  });

describe("a question before a record is deleted", () => {
  it.each([-30, 190, 215, 260, 310])(
    "is whole in the side bar when its row begins %i px below the edge",
    async (top) => {
      const { above, below } = await facts(await ask("en", "Plan 6", top));
      // A scroll position is a whole pixel.
      expect(Math.min(above, below)).toBeGreaterThan(4);
    },
  );

  it("moves nothing when it is in view", async () => {
    expect(await facts(await ask("en", "Plan 6", 60))).toMatchObject({ moved: 0 });
  });

  it.each(["en", "de"] as const)("has its buttons in one line of a narrow side bar (%s)", async (language) => {
    expect(await facts(await ask(language, "Plan 6", 60))).toMatchObject({ lines: 1 });
  });
});
