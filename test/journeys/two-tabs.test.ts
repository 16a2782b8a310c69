import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { signInByHand } from "./support/browser.js";
import { ConversationPage, type ViewName } from "./support/conversation-page.js";
import { expectPageTellsTheLog, placeOf, readLog } from "./support/log.js";
import { openVisits } from "./support/visits.js";

/**
 * Two tabs of one browser share a cookie. Here the second signs ana out and ben in, and the first is not notified:
 * its page is still ana's, while the host's backend answers it as ben. Only the identity on the wire separates the
 * two.
 */
const hostUrl = inject("hostUrl");
const service = inject("service");

const visit = openVisits();
let context: BrowserContext;
let first: ConversationPage;
let conversation: string;
const [hers, his, late] = ["Known to Ana alone.", "Known to Ben alone.", "Typed by Ana too late."];

beforeEach(async () => {
  ({ context, chat: first } = await visit());
  conversation = `two-tabs-${randomUUID()}`;
});

/** Signs ben in in a second tab that keeps it to itself, where he has a conversation under the same name. */
async function benSignsInElsewhere(): Promise<ConversationPage> {
  const second = await context.newPage();
  await second.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => {};
  });
  await second.goto(hostUrl);
  await second.getByRole("button", { name: "Sign out" }).click();
  // Leaving the page before the form appears would cancel the request that signs out.
  await second.getByRole("button", { name: "Sign in" }).waitFor();
  await signInByHand(second, hostUrl, "ben");
  const chat = new ConversationPage(second);
  await chat.open(hostUrl, conversation, "chat");
  await chat.send(`/say ${his}`);
  await chat.settled();
  await takeTokenOf(second);
  return chat;
}

/**
 * Lets the first tab's writes pass the host's own CSRF check, as in a product whose check does not depend on the
 * person.
 */
async function takeTokenOf(page: Page): Promise<void> {
  const token = await page.evaluate(async () => {
    const me = (await (await fetch("/auth/me")).json()) as { csrfToken: string };
    return me.csrfToken;
  });
  await first.page.route("**/api/**", (route) =>
    route.continue({ headers: { ...route.request().headers(), "x-csrf-token": token } }),
  );
}

/** Delays the host's identity response until the returned function is called. */
async function holdTheHostsAnswer(): Promise<() => void> {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await first.page.route("**/auth/me", async (route) => {
    await held;
    await route.continue();
  });
  return answer;
}

/**
 * Everything that a tab shows and stores. While the host is asked for the person, stored data may still be theirs;
 * afterwards not.
 */
const everythingIn = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([document.documentElement.outerHTML, Object.entries(sessionStorage), Object.entries(localStorage)]),
  );

describe.each<{ view: ViewName }>([{ view: "chat" }, { view: "session" }])(
  "when another person signs in in another tab, the $view view",
  ({ view }) => {
    beforeEach(async () => {
      await signInByHand(first.page, hostUrl, "ana");
      await first.open(hostUrl, conversation, "chat");
      await first.send(`/say ${hers}`);
      await first.settled();
      if (view === "session") await first.open(hostUrl, conversation, view);
      await expect.poll(() => first.transcript.innerText()).toContain(hers);
    });

    it("writes nothing of ana's as ben, reports it, and continues as ben once the host names the person", async () => {
      const herPlace = await placeOf(first.page, conversation);
      const second = await benSignsInElsewhere();
      const hisPlace = await placeOf(second.page, conversation);
      expect(hisPlace.sessionId).not.toBe(herPlace.sessionId);
      const [herLog, hisLog] = [await readLog(service, herPlace), await readLog(service, hisPlace)];
      const answer = await holdTheHostsAnswer();

      const refusal = first.page.waitForResponse((response) => response.request().method() === "POST");
      await first.sendBehind(`/say ${late}`);
      const refused = await refusal;
      expect(refused.status()).toBe(409);
      // The page cancelled that response; the same request once more shows its content.
      const told = await first.page.request.fetch(refused.request());
      expect(await told.json()).toMatchObject({ error: { code: "identity_changed" } });

      await first.page.getByText("Somebody signed in or out in another tab.").waitFor();
      const between = await first.page.content();
      for (const text of [hers, his, late]) expect(between).not.toContain(text);
      answer();
      await first.page.locator(".person", { hasText: "Ben" }).waitFor();

      expect(await readLog(service, herPlace)).toEqual(herLog);
      expect(await readLog(service, hisPlace)).toEqual(hisLog);
      await expect.poll(() => first.transcript.innerText()).toContain(his);
      expect(await expectPageTellsTheLog(first, service, hisPlace)).toEqual(hisLog);
      await first.sendBehind("/say Ben goes on.");
      await first.transcript.getByText("Ben goes on.", { exact: true }).waitFor();
      await first.settled();
      const log = await expectPageTellsTheLog(first, service, hisPlace);
      expect(JSON.stringify(log)).not.toContain(late);
      expect(await readLog(service, herPlace)).toEqual(herLog);
      const after = await everythingIn(first.page);
      for (const text of [hers, late]) expect(after).not.toContain(text);
    });

    it("shows ana nothing of ben's where she asks for more", async () => {
      const second = await benSignsInElsewhere();
      await second.open(hostUrl, "ticket_312", "chat");
      await second.send(`/say ${his}`);
      await second.settled();
      const answer = await holdTheHostsAnswer();
      await first.page.getByRole("link", { name: /^Please refund the Oslo parcel/ }).click();
      await first.page.getByText("Somebody signed in or out in another tab.").waitFor();
      const between = await first.page.content();
      for (const text of [hers, his]) expect(between).not.toContain(text);
      answer();
      await expect.poll(() => first.transcript.innerText()).toContain(his);
      expect(await everythingIn(first.page)).not.toContain(hers);
    });
  },
);
