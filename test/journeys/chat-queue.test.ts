import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { signIn } from "./support/browser.js";
import type { ConversationPage } from "./support/conversation-page.js";
import { expectPageTellsTheLog, linesOf, placeOf } from "./support/log.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");
const service = inject("service");

const visit = openVisits();
let chat: ConversationPage;
let conversation: string;
beforeEach(async () => {
  ({ chat } = await visit());
  conversation = `chat-queue-${randomUUID()}`;
  await signIn(chat.page, hostUrl, "ana");
  await chat.open(hostUrl, conversation, "chat");
  await chat.send("/say Working on it.", "/silence 3600");
  await chat.transcript.getByText("Working on it.", { exact: true }).waitFor();
});

/** The waiting messages, in the order of the page. */
const queued = () => chat.page.locator(".sv-queue-text").allInnerTexts();

/** The texts in the log, without their authors. */
async function told(): Promise<readonly string[]> {
  const log = await expectPageTellsTheLog(chat, service, await placeOf(chat.page, conversation));
  return linesOf(log).map(({ text }) => text);
}

describe("messages sent while the chat view's answer runs", () => {
  it("wait in order over a reload, without the one that was removed, and are answered in that order", async () => {
    const wanted = ["/say One.", "/say Two.", "/say Three."];
    for (const [index, text] of wanted.entries()) {
      await chat.sendBehind(text);
      await expect.poll(queued).toHaveLength(index + 1);
    }
    expect(await queued()).toEqual(wanted);
    await chat.page.getByRole("button", { name: "Remove from queue: /say Two." }).click();
    await chat.waiting("2 messages queued").waitFor();
    await chat.page.reload();
    await chat.waiting("2 messages queued").waitFor();
    expect(await queued()).toEqual(["/say One.", "/say Three."]);
    await chat.stopButton.click();
    await chat.transcript.getByText("Three.", { exact: true }).waitFor();
    await chat.settled();
    expect(await told()).toEqual(["sayWorkingonitsilence3600", "Workingonit", "sayOne", "One", "sayThree", "Three"]);
    expect(await queued()).toEqual([]);
  });

  it("interrupt it at once with Ctrl+Enter, before waiting ones, and keep its text", async () => {
    await chat.sendBehind("/say Later.");
    await chat.waiting("1 message queued").waitFor();
    await chat.composer.fill("/say At once.");
    await chat.composer.press("Control+Enter");
    await chat.transcript.getByText("Later.", { exact: true }).waitFor();
    await chat.settled();
    expect(await told()).toEqual([
      "sayWorkingonitsilence3600",
      "Workingonit",
      "sayAtonce",
      "Atonce",
      "sayLater",
      "Later",
    ]);
  });
});
