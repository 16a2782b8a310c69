import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, inject, it } from "vitest";
import type { ConversationPage, ViewName } from "./support/conversation-page.js";
import { createKeyboard, type Keyboard } from "./support/keyboard.js";
import { expectPageTellsTheLog, placeOf } from "./support/log.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");
const service = inject("service");

const visit = openVisits();
let chat: ConversationPage;
let keyboard: Keyboard;
beforeEach(async () => {
  ({ chat } = await visit());
  keyboard = createKeyboard(chat.page);
});

describe.each<{ view: ViewName }>([{ view: "chat" }, { view: "session" }])(
  "with the keyboard alone, in the $view view",
  ({ view }) => {
    it("one signs in, talks, approves, rejects, answers, stops and signs out", async () => {
      const { page } = chat;
      const { focused, tabTo, say } = keyboard;
      const id = `keys-${randomUUID()}`;
      await page.goto(`${hostUrl}/?conversation=${id}${view === "chat" ? "&view=chat" : ""}`);
      await tabTo(/^input/);
      await page.keyboard.press("ArrowDown");
      await tabTo(/^button Sign in/);
      await page.keyboard.press("Enter");
      await chat.composer.waitFor();

      await say("/say Hello.");
      await expect.poll(() => chat.transcript.innerText()).toContain("Hello.");
      await chat.settled();
      // The page changes doors under the answer or a later one; the focus stays in the composer.
      expect(await focused()).toMatch(/^textarea/);
      // Sending leaves the focus where it was.
      await say('/approve refund {"amount":5}');
      await chat.approval("refund").waitFor();
      expect(await focused()).toMatch(/^textarea/);
      await tabTo(/^button Approve/, "Shift+Tab");
      await page.keyboard.press("Enter");
      await chat.approval("refund").waitFor({ state: "hidden" });
      await chat.settled();
      // After the last decision the focus is back in the composer.
      await expect.poll(focused).toMatch(/^textarea/);

      await say('/approve refund {"amount":500}');
      await chat.approval("refund").waitFor();
      await tabTo(/^button Reject…/, "Shift+Tab");
      await page.keyboard.press("Enter");
      await tabTo(/^(textarea|input) .*Reason/);
      await page.keyboard.type("Too much");
      await tabTo(/^button Reject/);
      await page.keyboard.press("Enter");
      await chat.approval("refund").waitFor({ state: "hidden" });
      await chat.settled();

      await say("/ask single");
      await chat.question().waitFor();
      await tabTo(/^input/, "Shift+Tab");
      await tabTo(/^input Autumn/, "ArrowUp");
      await tabTo(/^button Answer/);
      await page.keyboard.press("Enter");
      await chat.question().waitFor({ state: "hidden" });
      await chat.settled();

      await say("/long 2000 60");
      await expect.poll(async () => (await chat.rows().last().innerText()).length).toBeGreaterThan(60);
      await tabTo(/^button Stop/);
      await page.keyboard.press("Enter");
      await chat.settled();
      // The button that had the focus is gone; the focus is not lost with it.
      await expect.poll(focused).toMatch(/^textarea/);

      const events = await expectPageTellsTheLog(chat, service, await placeOf(page, id));
      const decisions = events.filter(({ type }) => type === "user.approvalDecision").map(({ payload }) => payload);
      expect(decisions).toMatchObject([{ decision: "approve" }, { decision: "reject", message: "Too much" }]);
      expect(events.filter(({ type }) => type === "user.humanInputResponse")).toHaveLength(1);
      expect(events.filter(({ type }) => type === "turn.cancelled")).toHaveLength(1);

      await tabTo(/^button Sign out/, "Shift+Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Sign in" }).waitFor();
    });
  },
);
