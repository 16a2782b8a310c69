import { createHmac, randomUUID } from "node:crypto";
import { expect, inject, it } from "vitest";
import { createKeyboard } from "./support/keyboard.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");
const visit = openVisits();

/** A delivery as the sender posts it: no cookie, no key, a signature over the body. */
async function deliver(address: string, secret: string, event: object): Promise<number> {
  const body = JSON.stringify(event);
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const headers = { "content-type": "application/json", "x-service-signature-256": signature };
  return (await fetch(address, { method: "POST", headers, body })).status;
}

it("adds a source, takes a signed event and opens what it started, with the keyboard alone", async () => {
  const { context, page, chat } = await visit();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { focused, tabTo, press } = createKeyboard(page);
  const type = async (field: RegExp, text: string) => {
    await tabTo(field);
    await page.keyboard.type(text);
  };
  const name = `Shop ${randomUUID().slice(0, 8)}`;
  await page.goto(`${hostUrl}/settings?section=automations`);
  await tabTo(/^input/);
  await press(/^button Sign in/);

  await press(/^button New source/);
  await type(/^input Name/, name);
  await tabTo(/^select Events come from/);
  await page.keyboard.type("Your");
  await press(/^button Create source/);
  // The secret shown once is read out first, and copied from its place.
  await expect.poll(focused).toBe(`h2 Set up ${name}`);
  await press(/^button Copy address/);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain("/v1/webhooks/automations/");
  const address = await copied();
  expect(address.startsWith(`${new URL(page.url()).origin}/`)).toBe(true);
  await press(/^button Copy secret/);
  await expect.poll(copied).toMatch(/^whsec_/);
  const secret = await copied();
  await press(/^button Done/);
  await expect.poll(() => page.getByText(secret).count()).toBe(0);

  await press(new RegExp(`^button Add trigger: ${name}`));
  await type(/^input Name/, "Greet");
  await type(/^input Event types/, "order");
  await press(/^button Add condition/);
  await expect.poll(focused).toMatch(/^input Field/);
  await page.keyboard.type("data.total");
  await type(/^input Value/, "3");
  await type(/^textarea What should the agent do/, "/say An order came in.");
  await press(/^button Save/);
  await page
    .getByRole("listitem")
    .filter({ hasText: /^total is 3$/ })
    .waitFor();

  expect(await deliver(address, secret, { id: "e-1", type: "order.created", data: { total: 3 } })).toBe(202);
  expect(await deliver(address, secret, { id: "e-1", type: "order.created", data: { total: 3 } })).toBe(202);
  expect(await deliver(address, secret, { id: "e-2", type: "order.created", data: { total: 4 } })).toBe(202);
  expect(await deliver(address, "not-the-secret-of-this", { id: "e-3", type: "order.created" })).toBe(401);

  await press(new RegExp(`^button Show deliveries: ${name}`));
  const list = page.getByRole("listitem").filter({ hasText: name });
  await list.getByText("Greet: started a conversation").waitFor();
  await list.getByText("Delivered once more. Nothing new was started.").waitFor();
  await list.getByText("Filtered out: no trigger's conditions match.").waitFor();
  await press(/^button Open the conversation of Greet/);
  await chat.transcript.getByText("An order came in.").first().waitFor();

  await press(/^button Back to automations/, "Shift+Tab");
  await press(new RegExp(`^button More actions for ${name}`));
  await page.keyboard.press("End");
  await expect.poll(focused).toMatch(/^button Delete/);
  await page.keyboard.press("Enter");
  await expect.poll(focused).toMatch(/^button Keep/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("button", { name: `More actions for ${name}` }).count()).toBe(0);
  expect(await deliver(address, secret, { id: "e-4", type: "order.created", data: { total: 3 } })).toBe(410);
});
