import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { launchWithPageCache, newContext } from "./support/browser.js";
import { ConversationPage, type ViewName } from "./support/conversation-page.js";

const hostUrl = inject("hostUrl");
/** A page of the host without scripts. */
const plainUrl = `${hostUrl}/api/plain`;
const words = { ana: "SECRET-OF-ANA-5512", ben: "WORDS-OF-BEN-5512" };

/** The records of one return to the page, taken by the page itself. */
interface Return {
  /** Whether the page was restored from the back/forward cache. */
  readonly isPersisted: boolean;
  /** The document during `pageshow`, and at each frame after it. */
  readonly frames: string[];
}

let browser: Browser;
let context: BrowserContext;
let chat: ConversationPage;
let conversation: string;
beforeAll(async () => {
  browser = await launchWithPageCache();
});
afterAll(() => browser.close());
beforeEach(async () => {
  context = await newContext(browser);
  chat = new ConversationPage(await context.newPage());
  conversation = `back-${randomUUID()}`;
  await chat.page.goto(plainUrl);
  await signInAndSend(chat.page, "ana");
});
afterEach(() => context.close());

/** Records the document at each frame after a return, fields included: their values are not part of the markup. */
function recordReturns(page: Page): Promise<void> {
  return page.evaluate(() => {
    const returns: { isPersisted: boolean; frames: string[] }[] = [];
    Object.assign(window, { returns });
    const read = () =>
      [
        document.title,
        document.documentElement.outerHTML,
        ...Array.from(document.querySelectorAll("textarea"), ({ value }) => value),
      ].join("\n");
    window.addEventListener("pageshow", ({ persisted }) => {
      const frames = [read()];
      returns.push({ isPersisted: persisted, frames });
      const record = () => {
        frames.push(read());
        requestAnimationFrame(record);
      };
      requestAnimationFrame(record);
    });
  });
}

const returnsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { readonly returns: readonly Return[] }).returns);

/** Leaves for the plain page, lets `change` happen, and returns by the browser's Back. */
async function goAwayAndBack(change: (other: Page) => Promise<void>): Promise<Return> {
  const { page } = chat;
  const address = page.url();
  await recordReturns(page);
  await page.goto(plainUrl, { waitUntil: "commit" });
  expect(await page.content()).not.toContain(words.ana);
  const other = await context.newPage();
  await other.goto(plainUrl);
  await change(other);
  await page.evaluate(() => history.back());
  await page.waitForURL(address, { waitUntil: "commit" });
  await expect.poll(() => returnsOf(page).then(({ length }) => length)).toBe(1);
  return (await returnsOf(page))[0] as Return;
}

/** Signs in and sends one message. The plain page does not notify the product's other pages. */
async function signInAndSend(page: Page, user: keyof typeof words): Promise<void> {
  await page.evaluate(
    async ([name, id, text]) => {
      const json = { "content-type": "application/json" };
      const body = JSON.stringify({ user: name, password: "demo" });
      const signedIn = await fetch("/auth/sign-in", { method: "POST", headers: json, body });
      const { csrfToken } = (await signedIn.json()) as { csrfToken: string };
      const headers = { ...json, "x-csrf-token": csrfToken, "x-service-conversation": id };
      const message = JSON.stringify({ message: `/say ${text}` });
      await (await fetch("/api/chat", { method: "POST", headers, body: message })).text();
    },
    [user, conversation, words[user]] as const,
  );
}

async function signOutElsewhere(other: Page): Promise<void> {
  const status = await other.evaluate(async () => {
    const { csrfToken } = (await (await fetch("/auth/me")).json()) as { csrfToken: string };
    const headers = { "content-type": "application/json", "x-csrf-token": csrfToken };
    return (await fetch("/auth/sign-out", { method: "POST", headers, body: "{}" })).status;
  });
  expect(status).toBe(204);
}

/** Asserts that no frame since the return contains a word of Ana's. */
async function expectNothingOfAna(): Promise<void> {
  const [{ frames } = { frames: [] }] = await returnsOf(chat.page);
  expect(frames.length).toBeGreaterThan(1);
  expect(frames.findIndex((frame) => frame.includes(words.ana))).toBe(-1);
}

/** Ana's conversation and her unsent draft, on the screen. */
async function openAsAna(view: ViewName): Promise<void> {
  await chat.open(hostUrl, conversation, view);
  await chat.transcript.getByText(words.ana).last().waitFor();
  await chat.composer.fill(`draft ${words.ana}`);
}

it("shows nothing of Ana and then Ben's conversation after Ben signed in elsewhere", async () => {
  await openAsAna("chat");
  const { isPersisted } = await goAwayAndBack((other) => signInAndSend(other, "ben"));
  expect(isPersisted).toBe(true);
  await chat.page.locator(".person", { hasText: "Ben" }).waitFor();
  await chat.transcript.getByText(words.ben).last().waitFor();
  await expectNothingOfAna();
});

it("shows nothing of Ana and then the sign-in form after she signed out elsewhere", async () => {
  await openAsAna("session");
  const { isPersisted } = await goAwayAndBack(signOutElsewhere);
  expect(isPersisted).toBe(true);
  await chat.page.getByRole("button", { name: "Sign in" }).waitFor();
  await expectNothingOfAna();
});

it("veils the first frame and then shows Ana's conversation and draft while she is signed in", async () => {
  await openAsAna("chat");
  const { isPersisted, frames } = await goAwayAndBack(async () => {});
  expect(isPersisted).toBe(true);
  expect(frames[0]).not.toContain(words.ana);
  await chat.transcript.getByText(words.ana).last().waitFor();
  await expect.poll(() => chat.composer.inputValue()).toBe(`draft ${words.ana}`);
});
