import { randomUUID } from "node:crypto";
import type { BrowserContext } from "playwright";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { signInByHand } from "./support/browser.js";
import type { ConversationPage, ViewName } from "./support/conversation-page.js";
import { heapContains } from "./support/heap.js";
import { expectPageTellsTheLog, placeOf } from "./support/log.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");
const service = inject("service");
const secret = "SECRET-OF-ANA-7391";

const visit = openVisits();
let context: BrowserContext;
let chat: ConversationPage;
beforeEach(async () => {
  ({ context, chat } = await visit());
});

/** Everything the browser keeps for this origin, and what the page shows. */
async function everythingKept(): Promise<string> {
  return chat.page.evaluate(async () => {
    const databases = (await indexedDB.databases?.()) ?? [];
    const caches_ = await caches.keys();
    return JSON.stringify([
      document.documentElement.outerHTML,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      databases,
      caches_,
      document.title,
    ]);
  });
}

const memoryHolds = (text: string) => heapContains(chat.page, text);

describe.each<{ view: ViewName }>([{ view: "chat" }, { view: "session" }])(
  "when ana leaves the $view view",
  ({ view }) => {
    beforeEach(async () => {
      await signInByHand(chat.page, hostUrl, "ana");
      const id = `identity-${randomUUID()}`;
      await chat.open(hostUrl, id, "chat");
      await chat.send(`/say ${secret}`);
      await chat.settled();
      if (view === "session") await chat.open(hostUrl, id, view);
      await expect.poll(() => chat.transcript.innerText()).toContain(secret);
      await expectPageTellsTheLog(chat, service, await placeOf(chat.page, id));
      // An unsent draft is private too.
      await chat.composer.fill(`draft ${secret}`);
    });

    it("signing out leaves nothing of her on the page, in memory or in browser storage", async () => {
      // Once for each view: a snapshot of the memory takes more time than all else in a test.
      expect(await memoryHolds(secret)).toBe(true);
      await chat.page.getByRole("button", { name: "Sign out" }).click();
      await chat.page.getByRole("button", { name: "Sign in" }).waitFor();
      expect(await everythingKept()).not.toContain(secret);
      await expect.poll(() => memoryHolds(secret), { timeout: 20_000, interval: 500 }).toBe(false);
    });

    it("signing out in another tab leaves nothing of her in this one", async () => {
      const other = await context.newPage();
      await other.goto(hostUrl);
      await other.getByRole("button", { name: "Sign out" }).click();
      await chat.page.getByRole("button", { name: "Sign in" }).waitFor();
      // A 401 may come before the other tab's message.
      await expect.poll(everythingKept).not.toContain(secret);
      await expect.poll(() => memoryHolds(secret), { timeout: 20_000, interval: 500 }).toBe(false);
    });

    it("an expired sign-in keeps her unsent message out of sight and of memory, and shows it at her next sign-in", async () => {
      await context.clearCookies();
      await chat.composer.press("Enter");
      await chat.page.getByRole("button", { name: "Sign in" }).waitFor();
      expect(await chat.page.content()).not.toContain(secret);
      await expect.poll(() => memoryHolds(secret), { timeout: 20_000, interval: 500 }).toBe(false);
      await chat.page.getByLabel("Password").fill("demo");
      await chat.page.getByRole("button", { name: "Sign in" }).click();
      await expect.poll(() => chat.transcript.innerText()).toContain(`draft ${secret}`);
    });

    it("an expired sign-in leaves nothing of her once another person signs in", async () => {
      await context.clearCookies();
      await chat.composer.press("Enter");
      await chat.page.locator("input[name=user][value=ben]").check();
      await chat.page.getByLabel("Password").fill("demo");
      await chat.page.getByRole("button", { name: "Sign in" }).click();
      await chat.page.getByRole("button", { name: "Sign out" }).waitFor();
      expect(await everythingKept()).not.toContain(secret);
    });

    it("switching to the other tenant's user leaves nothing of her and shows that user's own", async () => {
      await chat.page.getByRole("button", { name: "Switch to Chloe" }).click();
      await chat.page.getByText("Globex Freight").waitFor();
      expect(await everythingKept()).not.toContain(secret);
      await expect.poll(() => memoryHolds(secret), { timeout: 20_000, interval: 500 }).toBe(false);
      const own = `identity-${randomUUID()}`;
      await chat.open(hostUrl, own, "chat");
      await chat.send("/say Hello from Globex.");
      await expect.poll(() => chat.transcript.innerText()).toContain("Hello from Globex.");
      await chat.settled();
      await expectPageTellsTheLog(chat, service, await placeOf(chat.page, own));
    });
  },
);
