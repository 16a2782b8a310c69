import { randomUUID } from "node:crypto";
import { expect, inject, it } from "vitest";
import { createKeyboard } from "./support/keyboard.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");
const visit = openVisits();

it("creates a scheduled task, runs, pauses and removes it, with the keyboard alone", async () => {
  const { page, chat } = await visit();
  const { focused, tabTo, press } = createKeyboard(page);
  const name = `Report ${randomUUID().slice(0, 8)}`;
  await page.goto(`${hostUrl}/settings?section=schedules`);
  await tabTo(/^input/);
  await page.keyboard.press("ArrowDown");
  await press(/^button Sign in/);

  await press(/^button New task/);
  await expect.poll(focused).toMatch(/^input Name/);
  await page.keyboard.type(name);
  await tabTo(/^textarea What should the agent do/);
  await page.keyboard.type("/say The report.");
  await tabTo(/^select When/);
  await page.keyboard.type("At an");
  await page.getByText("Next runs", { exact: true }).waitFor();
  await press(/^button Create task/);
  const row = page.getByRole("listitem").filter({ hasText: name });
  await row.getByText("Every hour").waitFor();

  await press(new RegExp(`^button Run now: ${name}`));
  await press(new RegExp(`^button Open the last conversation of ${name}`), "Shift+Tab");
  await chat.transcript.getByText("The report.").first().waitFor();
  await press(/^button Back to scheduled tasks/, "Shift+Tab");

  await press(new RegExp(`^button More actions for ${name}`));
  await page.keyboard.press("ArrowDown");
  await expect.poll(focused).toMatch(/^button Pause/);
  await page.keyboard.press("Enter");
  await row.getByText("Paused").waitFor();
  await expect.poll(focused).toMatch(new RegExp(`^button More actions for ${name}`));
  await expect.poll(() => row.getAttribute("aria-busy")).toBeNull();
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await expect.poll(focused).toMatch(/^button Delete/);
  await page.keyboard.press("Enter");
  await expect.poll(focused).toMatch(/^button Keep/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => row.count()).toBe(0);
});
