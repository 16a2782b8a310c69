import { randomUUID } from "node:crypto";
import { expect, inject, it } from "vitest";
import { signIn } from "./support/browser.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");
const visit = openVisits();

it("lists what agents remember of the person, who deletes it", async () => {
  const { page, chat } = await visit();
  await signIn(page, hostUrl, "ben", `/?conversation=personal_${randomUUID()}`);
  const fact = `Prefers short answers ${randomUUID()}`;
  await chat.send(`/remember ${fact}`);
  await chat.settled();
  await page.goto(`${hostUrl}/settings?section=memory`);
  await page.getByRole("heading", { level: 1, name: "Memory" }).waitFor();
  expect(await page.locator("#side-bar [aria-current=page]").innerText()).toBe("Memory");
  await page.getByRole("button", { name: `Delete: ${fact}` }).click();
  await page.getByRole("button", { name: "Delete memory" }).click();
  await page.getByText(fact).waitFor({ state: "detached" });
});

it("names the section that it shows in the address, also for one that is unknown", async () => {
  const { page } = await visit();
  await signIn(page, hostUrl, "ben");
  for (const address of ["/settings?section=nothing", "/settings"]) {
    await page.goto(hostUrl + address);
    await page.getByRole("heading", { level: 1, name: "Scheduled tasks" }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("section")).toBe("schedules");
  }
  // Back leaves the page: no entry of the history has the unknown section.
  await page.goto(`${hostUrl}/settings?section=nothing`);
  await expect.poll(() => new URL(page.url()).searchParams.get("section")).toBe("schedules");
  await page.goBack();
  expect(new URL(page.url()).searchParams.get("section")).toBe("schedules");
});

it("asks before another page removes the changed words of a form, by a link and by Back", async () => {
  const { page } = await visit();
  await signIn(page, hostUrl, "ben");
  const asked: string[] = [];
  let isDiscarded = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return isDiscarded ? dialog.accept() : dialog.dismiss();
  });
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  const link = (name: string) => page.locator("#side-bar").getByRole("link", { name });
  await page.goto(`${hostUrl}/settings?section=memory`);
  await heading("Memory").waitFor();
  await link("Scheduled tasks").click();
  await page.getByRole("button", { name: "New task" }).click();
  const field = page.getByLabel("Name", { exact: true });
  await field.fill("Morning report");

  await link("Memory").click();
  await expect.poll(() => asked).toEqual(["Discard your changes?"]);
  await page.goBack();
  await expect.poll(() => asked.length).toBe(2);
  await expect.poll(() => new URL(page.url()).searchParams.get("section")).toBe("schedules");
  await heading("Scheduled tasks").waitFor();
  expect(await field.inputValue()).toBe("Morning report");

  isDiscarded = true;
  await page.goBack();
  await heading("Memory").waitFor();
  await link("Scheduled tasks").click();
  await page.getByRole("button", { name: "New task" }).click();
  await link("Memory").click();
  await heading("Memory").waitFor();
  // Nothing was typed in the second form.
  expect(asked.length).toBe(3);
});
