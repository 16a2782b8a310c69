import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it, onTestFinished } from "vitest";
import { createKeyboard } from "./support/keyboard.js";
import { startMachine, temporaryFolder } from "./support/processes.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");
const visit = openVisits();
const patience = { timeout: 15_000, interval: 20 };

it("connects a computer, works in its folder, and removes it, with the keyboard alone", async () => {
  const place = temporaryFolder();
  onTestFinished(() => place.remove());
  const folder = join(place.path, "project");
  mkdirSync(folder);
  writeFileSync(join(folder, "notes.txt"), "Oslo is late.\n");
  const { page, chat } = await visit();
  const { focused, tabTo, press, say } = createKeyboard(page);
  const conversation = `machines-${randomUUID()}`;
  const machine = startMachine(folder, { service: hostUrl, config: join(place.path, "config") });
  onTestFinished(() => machine.stop());
  await expect.poll(machine.text, patience).toContain("Waiting for approval");
  const [link = ""] = /http\S+\?code=\S+/.exec(machine.text()) ?? [];

  // The person opens what the program printed, and signs in on the way.
  await page.goto(`${link}&conversation=${conversation}`);
  await tabTo(/^input/);
  await page.keyboard.press("ArrowDown");
  await tabTo(/^button Sign in/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Connect “laptop”?" }).waitFor();
  const can = page
    .getByText("The agent will be able to:")
    .locator("xpath=ancestor-or-self::p[1]/following-sibling::ul")
    .getByRole("listitem");
  expect(await can.allInnerTexts()).toEqual([
    expect.stringContaining("without asking"),
    expect.stringContaining("if you approve each time"),
    expect.stringContaining("even outside this folder"),
  ]);
  expect(machine.text()).not.toContain("Connected.");
  await press(/^button Connect/);
  await page.getByRole("heading", { name: "Approved" }).waitFor();
  await expect.poll(machine.text, patience).toContain("Connected.");

  await press(/^a All connected computers/);
  await page.getByRole("listitem").filter({ hasText: "laptop" }).getByText("Connected", { exact: true }).waitFor();
  await press(/^a Back to the desk/, "Shift+Tab");
  await chat.composer.waitFor();
  await say('/call read_file {"path":"notes.txt"}');
  await chat.transcript.getByText("Oslo is late.").first().waitFor();
  await chat.settled();
  await say('/call write_file {"path":"answer.txt","content":"Sent again."}');
  const approval = page.getByRole("group", { name: "Write this file on laptop?" });
  await approval.waitFor();
  expect(await approval.getByRole("definition").allInnerTexts()).toEqual(["answer.txt", "project", "Sent again."]);
  expect(() => readFileSync(join(folder, "answer.txt"))).toThrow("ENOENT");
  await press(/^button Write file/, "Shift+Tab");
  await chat.settled();
  await expect.poll(() => readFileSync(join(folder, "answer.txt"), "utf8"), patience).toBe("Sent again.");

  await press(/^a Settings/, "Shift+Tab");
  await press(/^a Connected computers/);
  await press(/^button Remove: laptop/);
  await expect.poll(focused).toMatch(/^button Keep/);
  await page.keyboard.press("Tab");
  const revoked = page.waitForResponse((response) => response.url().endsWith("/revoke"));
  await press(/^button Remove computer/);
  await revoked;
  const since = performance.now();
  await expect.poll(machine.hasEnded, { ...patience, interval: 10 }).toBe(true);
  // It is notified at once, and does not wait for the next sign of life of its connection, one every 15 seconds.
  expect(performance.now() - since).toBeLessThan(10_000);
  expect(machine.text()).toContain("This computer was removed.");
  await page.getByText("No computers connected").waitFor();
});
