import { randomUUID } from "node:crypto";
import type { SessionEvent } from "@service/sdk";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { placeOf, readLog } from "../support/log.js";
import { openVisits } from "../support/visits.js";
import { AiSdkPage, type AiSdkVersion } from "./ai-sdk-page.js";

const hostUrl = inject("hostUrl");
const service = inject("service");

const refund = '/approve refund {"amount":12}';

/** A person's use of the AI SDK's own client, compared with the session's log. */
export function describeAiSdk(version: AiSdkVersion): void {
  describe(`useChat of the AI SDK ${version}`, () => {
    const visit = openVisits();
    let chat: AiSdkPage;
    let conversation: string;

    beforeEach(async () => {
      const { page } = await visit();
      chat = new AiSdkPage(page);
      conversation = `ai-sdk-${randomUUID()}`;
      await page.request.post(`${hostUrl}/auth/sign-in`, { data: { user: "ana", password: "demo" } });
      await chat.open(hostUrl, conversation, version);
    });

    const log = async () => readLog(service, await placeOf(chat.page, conversation));
    const ofType = (events: readonly SessionEvent[], type: string) => events.filter((event) => event.type === type);
    /** The agent's text in its turns, with segments separated as in every format. */
    const written = (events: readonly SessionEvent[]) =>
      ofType(events, "agent.message.completed")
        .map(({ payload }) => (payload as { text: string }).text)
        .join("\n\n");
    const turnIds = (events: readonly SessionEvent[]) => ofType(events, "turn.queued").map(({ turnId }) => turnId);
    const messageIds = () =>
      chat.messages("assistant").evaluateAll((all) => all.map((element) => element.getAttribute("data-id")));
    const longEnough = async (length: number) => {
      await expect.poll(async () => (await chat.texts()).join("").length).toBeGreaterThan(length);
    };

    /** One question, one answer that has the turn's id, and the log's text once. */
    const expectOneAnswer = async (events: readonly SessionEvent[]) => {
      expect(ofType(events, "user.message")).toHaveLength(1);
      expect(await chat.messages("user").count()).toBe(1);
      expect(await messageIds()).toEqual(turnIds(events));
      expect((await chat.texts()).join("")).toBe(written(events));
    };

    it("streams a text", async () => {
      await chat.send("/long 300 150");
      await chat.status("streaming");
      await longEnough(50);
      await chat.status("streaming");
      await chat.status("ready");
      await expectOneAnswer(await log());
      expect(await chat.texts()).toHaveLength(1);
    });

    it("shows tools between the texts around them", async () => {
      await chat.send("/say One.", '/tool look_up {"parcel":7}', "/say Two.", "/tool-fail weigh {}", "/say Three.");
      await chat.status("ready");
      await expectOneAnswer(await log());
      expect(await chat.texts()).toEqual(["One.", "\n\nTwo.", "\n\nThree."]);
      const parts = await chat.answer.locator("> *").evaluateAll((all) => all.map(({ tagName }) => tagName));
      expect(parts).toEqual(["P", "SECTION", "P", "SECTION", "P"]);
      expect(await chat.tool("look_up", "output-available").count()).toBe(1);
      expect(await chat.tool("weigh", "output-error").innerText()).toContain("weigh failed");
    });

    it("approves a call once, and continues in the same message", async () => {
      await chat.send("/say One.", refund, "/say Two.");
      await chat.status("ready");
      await chat.tool("refund", "approval-requested").waitFor();
      await chat.press("Approve");
      await chat.tool("refund", "output-available").waitFor();
      await expect.poll(() => chat.answer.innerText()).toContain("Two.");
      await chat.status("ready");
      const events = await log();
      await expectOneAnswer(events);
      expect(await chat.tool("refund").count()).toBe(1);
      const decisions = ofType(events, "user.approvalDecision").map(({ payload }) => payload);
      expect(decisions).toMatchObject([{ decision: "approve" }]);
      // And the client posts nothing more by itself.
      await chat.send("/say And on.");
      await expect.poll(() => chat.answer.innerText()).toContain("And on.");
      const later = await log();
      expect(ofType(later, "user.message")).toHaveLength(2);
      expect(ofType(later, "user.approvalDecision")).toHaveLength(1);
    });

    it("rejects a call with a reason", async () => {
      await chat.send("/say One.", refund);
      await chat.page.getByLabel("Reason").fill("Too much");
      await chat.press("Reject");
      await chat.tool("refund", "output-denied").waitFor();
      await expect.poll(() => chat.answer.innerText()).toContain("has not run: Too much");
      await chat.status("ready");
      const events = await log();
      await expectOneAnswer(events);
      const decisions = ofType(events, "user.approvalDecision").map(({ payload }) => payload);
      expect(decisions).toMatchObject([{ decision: "reject", message: "Too much" }]);
    });

    it("shows the same parts after a reload", async () => {
      await chat.send("/say One.", '/tool look_up {"parcel":7}', "/tool-fail weigh {}", refund, "/say Two.");
      await chat.tool("refund", "approval-requested").waitFor();
      await chat.press("Approve");
      await expect.poll(() => chat.answer.innerText()).toContain("Two.");
      await chat.status("ready");
      const shown = await chat.answer.evaluate((answer) => answer.outerHTML);
      await chat.reload();
      await chat.status("ready");
      expect(await chat.answer.evaluate((answer) => answer.outerHTML)).toBe(shown);
      expect(await chat.tool("refund", "output-available").count()).toBe(1);
    });

    it("decides several calls that are asked for together", async () => {
      await chat.send("/approvals 2");
      await chat.tool("tool_1").getByRole("button", { name: "Approve" }).click();
      await chat.tool("tool_2").getByRole("button", { name: "Reject" }).click();
      await chat.tool("tool_1", "output-available").waitFor();
      await chat.tool("tool_2", "output-denied").waitFor();
      await expect.poll(() => chat.answer.innerText()).toContain("`tool_2` was rejected");
      await chat.status("ready");
      const events = await log();
      await expectOneAnswer(events);
      expect(ofType(events, "user.approvalDecision")).toHaveLength(2);
    });

    it("decides two calls of one turn one after the other", async () => {
      await chat.send('/approve refund {"amount":1}', '/approve resend {"parcel":2}');
      await chat.press("Approve");
      await chat.tool("resend", "approval-requested").waitFor();
      await chat.press("Approve");
      await chat.tool("resend", "output-available").waitFor();
      await expect.poll(() => chat.answer.innerText()).toContain("`resend` was approved");
      await chat.status("ready");
      const events = await log();
      await expectOneAnswer(events);
      expect(await chat.tool("refund", "output-available").count()).toBe(1);
      expect(ofType(events, "user.approvalDecision")).toHaveLength(2);
    });

    it("answers a question with its own request, which continues in the same message", async () => {
      await chat.send("/say One.", "/ask text", "/say Two.");
      await chat.press("Answer");
      await expect.poll(() => chat.answer.innerText()).toContain("Two.");
      await chat.status("ready");
      const events = await log();
      await expectOneAnswer(events);
      expect(ofType(events, "user.humanInputResponse")).toHaveLength(1);
    });

    it("answers a question by the native route, and reads what follows", async () => {
      await chat.send("/say One.", "/ask text", "/long 120 60");
      await chat.press("Answer natively");
      await chat.status("streaming");
      await chat.status("ready");
      const events = await log();
      expect(ofType(events, "turn.completed")).toHaveLength(1);
      await expectOneAnswer(events);
      expect(ofType(events, "user.humanInputResponse")).toHaveLength(1);
    });

    it.each(["before", "middle"])("shows a failure %s the first words, and continues", async (when) => {
      await chat.send(`/fail ${when} out_of_luck`);
      await chat.status("error");
      expect(await chat.error).toContain("The scripted agent failed");
      await chat.send("/say Still here.");
      await expect.poll(() => chat.answer.innerText()).toBe("Still here.");
      await chat.status("ready");
      const events = await log();
      expect(ofType(events, "turn.failed")).toHaveLength(1);
      expect(await messageIds()).toEqual(turnIds(events));
    });

    it("reports in words a message that cannot be sent", async () => {
      await chat.send("   ");
      await chat.status("error");
      expect(await chat.error).toContain("message_required");
    });

    it("leaves a turn running when it stops reading, and reads on", async () => {
      await chat.send("/long 300 100");
      await longEnough(100);
      await chat.press("Leave");
      await chat.status("ready");
      const left = (await chat.texts()).join("").length;
      await chat.press("Resume");
      await chat.status("streaming");
      await chat.status("ready");
      expect((await chat.texts()).join("").length).toBeGreaterThan(left);
      const events = await log();
      expect(ofType(events, "turn.completed")).toHaveLength(1);
      await expectOneAnswer(events);
    });

    it("stops a turn by the host's route, and keeps its text", async () => {
      await chat.send("/long 3000 60");
      await longEnough(100);
      await chat.press("Stop");
      await chat.status("ready");
      const events = await log();
      expect(ofType(events, "turn.cancelled")).toHaveLength(1);
      expect((await chat.texts()).join("").length).toBeGreaterThan(100);
      expect(await messageIds()).toEqual(turnIds(events));
    });

    it("steers when it is asked for another answer", async () => {
      await chat.send("/long 3000 60");
      await longEnough(100);
      await chat.press("Leave");
      await chat.status("ready");
      await chat.press("Regenerate");
      await chat.status("streaming");
      await longEnough(20);
      await chat.press("Stop");
      await chat.status("ready");
      const events = await log();
      const [first, second] = turnIds(events);
      expect(ofType(events, "user.message")).toHaveLength(2);
      const ends = events.filter(({ type }) => type === "turn.superseded" || type === "turn.cancelled");
      expect(ends.map(({ turnId }) => turnId)).toEqual([first, second]);
      expect(await chat.messages("user").count()).toBe(1);
      expect(await messageIds()).toEqual([second]);
    });

    it("reads on after a reload in the middle of an answer", async () => {
      await chat.send("/say One.", "/long 400 100");
      await longEnough(100);
      await chat.reload();
      await chat.status("streaming");
      await longEnough(100);
      await chat.status("ready");
      const events = await log();
      expect(ofType(events, "turn.completed")).toHaveLength(1);
      await expectOneAnswer(events);
    });

    it("shows a call that waits for approval after a reload, and decides it", async () => {
      await chat.send("/say One.", refund, "/say Two.");
      await chat.tool("refund", "approval-requested").waitFor();
      await chat.reload();
      await chat.tool("refund", "approval-requested").waitFor();
      await chat.status("ready");
      await chat.press("Approve");
      await expect.poll(() => chat.answer.innerText()).toContain("Two.");
      await chat.status("ready");
      const events = await log();
      await expectOneAnswer(events);
      expect(ofType(events, "user.approvalDecision")).toHaveLength(1);
    });

    it("finds nothing to read on when nothing runs", async () => {
      await chat.send("/say One.");
      await expect.poll(() => chat.answer.innerText()).toBe("One.");
      await chat.status("ready");
      const answered = chat.page.waitForResponse((response) => response.url().endsWith(`${conversation}/stream`));
      await chat.reload();
      expect((await answered).status()).toBe(204);
      await chat.status("ready");
      await expectOneAnswer(await log());
    });

    it("shows an answer once after the network broke in the middle of it", async () => {
      // The hook of version 6 does not inform its own `Chat` that the transport restarts.
      await chat.open(hostUrl, conversation, version, version === 6 ? "own-chat" : "");
      await chat.send("/say One.", "/long 300 100");
      await longEnough(100);
      await chat.press("Cut");
      await chat.status("error");
      await chat.press("Resume");
      await chat.status("streaming");
      await chat.status("ready");
      const events = await log();
      expect(ofType(events, "turn.completed")).toHaveLength(1);
      await expectOneAnswer(events);
    });
  });
}
