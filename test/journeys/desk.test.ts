import { randomUUID } from "node:crypto";
import type { Locator } from "playwright";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { freePort } from "../support/free-port.js";
import { signIn, signInByHand } from "./support/browser.js";
import type { ConversationPage } from "./support/conversation-page.js";
import { startHost, startService, type RunningHost } from "./support/processes.js";
import { createKeyboard } from "./support/keyboard.js";
import { placeOf } from "./support/log.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");
const visit = openVisits();

let chat: ConversationPage;
beforeEach(async () => {
  ({ chat } = await visit());
});

describe("a ticket", () => {
  /** A host and a service of its own: its order is refunded once, and its conversation has a fixed id. */
  let host: RunningHost;
  beforeEach(async () => {
    const place = { port: await freePort(), secret: "a secret of both" };
    const own = await startService({ host: place });
    host = await startHost(own, { place });
    return async () => {
      await host.stop();
      await own.kill();
    };
  });

  it("is worked on from a suggestion to the refund, which waits in sight of the other conversations", async () => {
    const { page } = chat;
    await signInByHand(page, host.url, "ben", "/?conversation=ticket_312");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    await page.getByRole("heading", { level: 1, name: "Please refund the Oslo parcel" }).waitFor();
    await page.getByRole("button", { name: "Refund order 1042" }).click();
    await page.getByRole("group", { name: "Refund €24.50 for order 1042?" }).waitFor();
    expect(await chat.composer.evaluate((field) => field === document.activeElement)).toBe(true);

    await page.getByRole("link", { name: /^Where is my parcel\?/ }).click();
    await page.getByRole("heading", { level: 1, name: "Where is my parcel?" }).waitFor();
    const ticket = page.getByRole("link", { name: /^Please refund the Oslo parcel/ });
    const box = page.getByRole("region", { name: /^For you/ });
    await box.locator(ticket).getByText("Needs your input").waitFor();
    // The name has the whole line, so that entries of one order differ.
    const [name, reason] = await Promise.all(["span", "small"].map((part) => box.locator(part).last().boundingBox()));
    expect(reason?.y).toBeGreaterThanOrEqual((name?.y ?? Infinity) + (name?.height ?? 0));
    // It waits and is a ticket, so it is in the box, and not a second time among the tickets or conversations.
    expect(await page.locator("#side-bar").getByText("Needs your input").count()).toBe(1);
    expect(await page.locator("#side-bar").getByText("Please refund the Oslo parcel").count()).toBe(1);
    await box.locator(ticket).click();
    await box.waitFor({ state: "detached" });
    // The open conversation is no news, and its ticket still shows that it waits.
    await page.getByRole("region", { name: "Tickets" }).locator(ticket).getByText("Needs your input").waitFor();
    expect(await page.locator("#side-bar").getByText("Needs your input").count()).toBe(1);
    // With its ticket, not as a conversation of the list.
    await page.getByRole("heading", { level: 1, name: "Please refund the Oslo parcel" }).waitFor();
    expect(new URL(page.url()).searchParams.get("conversation")).toBe("ticket_312");
    await chat.refund().getByRole("button", { name: "Refund €24.50" }).click();
    await chat.transcript.getByText("Done. Henrik Dahl gets the money back").waitFor();
    await page.getByRole("button", { name: "Orders", exact: true }).click();
    await page.getByText("1 refund of €24.50.").waitFor();
  });
});

it("starts with Skip to content, and reaches the suggestions of a new conversation by Tab", async () => {
  const { page } = chat;
  const { focused, tabTo } = createKeyboard(page);
  await signIn(page, hostUrl, "dai", "/?conversation=ticket_401");
  await page.getByRole("button", { name: "Refund order 2042" }).waitFor();
  await page.locator("#side-bar [aria-current=page]").waitFor();
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("a Skip to content");
  await page.keyboard.press("Enter");
  await tabTo(/^button Refund order 2042/);
  await page.keyboard.press("Tab");
  await tabTo(/^button Refund order 2042/, "Shift+Tab");
});

it("colours the code of an answer by style sheets of its own origin alone", async () => {
  const { page } = chat;
  const refused: string[] = [];
  page.on("console", (message) => message.text().includes("Content Security Policy") && refused.push(message.text()));
  await signIn(page, hostUrl, "dai", `/?conversation=c_${randomUUID()}`);
  await chat.send("/long 600 5000");
  const keyword = chat.transcript.locator(".sv-code [data-token=keyword]").first();
  // The rows are others once the page has changed doors.
  const colors = () =>
    keyword.evaluate(
      (piece) => new Set([piece, piece.closest("code")!].map((one) => getComputedStyle(one).color)).size,
    );
  await expect.poll(colors).toBe(2);
  expect(refused).toEqual([]);
});

it("begins a conversation under the policy that the person chose", async () => {
  const { page } = chat;
  await signIn(page, hostUrl, "dai", `/?conversation=c_${randomUUID()}`);
  await page.locator("summary", { hasText: "Memory and access" }).click();
  const choice = page.getByRole("radio", { name: /^Remembers you/ });
  await choice.check();
  await expect.poll(() => new URL(page.url()).searchParams.get("conversation")).toMatch(/^personal_/);
  expect(await choice.evaluate((radio) => radio === document.activeElement)).toBe(true);
  await chat.send("/remember I like window seats");
  await chat.transcript.getByText("for you, in all your conversations").waitFor();
  await page.getByRole("radio").first().waitFor({ state: "detached" });
  expect((await placeOf(page, new URL(page.url()).searchParams.get("conversation") ?? "")).sessionId).not.toBe("");
});

it("deletes a conversation after a question, and opens a new one in its place", async () => {
  const { page } = chat;
  await signIn(page, hostUrl, "dai", `/?conversation=c_${randomUUID()}`);
  const words = `A lost umbrella, ${randomUUID().slice(0, 8)}`;
  await chat.send(words);
  const row = page
    .getByRole("region", { name: "Recent conversations" })
    .getByRole("listitem")
    .filter({ hasText: words });
  await row.getByRole("link").click();
  await expect.poll(() => new URL(page.url()).searchParams.get("session")).toMatch(/./);
  await row.getByRole("button", { name: /^More actions/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await row.getByRole("button", { name: "Delete", exact: true }).click();
  await row.waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1, name: "New conversation" }).waitFor();
  expect(new URL(page.url()).searchParams.get("session")).toBeNull();
});

it("has the open conversation in sight in the side bar, below those that wait for the person", async () => {
  const { page } = chat;
  await page.setViewportSize({ width: 1280, height: 560 });
  // Of her own: the decisions that wait are in the titles of all pages of their person.
  const first = `c_${randomUUID()}`;
  await signIn(page, hostUrl, "chloe", `/?conversation=${first}`);
  const words = `A lost umbrella, ${randomUUID().slice(0, 8)}`;
  await chat.send(words);
  for (let count = 0; count < 3; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one page
    await chat.open(hostUrl, `c_${randomUUID()}`, "chat");
    // oxlint-disable-next-line no-await-in-loop -- one page
    await chat.send('/approve refund_order {"number":1}');
  }
  await chat.open(hostUrl, first, "chat");
  const row = page.getByRole("region", { name: "Recent conversations" }).getByRole("link").filter({ hasText: words });
  const isInSight = () =>
    row.evaluate((link) => {
      const bar = link.closest(".side-bar-content")!.getBoundingClientRect();
      const { top, bottom } = link.getBoundingClientRect();
      return top >= bar.top && bottom <= bar.bottom;
    });
  await page.getByRole("region", { name: /^For you/ }).waitFor();
  await row.and(page.locator("[aria-current]")).waitFor();
  await expect.poll(isInSight).toBe(true);
});

const places = [
  "/?conversation=ticket_401",
  `/?conversation=c_${randomUUID()}`,
  "/?conversation=team&view=session",
  "/settings?section=integrations",
  "/machines/approve",
  "/headless?conversation=c_1",
];
const sizes = [
  { width: 1360, height: 800, text: "100%" },
  { width: 390, height: 800, text: "100%" },
  { width: 1280, height: 800, text: "200%" },
];

it.each(sizes)("has one h1 on each page and scrolls no page sideways at $width px, text $text", async (size) => {
  const { page } = chat;
  await signIn(page, hostUrl, "dai");
  await page.setViewportSize(size);
  for (const place of places) {
    await page.goto(hostUrl + place);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate((text) => (document.documentElement.style.fontSize = text), size.text);
    const headings = () => page.getByRole("heading", { level: 1 }).count();
    await expect.poll(headings, { message: place }).toBe(1);
    for (const dir of ["ltr", "rtl"]) {
      await page.evaluate((to) => (document.documentElement.dir = to), dir);
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(overflow).toBeLessThanOrEqual(0);
    }
  }
});

it("keeps the title whole and the composer in sight on a phone with large text, also below the open choice", async () => {
  const { page, chat } = await visit();
  await signIn(page, hostUrl, "ana", `/?conversation=c_${randomUUID()}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  const title = page.getByRole("heading", { level: 1 });
  const isCut = () => title.evaluate((h1) => h1.scrollHeight > h1.clientHeight + 1 || h1.scrollWidth > h1.clientWidth);
  await expect.poll(isCut).toBe(false);
  await page.locator(".policies summary").click();
  await chat.composer.focus();
  const { y, height } = (await chat.composer.boundingBox())!;
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThan(844);
});

it("has the title of a ticket beside its buttons, and its customer on one line, on a phone with large text", async () => {
  const { page, chat } = await visit();
  await signIn(page, hostUrl, "ana", "/?conversation=ticket_311");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await page.getByRole("heading", { level: 1, name: "Where is my parcel?" }).waitFor();
  const head = () => page.locator(".page-head").evaluate((part) => part.getBoundingClientRect().height);
  await expect.poll(head).toBeLessThan(170);
  expect((await page.locator(".page-title p").boundingBox())!.height).toBeLessThan(45);
  expect((await chat.composer.boundingBox())!.y).toBeLessThan(844);
});

it("opens the side bar of a phone with the keyboard and gives the focus back", async () => {
  const { page } = chat;
  await signIn(page, hostUrl, "dai", "/");
  await page.setViewportSize({ width: 390, height: 800 });
  const menu = page.getByRole("button", { name: "Menu" });
  await menu.focus();
  await page.keyboard.press("Enter");
  const signOut = page.getByRole("button", { name: "Sign out" });
  await signOut.waitFor();
  // The page behind it is out of reach, also for Tab past its last entry.
  await expect.poll(() => page.locator("#content:is([inert], [inert] *)").count()).toBe(1);
  await signOut.focus();
  await page.keyboard.press("Tab");
  const isOutside = () => page.evaluate(() => document.activeElement?.closest("#content, .skip") !== null);
  expect(await isOutside()).toBe(false);
  await signOut.focus();
  await page.keyboard.press("Escape");
  await signOut.waitFor({ state: "hidden" });
  expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /^Pallet is two days late/ }).click();
  await signOut.waitFor({ state: "hidden" });
  await page.getByRole("heading", { level: 1, name: "Pallet is two days late" }).waitFor();
  // Another page and another person begin with a page that can be used.
  await menu.click();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByText("Back to the desk").waitFor({ state: "attached" });
  await menu.click();
  await page.getByRole("button", { name: "Switch to Ana" }).click();
  await page.getByText("Ana", { exact: true }).waitFor({ state: "attached" });
  await expect.poll(() => page.locator("[inert]").count()).toBe(0);
});

it("begins a new conversation in the field, under its own title, and closes the orders with Escape", async () => {
  const { page } = chat;
  await signIn(page, hostUrl, "dai", "/?conversation=team");
  await expect.poll(() => page.title()).toBe("Team · Parcel Desk");
  await page.getByRole("button", { name: "New conversation" }).click();
  await expect.poll(() => page.title()).toBe("New conversation · Parcel Desk");
  const isWriting = () => chat.composer.evaluate((field) => field === document.activeElement);
  await expect.poll(isWriting).toBe(true);
  // The first message ends the choice at once, not when its session is known.
  await page.route("**/api/chat", () => undefined);
  await chat.composer.fill("Where is order 2041?");
  await page.keyboard.press("Enter");
  await page.getByRole("radio").first().waitFor({ state: "detached" });

  const orders = page.getByRole("button", { name: "Orders", exact: true });
  if ((await orders.getAttribute("aria-expanded")) !== "true") await orders.click();
  await page.getByRole("button", { name: "Close orders" }).focus();
  await page.keyboard.press("Escape");
  expect(await orders.getAttribute("aria-expanded")).toBe("false");
  expect(await orders.evaluate((button) => button === document.activeElement)).toBe(true);
});

it("closes the orders with Back on a phone, and stays on the page", async () => {
  const { page } = chat;
  await signIn(page, hostUrl, "ana", `/?conversation=back-${randomUUID()}`);
  await page.setViewportSize({ width: 360, height: 740 });
  const address = page.url();
  const orders = page.getByRole("button", { name: "Orders", exact: true });
  const panel = page.getByRole("dialog", { name: "Order details" });
  await orders.click();
  await panel.getByRole("heading", { level: 1, name: "Order details" }).waitFor();
  // Nothing behind it can be reached.
  expect(await page.getByRole("link", { name: "Skip to content" }).count()).toBe(0);
  await page.goBack();
  await panel.waitFor({ state: "hidden" });
  expect(page.url()).toBe(address);
  await expect.poll(() => orders.evaluate((button) => button === document.activeElement)).toBe(true);

  await orders.click();
  await page.getByRole("button", { name: "Close orders" }).click();
  await panel.waitFor({ state: "hidden" });
  expect(page.url()).toBe(address);
});

it("closes the orders of a phone with Escape wherever the focus is, and stays on the page", async () => {
  const { page } = chat;
  await signIn(page, hostUrl, "ana", "/?conversation=ticket_312");
  await page.setViewportSize({ width: 360, height: 740 });
  const orders = page.getByRole("button", { name: "Orders", exact: true });
  const panel = page.getByRole("dialog", { name: "Order details" });
  const steps = [
    () => panel.getByText("Henrik Dahl").click(),
    () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()),
    () => page.keyboard.press("Tab"),
  ];
  for (const step of steps) {
    await orders.click();
    await panel.getByRole("heading", { level: 1, name: "Order details" }).waitFor();
    await step();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    // It left the history too, and once.
    await expect.poll(() => page.evaluate(() => history.state as unknown)).toEqual({ step: 0 });
    expect(new URL(page.url()).searchParams.get("conversation")).toBe("ticket_312");
  }
  await orders.click();
  await panel.getByText("Henrik Dahl").click();
  await page.keyboard.press("Escape");
  await expect.poll(() => orders.evaluate((button) => button === document.activeElement)).toBe(true);
});

it("leaves the focus in the field as the window becomes too narrow for the orders", async () => {
  const { page } = chat;
  await page.setViewportSize({ width: 1300, height: 800 });
  await signIn(page, hostUrl, "ana", "/?conversation=ticket_312");
  await page.getByRole("complementary", { name: "Order details" }).waitFor();
  await chat.composer.focus();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Menu" }).waitFor();
  await page.getByRole("heading", { name: "Order details" }).waitFor({ state: "hidden" });
  expect(await chat.composer.evaluate((field) => field === document.activeElement)).toBe(true);
});

it("keeps the room of tickets, suggestions and policies until they are known", async () => {
  const { page } = chat;
  let answer = () => undefined as void;
  const isAwaited = new Promise<void>((done) => (answer = done));
  await page.route("**/api/orders", async (route) => {
    await isAwaited;
    await route.continue();
  });
  await signIn(page, hostUrl, "ben", `/?conversation=c_${randomUUID()}`);
  await page.getByText("Memory and access:").first().waitFor();
  await page.getByRole("heading", { name: "How can I help?" }).waitFor();
  const tickets = page.getByRole("region", { name: "Tickets" });
  const boxes = async () => {
    const topOf = async (part: Locator) => Math.round((await part.boundingBox())!.y);
    const { height } = (await tickets.boundingBox())!;
    const help = await topOf(page.getByRole("button", { name: "What else can you do?" }));
    return [Math.round(height), help, await topOf(page.getByRole("heading", { name: "How can I help?" }))];
  };
  const before = await boxes();
  answer();
  await tickets.getByText("Where is my parcel?").waitFor();
  expect(await boxes()).toEqual(before);
});

it("hides no suggestion and no customer in a window that is low for its text", async () => {
  const { page } = chat;
  await signIn(page, hostUrl, "dai", "/?conversation=ticket_401");
  await page.getByRole("button", { name: "Refund order 2042" }).waitFor();
  for (const size of [
    { width: 390, height: 422 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(size);
    for (const part of [".starters li:last-child", ".page-title p"])
      expect([size, part, await page.locator(part).isVisible()]).toEqual([size, part, true]);
  }
});

it("keeps the keys of the screen away when a suggestion is tapped", async () => {
  const { page } = chat;
  await (await page.context().newCDPSession(page)).send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await signIn(page, hostUrl, "dai", `/?conversation=c_${randomUUID()}`);
  await page.getByRole("button", { name: "What else can you do?" }).click();
  await chat.transcript.getByText("/help").first().waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
});

it("finds the order of a customer by name, and offers actions and orders while one writes", async () => {
  const { page } = chat;
  await signIn(page, hostUrl, "ben", `/?conversation=c_${randomUUID()}`);
  await page.getByRole("button", { name: "Refund order 1041" }).or(page.getByText("How can I help?")).first().waitFor();
  const options = page.getByRole("listbox").getByRole("option");
  await chat.composer.pressSequentially("/");
  await expect.poll(() => options.count()).toBe(5);
  await page.keyboard.type("rep");
  await page.keyboard.press("Enter");
  expect(await chat.composer.inputValue()).toBe("Draft a reply about order ");
  await page.keyboard.type("#lena");
  await expect.poll(() => options.count()).toBe(1);
  await page.keyboard.press("Enter");
  expect(await chat.composer.inputValue()).toMatch(/^Draft a reply about order \d{4} $/);

  await chat.composer.fill("Draft a reply to Lena");
  await page.keyboard.press("Enter");
  await chat.transcript.getByText("Hi Lena,").waitFor();
});
