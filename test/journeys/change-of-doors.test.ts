import { randomUUID } from "node:crypto";
import { beforeEach, expect, inject, it } from "vitest";
import { signIn } from "./support/browser.js";
import type { ConversationPage } from "./support/conversation-page.js";
import { openVisits } from "./support/visits.js";

/** A conversation begins at the chat handler, and continues at its session once it is answered. */

const hostUrl = inject("hostUrl");

const visit = openVisits();
let chat: ConversationPage;
beforeEach(async () => {
  ({ chat } = await visit());
  await signIn(chat.page, hostUrl, "dai", `/?conversation=c_${randomUUID()}`);
});

/** Waits until the page has looked ahead at the session, and the answer is whole. */
async function answered(words: string): Promise<void> {
  await chat.settled();
  await expect.poll(() => chat.rows().last().innerText(), { timeout: 20_000 }).toContain(words);
}

it("shows a message that was refused before it, after a reload too", async () => {
  const { page } = chat;
  await chat.send("/say Hello.");
  await chat.settled();
  await page.route("**/api/chat", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 400, json: { error: { code: "message_required", message: "No." } } })
      : route.continue(),
  );
  await page.goto(`${page.url()}&view=chat`);
  await chat.composer.waitFor();
  await chat.sendBehind("Please keep this");
  const refused = chat.rows().filter({ hasText: "Please keep this" });
  await refused.getByRole("button", { name: "Discard" }).waitFor();
  await page.goto(page.url().replace("&view=chat", ""));
  await expect.poll(() => refused.getByRole("button", { name: "Discard" }).count()).toBe(1);
});

it("leaves the reader in the place further up", async () => {
  const viewport = chat.page.locator(".sv-timeline-viewport");
  const top = () => viewport.evaluate((element) => element.scrollTop);
  await chat.send("/long 350 60");
  await expect
    .poll(() => viewport.evaluate((element) => element.scrollHeight - element.clientHeight), { timeout: 20_000 })
    .toBeGreaterThan(600);
  await viewport.hover();
  await chat.page.mouse.wheel(0, -5_000);
  await expect.poll(top).toBeLessThan(50);
  const place = await top();
  await chat.settled();
  await chat.page.getByRole("button", { name: "Attach files" }).focus();
  await expect.poll(() => viewport.evaluate((element) => element.scrollHeight > 1_000)).toBe(true);
  expect(await top()).toBe(place);
});

it("leaves the focus in the conversation", async () => {
  await chat.send("/long 60 20");
  await chat.page.getByRole("button", { name: "Attach files" }).focus();
  await answered("about an hour");
  await chat.transcript.getByRole("button", { name: "Copy" }).last().waitFor();
  await expect
    .poll(() => chat.page.evaluate(() => document.querySelector("#content .sv-root")?.contains(document.activeElement)))
    .toBe(true);
});
