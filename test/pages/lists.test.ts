import { afterEach, beforeEach, expect, it } from "vitest";
import { heapContains } from "../journeys/support/heap.js";
import { createBackend, everyRoute, type Backend } from "../support/backend.js";
import { pagesInChromium } from "./open-page.js";

const open = pagesInChromium();
const secret = "SECRET-OF-ANA-7391";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

it.each<["unmount" | "stay mounted", () => void]>([
  ["unmount", () => window.lists.signIn(null)],
  ["stay mounted", () => window.lists.signOutBelow()],
])("keeps nothing of lists that %s in memory after a sign-out, however often they were read", async (_, signOut) => {
  const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  await chat.send(`/say ${secret}`);
  const waiting = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c2" });
  await waiting.send(`/approve deploy {"to":"${secret}"}`);
  const proxy = backend.proxy(everyRoute);
  const page = await open("lists-page");
  await page.route("**/api/service/**", async (route) => {
    const asked = route.request();
    const response = await proxy(new Request(asked.url(), { headers: await asked.allHeaders() }));
    const headers = Object.fromEntries(response.headers);
    await route.fulfill({ status: response.status, headers, body: await response.text() });
  });
  await page.evaluate(() => window.lists.signIn("ana"));
  const shown = () => page.locator("#root").innerText();
  await expect.poll(shown).toContain(secret);
  let reads = 0;
  page.on("requestfinished", (request) => void (reads += /\/sessions\?.*limit=3/.test(request.url()) ? 1 : 0));
  for (let count = 0; count < 12; count += 1) {
    const before = reads;
    await page.evaluate(() => window.lists.refresh());
    await expect.poll(() => reads, { interval: 20 }).toBeGreaterThan(before);
  }
  expect(await heapContains(page, secret)).toBe(true);

  await page.evaluate(signOut);
  await expect.poll(shown).not.toContain(secret);
  await expect.poll(() => heapContains(page, secret), { timeout: 5000, interval: 500 }).toBe(false);
});
