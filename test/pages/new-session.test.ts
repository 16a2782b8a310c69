import type { Page } from "playwright";
import { expect, it } from "vitest";
import { pagesInChromium } from "./open-page.js";

/** Typing on while the page of a new conversation is replaced by that of the created session. */

const open = pagesInChromium();

const field = (page: Page) => page.getByRole("textbox", { name: "Message" });
/** The open session in the list. */
const arrived = (page: Page) => page.locator(".sv-session-item [aria-current]");
const isFocused = (page: Page) => field(page).evaluate((element) => element === document.activeElement);

async function openNewSession(): Promise<Page> {
  const page = await open("new-session-page", { isSecure: true });
  await page.waitForFunction(() => "newSession" in window);
  return page;
}

async function begin(delay: number | null): Promise<Page> {
  const page = await openNewSession();
  await page.evaluate((ms) => window.newSession.showInbox(ms), delay);
  await field(page).click();
  await page.keyboard.type("/say Hello");
  await page.keyboard.press("Enter");
  return page;
}

it.each([null, 300])("loses no key while the host opens the session after %s ms", async (delay) => {
  const page = await begin(delay);
  await page.keyboard.type("and ship it to Oslo, please", { delay: 20 });
  await arrived(page).waitFor();
  expect(await field(page).inputValue()).toBe("and ship it to Oslo, please");
  expect(await isFocused(page)).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByText("and ship it to Oslo, please").first().waitFor();
  expect(await page.locator(".sv-session-item").count()).toBe(1);
});

it("keeps the first message in sight from its send to its answer", async () => {
  const page = await openNewSession();
  await page.evaluate(() => window.newSession.showInbox(300));
  await field(page).click();
  await page.keyboard.type("/say Hello");
  await page.evaluate(() => {
    const gaps: string[] = [];
    Object.assign(window, { gaps });
    let wasSent = false;
    const look = () => {
      const isSeen = [...document.querySelectorAll(".sv-message")].some((row) =>
        row.textContent.includes("/say Hello"),
      );
      wasSent ||= isSeen;
      if (wasSent && !isSeen) gaps.push(document.body.innerText);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.keyboard.press("Enter");
  await arrived(page).waitFor();
  await page.locator(".sv-markdown", { hasText: "Hello" }).waitFor();
  expect(await page.evaluate(() => (window as unknown as { gaps: string[] }).gaps)).toEqual([]);
});

it("leaves the focus and the words in the composer between two routes of one chat", async () => {
  const page = await openNewSession();
  await page.evaluate(() => window.newSession.showChat());
  await field(page).click();
  await page.keyboard.type("/say Hello");
  await page.keyboard.press("Enter");
  await page.keyboard.type("and more", { delay: 20 });
  await page.locator("[data-route=id]").waitFor();
  expect(await field(page).inputValue()).toBe("and more");
  expect(await isFocused(page)).toBe(true);
});
