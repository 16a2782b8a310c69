import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from "vitest";
import { launch, newContext, sayHello, sharedBrowser, signIn } from "./support/browser.js";

const hostUrl = inject("hostUrl");

/** A phone whose owner set the text of the browser to 200 %. */
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launch(["--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"]);
  page = await (await newContext(browser)).newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, hostUrl, "chloe");
  for (let count = 0; count < 6; count += 1) await sayHello(page, hostUrl, `menu-${randomUUID()}`);
  await page.goto(hostUrl);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator("#side-bar .sv-session").nth(2).waitFor();
});
afterAll(() => browser?.close());

const boxOf = (selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom, width, height } = element.getBoundingClientRect();
      return { top, bottom, width, height };
    });

it("scrolls the account with the rest of the menu, which has one scroller", async () => {
  const scrollers = await page.locator("#side-bar").evaluate((bar) =>
    [bar, ...bar.querySelectorAll("*")]
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
      .filter((element) => element.scrollHeight > element.clientHeight + 1)
      .map((element) => element.id || element.className),
  );
  expect(scrollers).toEqual(["side-bar"]);
  expect((await boxOf(".account")).top).toBeGreaterThan((await boxOf(".sv-sessions")).bottom - 1);
  const isAtTheEnd = async () => {
    // Rows that arrive after a scroll move the account down. Its button may be in sight while its edge is not.
    await page.locator(".account").evaluate((account) => account.scrollIntoView({ block: "end" }));
    // A scroll ends on a whole pixel, a box need not.
    return Math.floor((await boxOf(".account")).bottom) <= 844;
  };
  await expect.poll(isAtTheEnd).toBe(true);
});

it.each([
  { width: 390, height: 667 },
  { width: 360, height: 640 },
])("keeps the account in sight on a phone of $width × $height with text of the usual size", async (size) => {
  const context = await (await sharedBrowser()).newContext({ viewport: size, hasTouch: true, isMobile: true });
  onTestFinished(() => context.close());
  const phone = await context.newPage();
  await signIn(phone, hostUrl, "chloe");
  await phone.goto(hostUrl);
  await phone.getByRole("button", { name: "Menu" }).click();
  const content = phone.locator(".side-bar-content");
  await content.locator(".sv-session").nth(5).waitFor();
  // The list is longer than its room, in which it scrolls.
  expect(await content.evaluate((list) => list.scrollHeight > list.clientHeight + 1)).toBe(true);
  for (const name of ["Settings", "Sign out"]) {
    const { y, height } = (await phone.locator(".account").getByText(name).boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(size.height);
  }
});

it("cuts no name short beside its note", async () => {
  const name = page.getByRole("link", { name: /^Team/ }).locator("span");
  expect(await name.evaluate((span) => span.scrollHeight <= span.clientHeight + 1)).toBe(true);
});

it("keeps the whole label of its button, and a row for the search alone", async () => {
  const begin = await page.getByRole("button", { name: "New conversation" }).evaluate((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    return { words: range.getBoundingClientRect().height, button: button.getBoundingClientRect().height };
  });
  expect(begin.words).toBeLessThanOrEqual(begin.button);
  const [head, search] = [await boxOf("#side-bar .sv-sessions-head"), await boxOf("#side-bar .sv-sessions-search")];
  expect(search.width).toBe(head.width);
});
