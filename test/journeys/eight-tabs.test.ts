import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { expect, inject, it } from "vitest";
import { signIn } from "./support/browser.js";
import { ConversationPage } from "./support/conversation-page.js";
import { openVisits } from "./support/visits.js";

/**
 * A browser opens six connections to an origin over HTTP/1.1, for all its tabs together, and the host of these
 * journeys uses HTTP/1.1. Playwright reports every page as visible, so the test makes a background page
 * hidden, and advances its clock.
 */
const hostUrl = inject("hostUrl");
const visit = openVisits();
const requests = "**/api/**";

/** Whether a tab is behind another, as the page itself hears of it. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      get: () => (hidden ? "hidden" : "visible"),
    });
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
}

it("opens eight tabs of one product over HTTP/1.1, and the first shows the last one's message", async () => {
  const { context, page } = await visit();
  await signIn(page, hostUrl, "ana");
  await page.close();
  const conversation = `tabs-${randomUUID()}`;
  const tabs: ConversationPage[] = [];
  for (let n = 0; n < 8; n += 1) {
    const tab = await context.newPage();
    await tab.clock.install();
    const chat = new ConversationPage(tab);
    // A session's own door opens once there is a session.
    await chat.open(hostUrl, conversation, n > 0 && n % 2 === 1 ? "session" : "chat");
    await chat.send(`/say From tab ${n}.`);
    await chat.settled();
    tabs.push(chat);
    if (n === 7) break;
    await hide(tab, true);
    await tab.clock.fastForward(16_000);
    await expect.poll(() => tab.locator("[data-connection=idle]").count()).toBeGreaterThan(0);
    // The product counts what waits for its person, so a hidden page looks now and then. Here it may not, so that only a
    // stream that was left open could bring it anything.
    await tab.route(requests, (route) => route.abort());
  }
  for (const place of [0, 1]) {
    const tab = tabs[place] as ConversationPage;
    expect(await tab.transcript.getByText("From tab 7.", { exact: true }).count()).toBe(0);
    await tab.page.unroute(requests);
    await hide(tab.page, false);
    await tab.transcript.getByText("From tab 7.", { exact: true }).first().waitFor();
    for (let n = 0; n < 8; n += 1) {
      expect(
        await tab.transcript
          .locator("article[data-role=user]")
          .filter({ hasText: `/say From tab ${n}.` })
          .count(),
      ).toBe(1);
    }
  }
});
