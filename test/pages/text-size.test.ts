import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sharedBrowser } from "../journeys/support/browser.js";

/** The text size of Storybook's toolbar, in a page that is 50rem wide at 100 %. */

const css = `
  main { container: room / inline-size }
  p, b { color: black }
  @layer kit { @media (max-width: 30rem) { i { color: red } } }
  @media (max-width: 30rem) { p { color: red } }
  @container room (inline-size <= 30rem) { b { color: red } }
`;

const script = `
  import { setTextSize } from "./stories/text-size.js";
  window.setTextSize = setTextSize;
`;

let page: Page;
beforeEach(async () => {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: join(import.meta.dirname, "../.."), loader: "ts" },
    bundle: true,
    write: false,
    format: "iife",
    logLevel: "error",
  });
  const browser = await sharedBrowser();
  page = await (await browser.newContext({ viewport: { width: 800, height: 600 } })).newPage();
  await page.setContent(`<!doctype html><style>${css}</style><main><p>p</p><b>b</b><i>i</i></main>`);
  await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
});
afterEach(() => page.context().close());

const colorsAt = (percent: number) =>
  page.evaluate((percent) => {
    (window as unknown as { setTextSize: (percent: number) => void }).setTextSize(percent);
    const colorOf = (name: string) => getComputedStyle(document.querySelector(name)!).color;
    const size = getComputedStyle(document.documentElement).fontSize;
    return [size, colorOf("p"), colorOf("b"), colorOf("i")];
  }, percent);

const [black, red] = ["rgb(0, 0, 0)", "rgb(255, 0, 0)"];

it("shows the layout that a reader with this text size has", async () => {
  expect(await colorsAt(100)).toEqual(["16px", black, black, black]);
  expect(await colorsAt(200)).toEqual(["32px", red, red, red]);
});

it("returns to the layout of the page's own sheet", async () => {
  const before = await colorsAt(100);
  await colorsAt(150);
  await colorsAt(200);
  expect(await colorsAt(150)).toEqual(["24px", black, black, black]);
  expect(await colorsAt(100)).toEqual(before);
});
