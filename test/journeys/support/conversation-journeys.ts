import { randomUUID } from "node:crypto";
import type { BrowserContext } from "playwright";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { sayHello, signIn, type UserId } from "./browser.js";
import { ConversationPage, type ViewName } from "./conversation-page.js";
import { expectPageTellsTheLog, placeOf } from "./log.js";
import { openVisits } from "./visits.js";

const hostUrl = inject("hostUrl");
const service = inject("service");

/** The same actions in each view of a conversation. A file runs one view, so that two workers share the work. */
export function conversationJourneys(view: ViewName, user: UserId): void {
  const visit = openVisits();

  describe(`in the ${view} view, ${user} can`, () => {
    let context: BrowserContext;
    let chat: ConversationPage;
    let id: string;

    beforeEach(async () => {
      ({ context, chat } = await visit());
      id = `journey-${randomUUID()}`;
      await signIn(chat.page, hostUrl, user);
      // A conversation is made by its first message, which is the chat's to send.
      if (view === "session") await sayHello(chat.page, hostUrl, id);
      await chat.open(hostUrl, id, view);
      if (view === "chat") await chat.send("Hello");
      await chat.rows().nth(1).waitFor();
      await chat.settled();
    });

    const expectTheLog = async () => expectPageTellsTheLog(chat, service, await placeOf(chat.page, id));

    it("send a message and see the answer stream as markdown", async () => {
      await chat.send("/long 400 150");
      await chat.transcript.locator("article[data-streaming]").waitFor();
      await chat.transcript.getByRole("heading", { level: 3 }).first().waitFor();
      expect(await chat.stopButton.isVisible()).toBe(true);
      await chat.settled();
      for (const element of ["li", "pre code", "table"])
        expect(await chat.transcript.locator(element).count()).toBeGreaterThan(0);
      await expectTheLog();
    });

    it("see a tool row run and finish", async () => {
      await chat.send('/tool look_up_parcel {"parcel":"P-1"}', "/silence 1", "/say It is on its way.");
      await chat.toolRow("look_up_parcel").waitFor();
      await chat.settled();
      await chat.unfold();
      expect(await chat.toolRow("look_up_parcel").getAttribute("data-state")).toBe("complete");
      const events = await expectTheLog();
      expect(events.filter(({ type }) => type === "agent.toolCall.output")).toHaveLength(1);
    });

    it("approve", async () => {
      await chat.send('/approve refund {"amount":12}');
      await chat.approval("refund").getByRole("button", { name: "Approve", exact: true }).click();
      await chat.approval("refund").waitFor({ state: "hidden" });
      await chat.settled();
      const events = await expectTheLog();
      expect(events.filter(({ type }) => type === "user.approvalDecision").map(({ payload }) => payload)).toMatchObject(
        [{ decision: "approve" }],
      );
    });

    it("reject with a reason", async () => {
      await chat.send('/approve refund {"amount":12}');
      const card = chat.approval("refund");
      await card.getByRole("button", { name: "Reject…", exact: true }).click();
      await card.getByLabel("Reason (optional)").fill("Too much");
      await card.getByRole("button", { name: "Reject", exact: true }).click();
      await card.waitFor({ state: "hidden" });
      await chat.settled();
      const events = await expectTheLog();
      expect(events.find(({ type }) => type === "user.approvalDecision")?.payload).toMatchObject({
        decision: "reject",
        message: "Too much",
      });
      await expect.poll(() => chat.transcript.innerText()).toContain("Too much");
    });

    it("answer a question with text", async () => {
      await chat.send("/ask text");
      await chat.question().getByRole("textbox").fill("To the back door");
      await chat.question().getByRole("button", { name: "Answer", exact: true }).click();
      await chat.question().waitFor({ state: "hidden" });
      await chat.settled();
      const events = await expectTheLog();
      expect(JSON.stringify(events.find(({ type }) => type === "user.humanInputResponse")?.payload)).toContain(
        "To the back door",
      );
    });

    it("answer a question with a single choice", async () => {
      await chat.send("/ask single");
      await chat.question().getByRole("radio").nth(1).check();
      await chat.question().getByRole("button", { name: "Answer", exact: true }).click();
      await chat.question().waitFor({ state: "hidden" });
      await chat.settled();
      const events = await expectTheLog();
      expect(events.find(({ type }) => type === "user.humanInputResponse")?.payload).toMatchObject({
        response: { outcome: "answered", answers: [{ values: [expect.any(String)] }] },
      });
    });

    it("answer a question with multiple choices", async () => {
      await chat.send("/ask multi");
      await chat.question().getByRole("checkbox").nth(0).check();
      await chat.question().getByRole("checkbox").nth(1).check();
      await chat.question().getByRole("button", { name: "Answer", exact: true }).click();
      await chat.question().waitFor({ state: "hidden" });
      await chat.settled();
      const events = await expectTheLog();
      expect(events.find(({ type }) => type === "user.humanInputResponse")?.payload).toMatchObject({
        response: { answers: [{ values: [expect.any(String), expect.any(String)] }] },
      });
    });

    it("skip a question that allows it", async () => {
      await chat.send("/ask text skip");
      await chat.question().getByRole("button", { name: "Skip", exact: true }).click();
      await chat.question().waitFor({ state: "hidden" });
      await chat.settled();
      const events = await expectTheLog();
      expect(events.find(({ type }) => type === "user.humanInputResponse")?.payload).toMatchObject({
        response: { outcome: "skipped" },
      });
    });

    it("stop an answer and keep its text", async () => {
      await chat.send("/long 2000 60");
      await expect.poll(async () => (await chat.rows().last().innerText()).length).toBeGreaterThan(80);
      await chat.stopButton.click();
      await chat.settled();
      const events = await expectTheLog();
      expect(events.filter(({ type }) => type === "turn.cancelled")).toHaveLength(1);
      expect((await chat.rows().last().innerText()).length).toBeGreaterThan(80);
      await chat.send("/say Still here.");
      await expect.poll(() => chat.transcript.innerText()).toContain("Still here.");
      await chat.settled();
      await expectTheLog();
    });

    it("send while an answer runs and see that the message waits", async () => {
      await chat.send("/long 300 100");
      await chat.stopButton.waitFor();
      await chat.sendBehind("/say Second answer.");
      await chat.waiting("1 message queued").waitFor();
      await expect.poll(() => chat.transcript.innerText(), { timeout: 20_000 }).toContain("Second answer.");
      await chat.settled();
      expect(await chat.waiting("1 message queued").isVisible()).toBe(false);
      await expectTheLog();
    });

    it("reload in the middle of an answer and see it go on", async () => {
      await chat.send("/long 500 100");
      await expect.poll(async () => (await chat.rows().last().innerText()).length).toBeGreaterThan(200);
      await chat.page.reload();
      await chat.stopButton.waitFor();
      await chat.settled();
      const events = await expectTheLog();
      expect(events.filter(({ type }) => type === "user.message")).toHaveLength(2);
    });

    it("open a second tab and see the same live", async () => {
      const second = new ConversationPage(await context.newPage());
      await second.open(hostUrl, id, view);
      await chat.send("/long 300 100");
      await second.stopButton.waitFor();
      await expect.poll(async () => (await second.rows().last().innerText()).length).toBeGreaterThan(100);
      await chat.settled();
      await second.settled();
      await expectPageTellsTheLog(second, service, await placeOf(second.page, id));
      await expectTheLog();
    });

    it("open the same session in the other view", async () => {
      await chat.send("/tool look_up_parcel {}", "/say Found it.");
      await expect.poll(() => chat.transcript.innerText()).toContain("Found it.");
      await chat.settled();
      await expectTheLog();
      await chat.open(hostUrl, id, view === "chat" ? "session" : "chat");
      await expect.poll(() => chat.transcript.innerText()).toContain("Found it.");
      await expectTheLog();
    });
  });
}
