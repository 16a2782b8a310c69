import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { signIn, type UserId } from "./support/browser.js";
import type { ConversationPage, ViewName } from "./support/conversation-page.js";
import { openVisits } from "./support/visits.js";

/** The conversation that a whole tenant shares in the example product. */
const team = "team";
const hostUrl = inject("hostUrl");

const visit = openVisits();

/** This person's own browser, at the shared conversation. */
async function opens(user: UserId, view: ViewName): Promise<ConversationPage> {
  const { page, chat } = await visit();
  await signIn(page, hostUrl, user);
  await chat.open(hostUrl, team, view);
  return chat;
}

/** The row of a message with its displayed author. */
const messageRow = (chat: ConversationPage, text: string) =>
  chat.transcript.locator("article[data-role=user]").filter({ hasText: text });

it("shows the first message of a shared conversation to people who have it open", async () => {
  const [ana, ben] = [await opens("ana", "chat"), await opens("ben", "chat")];
  const text = `First of all ${randomUUID()}`;
  await ana.sendBehind(`/say ${text}`);
  await messageRow(ben, text).waitFor();
  await ben.transcript.getByText(text, { exact: true }).first().waitFor();
  expect(await messageRow(ben, text).count()).toBe(1);
});

it("keeps a person's draft in a shared conversation over a reload, only for that person", async () => {
  const [ana, ben] = [await opens("ana", "session"), await opens("ben", "session")];
  const draft = `not sent yet ${randomUUID()}`;
  await ana.composer.fill(draft);
  for (const { page, composer } of [ana, ben]) {
    await page.reload();
    await composer.waitFor();
  }
  expect(await ana.composer.inputValue()).toBe(draft);
  expect(await ben.composer.inputValue()).toBe("");
});

describe.each<{ view: ViewName }>([{ view: "chat" }, { view: "session" }])(
  "ana and ben in one conversation, in the $view view",
  ({ view }) => {
    let ana: ConversationPage;
    let ben: ConversationPage;
    beforeEach(async () => {
      ana = await opens("ana", view);
      ben = await opens("ben", view);
    });

    it("see each other's messages by name, live, and their own without one", async () => {
      const [hers, his] = [`From her ${randomUUID()}`, `From him ${randomUUID()}`];
      await ana.sendBehind(`/say ${hers}`);
      await messageRow(ben, hers).waitFor();
      expect(await messageRow(ben, hers).getByText("Ana", { exact: true }).count()).toBe(1);
      expect(await messageRow(ana, hers).getByText("Ana", { exact: true }).count()).toBe(0);
      await ana.settled();
      await ben.sendBehind(`/say ${his}`);
      await messageRow(ana, his).waitFor();
      expect(await messageRow(ana, his).getByText("Ben", { exact: true }).count()).toBe(1);
      await ben.settled();
    });

    it("see one decision, and who answered it", async () => {
      await ana.sendBehind("/ask text");
      await ben.question().waitFor();
      await ana.question().getByRole("textbox").fill("Lisbon");
      await ana.question().getByRole("button", { name: "Answer" }).click();
      await ben.question().getByText("Answered by Ana").waitFor();
      expect(await ben.question().getByRole("textbox").count()).toBe(0);
      await ana.settled();
    });

    it("see one approval, and who gave it", async () => {
      await ben.sendBehind("/approve delete_everything {}");
      await ana.approval("delete everything").waitFor();
      await ben.approval("delete everything").getByRole("button", { name: "Approve" }).click();
      await ana.approval("delete everything").getByText("Approved by Ben").waitFor();
      expect(await ana.approval("delete everything").getByRole("button", { name: "Approve" }).count()).toBe(0);
      await ben.settled();
    });
  },
);

it("keeps a shared conversation from people of another tenant, who have one of their own", async () => {
  const ana = await opens("ana", "chat");
  const text = `For Acme alone ${randomUUID()}`;
  await ana.sendBehind(`/say ${text}`);
  await messageRow(ana, text).waitFor();
  const chloe = await opens("chloe", "chat");
  await chloe.sendBehind("/say Only us here.");
  await messageRow(chloe, "Only us here.").waitFor();
  expect(await chloe.transcript.innerText()).not.toContain("For Acme alone");
});
