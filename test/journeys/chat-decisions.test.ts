import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { signIn } from "./support/browser.js";
import { ConversationPage } from "./support/conversation-page.js";
import { linesOf, placeOf, readLog } from "./support/log.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");
const service = inject("service");

const visit = openVisits();
let chat: ConversationPage;
let conversation: string;
beforeEach(async () => {
  ({ chat } = await visit());
  conversation = `chat-decisions-${randomUUID()}`;
  await signIn(chat.page, hostUrl, "ana");
  await chat.open(hostUrl, conversation, "chat");
});

/** Another window of the same person. */
async function anotherWindow(): Promise<ConversationPage> {
  const other = new ConversationPage(await chat.page.context().newPage());
  await other.open(hostUrl, conversation, "chat");
  return other;
}

const readTheLog = async () => readLog(service, await placeOf(chat.page, conversation));

/** The decisions in the log. */
async function decisions() {
  const made = (await readTheLog()).filter(({ type }) => type === "user.approvalDecision");
  return made.map(({ payload }) => payload as { readonly decision: string });
}

/** The chat view shows an answer's segments as one text: complete, in order and once. */
async function expectTheLog() {
  await chat.settled();
  await chat.unfold();
  const answer = linesOf(await readTheLog()).filter(({ role }) => role === "agent");
  const shown = (await chat.transcript.locator(".sv-markdown").allInnerTexts()).join("");
  expect(shown.replaceAll(/[^\p{L}\p{N}]+/gu, "")).toBe(answer.map(({ text }) => text).join(""));
}

/** Decides as a person does who looks: a press is lost in which the cards move, and each decided one moves them. */
async function approve(page: ConversationPage, name: string) {
  await page.approval(name).getByRole("button", { name: "Approve" }).click();
  await decided(page, name);
}

const decided = (page: ConversationPage, name: string) =>
  page.approval(name).getByRole("button").first().waitFor({ state: "hidden" });

describe("several decisions in the chat view", () => {
  it("are taken in any order, one is refused with a reason, and the answer continues", async () => {
    await chat.send("/approvals 3", "/say All decided.");
    await chat.approval("tool 3").waitFor();
    await approve(chat, "tool 3");
    await chat.approval("tool 1").getByRole("button", { name: "Reject…" }).click();
    await chat.approval("tool 1").getByRole("textbox").fill("Not this one");
    await chat.approval("tool 1").getByRole("button", { name: "Reject", exact: true }).click();
    await decided(chat, "tool 1");
    await approve(chat, "tool 2");
    await chat.transcript.getByText("All decided.", { exact: true }).waitFor();
    await expectTheLog();
    const made = await decisions();
    expect(made.map(({ decision }) => decision).toSorted()).toEqual(["approve", "approve", "reject"]);
    const refused = made.find(({ decision }) => decision === "reject");
    expect(JSON.stringify(refused)).toContain("Not this one");
  });

  it("are there again after a reload, the decided one decided, and are decided then", async () => {
    await chat.send("/approvals 3", "/say All decided.");
    await chat.approval("tool 2").waitFor();
    await approve(chat, "tool 2");
    await chat.page.getByText("2 requests need your input").waitFor();
    // Right after the press: the request outlives the page.
    await chat.page.reload();
    await expect.poll(async () => (await decisions()).length).toBe(1);
    await chat.page.reload();
    await chat.page.getByText("2 requests need your input").waitFor();
    expect(await chat.approval("tool 2").getByRole("button").count()).toBe(0);
    await approve(chat, "tool 3");
    await approve(chat, "tool 1");
    await chat.transcript.getByText("All decided.", { exact: true }).waitFor();
    await expectTheLog();
  });

  it("arrive although their person leaves the page with the last press", async () => {
    // Room for both: none can be approved unseen.
    await chat.page.setViewportSize({ width: 1280, height: 2400 });
    await chat.send("/approvals 2", "/say All decided.");
    await chat.approval("tool 2").waitFor();
    const place = await placeOf(chat.page, conversation);
    await chat.page.evaluate(() => {
      for (const approve of document.querySelectorAll<HTMLElement>(".sv-approve")) approve.click();
      location.href = "about:blank";
    });
    await chat.page.waitForURL("about:blank");
    const made = async () => (await readLog(service, place)).filter(({ type }) => type === "user.approvalDecision");
    await expect.poll(async () => (await made()).length).toBe(2);
  });

  it("show who decided in another window, and leave the others to decide here", async () => {
    await chat.send("/approvals 2", "/ask text", "/say All decided.");
    await chat.approval("tool 2").waitFor();
    const other = await anotherWindow();
    await other.approval("tool 2").waitFor();
    await approve(other, "tool 2");
    await chat.approval("tool 2").getByText("Approved by you in another window").waitFor();
    expect(await chat.approval("tool 2").getByRole("button").count()).toBe(0);
    await approve(chat, "tool 1");
    await chat.question().getByRole("textbox").waitFor();
    await other.question().getByRole("textbox").fill("Lisbon");
    await other.question().getByRole("button", { name: "Answer" }).click();
    await chat.question().getByText("Answered by you in another window").waitFor();
    await chat.transcript.getByText("All decided.", { exact: true }).waitFor();
    await expectTheLog();
  });
});
