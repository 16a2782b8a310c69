import { randomUUID } from "node:crypto";
import { expect, inject, it } from "vitest";
import { createKeyboard } from "./support/keyboard.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");
const service = inject("service");
const visit = openVisits();

const access = (token: string) =>
  fetch(`${service.url}/v1/access/me`, { headers: { authorization: `Bearer ${token}` } });

it("creates an API key that works, and revokes it, with the keyboard alone", async () => {
  const { page } = await visit();
  const { focused, tabTo, press } = createKeyboard(page);
  const name = `Script ${randomUUID().slice(0, 8)}`;
  await page.goto(`${hostUrl}/settings?section=api-keys`);
  await tabTo(/^input/);
  await press(/^button Sign in/);

  await press(/^button New key/);
  await expect.poll(focused).toMatch(/^input Name/);
  await page.keyboard.type(name);
  await press(/^button Create key/);
  await expect.poll(focused).toContain(`“${name}” created`);
  await tabTo(/^textarea Key/);
  const token = await page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value);
  expect((await access(token)).status).toBe(200);
  await press(/^button Done/);
  await expect.poll(focused).toMatch(/^button New key/);

  await press(new RegExp(`^button Revoke: ${name}`));
  await expect.poll(focused).toMatch(/^button Keep/);
  await press(/^button Revoke key/);
  await page.getByText(`“${name}” revoked`).waitFor();
  await expect.poll(async () => (await access(token)).status).toBe(401);
});
