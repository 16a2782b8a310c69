import type { Page } from "playwright";
import { expect, inject, it } from "vitest";
import { signIn } from "./support/browser.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");
const visit = openVisits();

declare global {
  /** Transitions that have begun, each with its first and its last value. */
  var begun: string[];
}

/** The product on a phone, whose page notes every transition of its drawer and its dialog. */
async function openPhone(dir: string): Promise<Page> {
  const { page } = await visit();
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, hostUrl, "ana");
  await page.goto(hostUrl);
  await page.getByRole("button", { name: "Menu" }).waitFor();
  await page.evaluate((to) => {
    document.documentElement.dir = to;
    globalThis.begun = [];
    document.addEventListener("transitionrun", ({ target, propertyName, pseudoElement }) => {
      const part = target as HTMLElement;
      if (!part.matches(".side-bar, .panel") || !/translate|opacity/.test(propertyName)) return;
      const effect = part
        .getAnimations({ subtree: true })
        .filter((one) => one instanceof CSSTransition && one.transitionProperty === propertyName)
        .map((one) => one.effect as KeyframeEffect)
        .find((one) => one.target === part && (one.pseudoElement ?? "") === pseudoElement);
      const values = effect?.getKeyframes().map((frame) => String(frame[propertyName])) ?? [];
      globalThis.begun.push(`${part.className}${pseudoElement} ${values.join(" to ")}`);
    });
  }, dir);
  return page;
}

/** Waits until nothing moves. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.all(moving.map(({ finished }) => finished));
  });

/** Opens and closes both. @returns the transitions of it */
async function openBoth(page: Page): Promise<readonly string[]> {
  const parts = [
    ["Menu", "Sign out"],
    ["Orders", "Close orders"],
  ] as const;
  for (const [opener, within] of parts) {
    await page.getByRole("button", { name: opener, exact: true }).click();
    await page.getByRole("button", { name: within }).waitFor();
    await settled(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: within }).waitFor({ state: "hidden" });
  }
  return page.evaluate(() => globalThis.begun);
}

it.each([
  ["ltr", "-100%", "100%"],
  ["rtl", "100%", "-100%"],
])(
  "slides the menu in and out at the start of a phone's page and the orders at its end (%s)",
  async (dir, start, end) => {
    const begun = await openBoth(await openPhone(dir));
    const expected = ["side-bar", "panel"].flatMap((part) => {
      const outside = part === "side-bar" ? start : end;
      const fades = [`${part}::backdrop 0 to 1`, `${part}::backdrop 1 to 0`];
      return [`${part} ${outside} to none`, `${part} none to ${outside}`, ...fades];
    });
    expect(begun.toSorted()).toEqual(expected.toSorted());
  },
);

it("shows and hides them at once for a person who wants less motion", async () => {
  const page = await openPhone("ltr");
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await openBoth(page)).toEqual([]);
});

it("shows a press in a color of the product, and no flash of the browser", async () => {
  const page = await openPhone("ltr");
  const menu = page.getByRole("button", { name: "Menu" });
  const color = (name: string) => menu.evaluate((button, of) => getComputedStyle(button).getPropertyValue(of), name);
  expect(await color("-webkit-tap-highlight-color")).toBe("rgba(0, 0, 0, 0)");
  await menu.hover();
  const before = await color("background-color");
  await page.mouse.down();
  expect(await color("background-color")).not.toBe(before);
});
