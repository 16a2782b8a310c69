import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch } from "../journeys/support/browser.js";
import { bundleSheets, putSheets, type Sheets } from "./sheets.js";

/** A host whose theme is a class, with the rules of docs/customize.md. */
const guide = readFileSync(join(import.meta.dirname, "../../docs/customize.md"), "utf8");
const rules = [...guide.matchAll(/^```css\n([^]*?)^```$/gm)]
  .map(([, css = ""]) => css)
  .find((css) => /\.dark/.test(css));

let browser: Browser;
let page: Page;
let sheets: Sheets;

beforeAll(async () => {
  [browser, sheets] = await Promise.all([launch(), bundleSheets()]);
  page = await browser.newPage();
});
afterAll(() => browser?.close());

/** `color-scheme` and the page's ground of a component, with the class on `html`, on a part of the page, and nowhere. */
async function looks(): Promise<Record<"html" | "part" | "none", string>> {
  return page.evaluate(() => {
    const look = (html: string, body: string) => {
      document.documentElement.className = html;
      document.body.innerHTML = `<div class="${body}"><div class="sv-root"></div></div>`;
      const [root] = document.getElementsByClassName("sv-root");
      const style = root && getComputedStyle(root);
      return `${style?.getPropertyValue("color-scheme")} ${style?.getPropertyValue("--sv-bg").trim()}`;
    };
    return { html: look("dark", ""), part: look("", "dark"), none: look("", "") };
  });
}

const light = "light #fdfdfc";
const dark = "dark #161618";

describe.each(["styles.css", "styles.layer.css"] as const)("a theme by class, with %s", (name) => {
  it.each(["light", "dark"] as const)(
    "overrides a reader's system that is %s, in either order of the sheets",
    async (colorScheme) => {
      await page.emulateMedia({ media: "screen", colorScheme });
      await putSheets(page, [sheets[name], rules ?? ""]);
      expect(await looks()).toEqual({ html: dark, part: dark, none: light });
      await putSheets(page, [rules ?? "", sheets[name]]);
      expect(await looks()).toEqual({ html: dark, part: dark, none: light });
    },
  );

  it("prints dark on light", async () => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await putSheets(page, [sheets[name], rules ?? ""]);
    expect(await looks()).toEqual({ html: light, part: light, none: light });
  });
});
