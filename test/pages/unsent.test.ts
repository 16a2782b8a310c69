import type { Page } from "playwright";
import { expect, it } from "vitest";
import { pagesInChromium } from "./open-page.js";

/** The browser's own question before a page is closed over an unsent message. */

const open = pagesInChromium();

/** Closes the page as a person does, who stays if the browser asks. @returns the kind of the question; null without one */
async function close(page: Page): Promise<string | null> {
  const asked = page.waitForEvent("dialog").then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type();
  });
  const closed = page.waitForEvent("close").then(() => null);
  await page.close({ runBeforeUnload: true });
  return Promise.race([asked, closed]);
}

async function send(page: Page): Promise<void> {
  await page.getByLabel("Message").fill("Unsent.");
  await page.getByLabel("Message").press("Enter");
}

it("asks before a page is closed over a message that was not sent, and not once it is discarded", async () => {
  const page = await open("unsent-page");
  await send(page);
  const discard = page.getByRole("button", { name: "Discard" });
  await discard.waitFor();
  expect(await close(page)).toBe("beforeunload");
  await discard.click();
  expect(await close(page)).toBeNull();
});

it("asks nothing before a page with a typed draft is closed", async () => {
  const page = await open("unsent-page");
  await page.getByLabel("Message").fill("A draft");
  expect(await close(page)).toBeNull();
});
