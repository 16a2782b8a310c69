import { randomUUID } from "node:crypto";
import { expect, inject, it } from "vitest";
import { signIn } from "./support/browser.js";
import { expectPageTellsTheLog, linesOf, placeOf, readLog } from "./support/log.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");
const service = inject("service");

const visit = openVisits();

it("a timeline and a composer in two corners share one connection", async () => {
  const id = `parts-${randomUUID()}`;
  const { page, chat } = await visit();
  await signIn(page, hostUrl, "ben");
  await chat.open(hostUrl, id, "chat");
  await chat.send("Hello");
  await chat.settled();
  const place = await placeOf(page, id);

  const streams: string[] = [];
  page.on("request", (request) => {
    if (/\/stream\b/.test(request.url())) streams.push(request.url());
  });
  await page.goto(`${hostUrl}/parts?conversation=${place.sessionId}`);
  await chat.composer.waitFor();
  await chat.send("/tool look_up_parcel {}", "/say Found it in Leeds.");
  await expect.poll(() => chat.transcript.innerText()).toContain("Found it in Leeds.");
  await chat.settled();
  await expectPageTellsTheLog(chat, service, place);
  expect(streams).toHaveLength(1);
});

it("one hook and no proxy restore, stream and answer a decision", async () => {
  const { page } = await visit();
  const id = `headless-${randomUUID()}`;
  const proxied: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/service/")) proxied.push(request.url());
  });
  await signIn(page, hostUrl, "dai", `/headless?conversation=${id}`);
  const main = page.locator("main.headless");
  const send = async (text: string) => {
    await page.getByLabel("Message").fill(text);
    await page.getByRole("button", { name: "Send" }).click();
  };
  await send("/say First words.");
  await expect.poll(() => main.innerText()).toContain("First words.");
  await page.reload();
  await expect.poll(() => main.innerText()).toContain("First words.");
  await send('/approve refund {"amount":3}');
  await page.getByRole("group", { name: "Approval of refund" }).getByRole("button", { name: "Yes" }).click();
  await expect.poll(() => main.getAttribute("data-session-status")).toBe("idle");

  const events = await readLog(service, await placeOf(page, id));
  const shown = await main.locator("[data-kind=user-message], [data-kind=agent-message]").allInnerTexts();
  const plain = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, "");
  expect(shown.map(plain)).toEqual(linesOf(events).map(({ text }) => text));
  expect(events.filter(({ type }) => type === "user.approvalDecision")).toHaveLength(1);
  expect(proxied).toEqual([]);
});
