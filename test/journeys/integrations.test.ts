import { randomUUID } from "node:crypto";
import { expect, inject, it } from "vitest";
import { createKeyboard } from "./support/keyboard.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");
const visit = openVisits();

it("adds an integration, uses it in a conversation, and removes it, with the keyboard alone", async () => {
  const { page, chat } = await visit();
  const { focused, tabTo, press, say } = createKeyboard(page);
  const conversation = `integrations-${randomUUID()}`;
  await page.goto(`${hostUrl}/settings?section=integrations&conversation=${conversation}`);
  await tabTo(/^input/);
  for (let person = 0; person < 3; person += 1) await page.keyboard.press("ArrowDown");
  await tabTo(/^button Sign in/);
  await page.keyboard.press("Enter");
  await page.getByText("No integrations yet").waitFor();

  // The dialog lists the tools before anything is added.
  await press(/^button Add integration/);
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await press(/^button Order desk/);
  await dialog.getByText("Cancel an order and give its money back").waitFor();
  await expect.poll(focused).toMatch(/^h2 Add “Order desk”/);
  const group = (name: string) => dialog.getByRole("group", { name }).getByRole("checkbox");
  expect(await group("Reads without asking").count()).toBe(2);
  expect(await group("Asks before each use").count()).toBe(1);
  expect(await group("Always asks before deleting or stopping something").count()).toBe(1);
  await tabTo(/^input Read one order/);
  await page.keyboard.press("Space");
  await press(/^button Add 3 tools/);
  await page.getByText("1 tool runs without asking · 2 ask first").waitFor();
  await expect.poll(focused).toMatch(/^button Add integration/);

  await press(/^a Back to the desk/, "Shift+Tab");
  await chat.composer.waitFor();
  await say("/call order-desk__listOrders {}");
  await chat.transcript.getByText("Pallet to Porto").first().waitFor();
  await chat.settled();
  await say('/call order-desk__setNote {"id":2042,"body":{"note":"Ring twice."}}');
  const approval = page.getByRole("group", { name: /^Approve/ });
  await approval.waitFor();
  await expect.poll(() => approval.innerText()).toContain("Ring twice.");
  const notes = () =>
    page.evaluate(async () => {
      const { orders } = (await (await fetch("/api/orders")).json()) as { orders: { note?: string }[] };
      return orders.map(({ note }) => note ?? "");
    });
  expect(await notes()).toEqual(["", ""]);
  await press(/^button Approve/, "Shift+Tab");
  await approval.waitFor({ state: "hidden" });
  await chat.settled();
  await expect.poll(notes, { timeout: 15_000 }).toEqual(["", "Ring twice."]);

  await press(/^a Settings/, "Shift+Tab");
  await press(/^a Integrations/);
  await press(/^button More actions for Order desk/);
  await expect.poll(focused).toMatch(/^button Remove$/);
  await page.keyboard.press("Enter");
  await page.getByText("The agent can no longer use 3 tools.").waitFor();
  await expect.poll(focused).toMatch(/^button Keep/);
  await page.keyboard.press("Tab");
  await press(/^button Remove$/);
  await page.getByText("No integrations yet").waitFor();
  await press(/^a Back to the desk/, "Shift+Tab");
  await say("/call order-desk__listOrders {}");
  await chat.transcript.getByText("There is no tool order-desk__listOrders").first().waitFor();
});
