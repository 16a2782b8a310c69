import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { signIn, type UserId } from "./support/browser.js";
import type { ConversationPage, ViewName } from "./support/conversation-page.js";
import { placeOf, readLog } from "./support/log.js";
import { openVisits } from "./support/visits.js";
import { startHost, type RunningHost } from "./support/processes.js";

const service = inject("service");
const visit = openVisits();

/** A host of its own, as its orders are refunded once. */
let host: RunningHost;
let chat: ConversationPage;
let conversation: string;
beforeEach(async () => {
  host = await startHost(service);
  conversation = `product-tools-${randomUUID()}`;
  return () => host.stop();
});

async function open(user: UserId, view: ViewName = "chat"): Promise<void> {
  ({ chat } = await visit());
  await signIn(chat.page, host.url, user);
  await chat.open(host.url, conversation, view);
  await chat.page.getByRole("button", { name: "Orders", exact: true }).click();
}

const order = (number: number) =>
  chat.page
    .getByRole("region", { name: "Orders" })
    .getByRole("listitem")
    .nth(number - 1);
const returned = (text: string) => chat.page.getByRole("region", { name: "Orders" }).getByText(text).waitFor();
const approve = () =>
  chat
    .refund()
    .getByRole("button", { name: /^Refund €/ })
    .click();

describe("a refund through the product's own tools", () => {
  it("waits for a person, changes the product's data once, and the log never contains the tools' credentials", async () => {
    await open("ana");
    await chat.send("/mcp orders list {}", '/mcp orders refund {"id":1041}', "/say That is all.");
    await chat.refund().waitFor();
    expect(await order(1).innerText()).toContain("paid");
    await returned("No refunds yet.");
    await approve();
    await chat.transcript.getByText("That is all.", { exact: true }).waitFor();
    await returned("1 refund of €19.90.");
    expect(await order(1).innerText()).toContain("refunded");

    await chat.send('/mcp orders refund {"id":1041}');
    await approve();
    await chat.transcript.getByText("Order 1041 was refunded before.").first().waitFor();
    await chat.settled();
    await returned("1 refund of €19.90.");

    const log = await readLog(service, await placeOf(chat.page, conversation));
    expect(log.filter(({ type }) => type === "user.approvalDecision")).toHaveLength(2);
    expect(JSON.stringify(log)).not.toMatch(/bearer/i);
  });

  it("is decided through the session proxy as well, and leaves another tenant's orders alone", async () => {
    await open("ana");
    await chat.send('/mcp orders refund {"id":1042}');
    await chat.refund().waitFor();
    await open("ana", "session");
    await approve();
    await returned("1 refund of €24.50.");
    expect(await order(2).innerText()).toContain("refunded");
    await open("chloe");
    await returned("No refunds yet.");
    expect(await order(2).innerText()).toContain("paid");
  });

  it("does not happen when the person rejects it", async () => {
    await open("ana");
    await chat.send('/mcp orders refund {"id":1043}');
    await chat.refund().getByRole("button", { name: "Reject…" }).click();
    await chat.refund().getByRole("button", { name: "Reject", exact: true }).click();
    await chat.transcript.getByText("was rejected and has not run").waitFor();
    expect(await order(3).innerText()).toContain("paid");
  });
});

it("an old conversation continues with fresh tokens after a restart of the host", async () => {
  await open("ana");
  await chat.send("/skills");
  await chat.transcript.getByText("How Parcel Desk gives money back.").waitFor();
  await chat.settled();
  await host.stop();
  // Another process signs with a secret of its own, so the token that the session has opens nothing any more.
  host = await startHost(service, { port: Number(new URL(host.url).port) });
  await open("ana");
  await chat.send("/mcp orders list {}");
  await chat.transcript.getByText("orders__list answered").waitFor();
  const log = await readLog(service, await placeOf(chat.page, conversation));
  expect(log.map(({ type }) => type)).not.toContain("tool.auth_needed");
});
