import type { Browser, Page, Route } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventLog } from "../../src/testing/events.js";
import { scriptedTurn } from "../../src/testing/scripted-turn.js";
import { createLoadedChats } from "../server/handler/loaded-chat.js";
import { launch, watchForErrors } from "../journeys/support/browser.js";
import { openPage } from "./open-page.js";
import { readAt, rowTop, settle } from "./scrolling.js";

let browser: Browser;
let chats: Awaited<ReturnType<typeof createLoadedChats>>;
beforeAll(async () => {
  [browser, chats] = await Promise.all([launch(), createLoadedChats()]);
});
afterAll(() => Promise.all([browser.close(), chats.close()]));

/** Opens a chat of so many turns. An older page waits until `arrive`, with a status in its place where one is given. */
async function openLongChat(turns: number) {
  const log = eventLog();
  for (let turn = 0; turn < turns; turn += 1) {
    scriptedTurn(log, { prompt: `Question ${turn}`, answer: [`Answer ${turn}`, "\n\nand a line of its own."] });
  }
  const { conversation } = await chats.load(log.events);
  const page = await openPage(browser, "conversation-page");
  const errors = watchForErrors(page);
  let waiting: ((status?: number) => void)[] = [];
  const asked: string[] = [];
  await page.route("**/api/chat*", async (route) => {
    const url = new URL(route.request().url());
    // No new messages here.
    if (url.searchParams.has("follow")) return route.fulfill({ status: 204 });
    if (url.searchParams.has("before")) {
      asked.push(url.search);
      const status = await new Promise<number | undefined>((arrive) => waiting.push(arrive));
      if (status !== undefined) return route.fulfill({ status });
    }
    return passOn(route);
  });
  await page.evaluate((id) => window.showConversation(id), conversation);
  await page.getByText(`Question ${turns - 1}`).waitFor();
  await settle(page);
  const arrive = (status?: number) => {
    for (const one of waiting) one(status);
    waiting = [];
  };
  return { page, errors, asked, arrive };
}

/** As the host's server answers. */
async function passOn(route: Route): Promise<void> {
  const request = route.request();
  const response = await chats.fetch(request.url(), { headers: await request.allHeaders() });
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  });
}

const scrollTo = async (page: Page, top: number) => {
  await page.evaluate((to) => document.querySelector(".sv-timeline-viewport")?.scrollTo(0, to), top);
  await settle(page);
};

describe("a chat longer than a page", () => {
  it("is read back to its first message, and the row under the reader's eye stays where it is", async () => {
    const { page, errors, asked, arrive } = await openLongChat(150);
    // Rows far above the newest line are not requested yet.
    expect(asked).toEqual([]);
    await page.locator(".sv-timeline-viewport").focus();
    await scrollTo(page, 300);
    // The previous page is requested when a reader is near the top.
    await expect.poll(() => asked.length).toBe(1);
    const before = await readAt(page);
    arrive();
    await expect.poll(() => page.locator(".sv-page-button").count()).toBe(0);
    await settle(page);
    expect(Math.abs((await rowTop(page, before.key)) - before.top)).toBeLessThanOrEqual(1);
    await scrollTo(page, 0);
    await expect.poll(() => page.getByText("Question 0", { exact: true }).isVisible()).toBe(true);
    expect(asked).toHaveLength(1);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("reports that an earlier page could not be read, and reads it when its button is pressed", async () => {
    const { page, asked, arrive } = await openLongChat(150);
    await scrollTo(page, 300);
    await expect.poll(() => asked.length).toBe(1);
    arrive(503);
    await page.locator(".sv-error").waitFor();
    // Not by the mouse, which would bring the button into view, and so the reader to the top.
    await page.locator(".sv-page-button").evaluate((button: HTMLButtonElement) => button.click());
    await expect.poll(() => asked.length).toBe(2);
    arrive();
    await expect.poll(() => page.locator(".sv-page-button, .sv-error").count()).toBe(0);
    await page.context().close();
  });
});
