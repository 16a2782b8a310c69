import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { signIn } from "./support/browser.js";
import type { ConversationPage } from "./support/conversation-page.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");

const visit = openVisits();
let page: Page;
let chat: ConversationPage;
beforeEach(async () => {
  ({ page, chat } = await visit());
});

/** A desk, a phone, a page at 200 % zoom, and one of 320 px. */
const sizes = [
  { width: 1100, height: 800 },
  { width: 360, height: 740 },
  { width: 550, height: 400 },
  { width: 320, height: 500 },
];

/** Begins a conversation in the chat and shows it in the session view. */
async function begin(...lines: readonly string[]): Promise<void> {
  const id = `layout-${randomUUID()}`;
  await signIn(page, hostUrl, "ana", `/?conversation=${id}`);
  await chat.send(...lines);
  await chat.open(hostUrl, id, "session");
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("It is not on the page.");
  return { ...box, end: box.x + box.width, bottom: box.y + box.height };
}

/** Whether a press in its middle would reach it. */
const isInSight = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && element.contains(hit);
  });

describe("several requests", () => {
  it.each(sizes)("are never decided unseen at $width × $height", async (size) => {
    await begin("/approvals 3");
    await chat.approval("tool 1").waitFor();
    await page.setViewportSize(size);
    for (const number of [3, 2, 1]) {
      for (const card of await page.getByRole("group", { name: /^Approve “Tool/ }).all()) {
        const title = card.getByRole("heading");
        const button = card.getByRole("button", { name: "Approve" });
        // Where the button is in sight, nothing of the card before it is hidden behind it.
        if (!(await isInSight(button))) continue;
        const [above, below] = [await boxOf(title), await boxOf(button)];
        expect(above.bottom).toBeLessThanOrEqual(below.y);
        const hidden = await card.evaluate((element) => {
          const actions = element.querySelector(".sv-decision-actions")?.getBoundingClientRect().top ?? 0;
          const before = element.querySelector(".sv-decision-arguments")?.getBoundingClientRect().bottom ?? 0;
          return before - actions;
        });
        expect(hidden).toBeLessThanOrEqual(0);
      }
      await chat.approval(`tool ${number}`).getByRole("button", { name: "Approve" }).scrollIntoViewIfNeeded();
    }
    // However small the page is, one request can be read and decided, and the composer can be reached.
    const approve = chat.approval("tool 1").getByRole("button", { name: "Approve" });
    await approve.focus();
    expect(await isInSight(approve)).toBe(true);
    await chat.composer.focus();
    expect(await isInSight(chat.composer)).toBe(true);
  });
});

describe("a queue", () => {
  it.each([...sizes, { width: 740, height: 320 }])("leaves the composer in reach at $width × $height", async (size) => {
    await begin("/long 20000 60");
    for (const text of ["one", "two", "three"]) await chat.sendBehind(text);
    await chat.waiting("3 messages queued").waitFor();
    await page.setViewportSize(size);
    await chat.composer.blur();
    const box = () => boxOf(page.locator(".sv-composer-box"));
    await expect.poll(async () => (await box()).bottom).toBeLessThanOrEqual(size.height);
    await chat.composer.focus();
    expect(await isInSight(chat.composer)).toBe(true);
    await chat.stopButton.focus();
    expect(await isInSight(chat.stopButton)).toBe(true);
    // In a low page the queue is one line, which opens.
    const title = page.getByRole("button", { name: "3 messages queued", expanded: false });
    if (size.height <= 448) await title.click();
    // Its menu has the other actions, too, where the room is narrow.
    const actions = page.getByRole("button", { name: "More actions for three" });
    await actions.focus();
    expect(await isInSight(actions)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  });
});

describe("a goal", () => {
  it.each(["ltr", "rtl"])("is in the column of the messages, read from its side (%s)", async (dir) => {
    await begin("/goal Plan the trip to Rome");
    await chat.settled();
    await page.evaluate((to) => (document.documentElement.dir = to), dir);
    const goal = page.getByRole("region", { name: "Goal" });
    await goal.waitFor();
    const composer = await boxOf(page.locator(".sv-composer-box"));
    await expect.poll(async () => Math.abs((await boxOf(goal)).x - composer.x)).toBeLessThan(2);
    expect(Math.abs((await boxOf(goal)).end - composer.end)).toBeLessThan(2);
    const [text, status] = [await boxOf(goal.locator(".sv-goal-text")), await boxOf(goal.locator(".sv-goal-status"))];
    const side = dir === "ltr" ? "x" : "end";
    expect(Math.abs(text[side] - status[side])).toBeLessThan(2);
  });
});

describe("a goal beside a scrollbar that takes room", () => {
  it("is as wide as the composer", async () => {
    await begin("/goal Plan the trip to Rome");
    await chat.settled();
    const goal = page.getByRole("region", { name: "Goal" });
    for (const size of sizes) {
      await page.setViewportSize(size);
      const [banner, field] = [await boxOf(goal), await boxOf(page.locator(".sv-composer-box"))];
      expect([size.width, banner.x, banner.end]).toEqual([size.width, field.x, field.end]);
    }
  });
});

describe("a goal at 200 % zoom", () => {
  it("leaves the composer in reach while it is edited, and the focus to it when it is cleared", async () => {
    await begin("/goal Plan the trip to Rome");
    await chat.settled();
    await page.setViewportSize({ width: 550, height: 400 });
    await page.getByRole("button", { name: "Edit goal" }).click();
    const save = page.getByRole("button", { name: "Save" });
    for (const part of [save, chat.composer]) {
      await part.focus();
      expect(await isInSight(part)).toBe(true);
    }
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Clear goal" }).click();
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.getByRole("region", { name: "Goal" }).waitFor({ state: "hidden" });
    await expect.poll(() => chat.composer.evaluate((field) => field === document.activeElement)).toBe(true);
  });
});

describe("the files of a draft", () => {
  it.each([
    { width: 390, height: 500 },
    { width: 844, height: 390 },
  ])(
    "leave the field and Send in sight above the keys of a phone, beside an approval and a queue: %j",
    async (size) => {
      await begin("/approve deploy");
      await chat.approval("deploy").waitFor();
      for (const text of ["one", "two"]) await chat.sendBehind(text);
      await page.setViewportSize(size);
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: /^Attach/ }).click();
      await (await chooser).setFiles(Array.from({ length: 5 }, (_, n) => textFile(`file-${n}.txt`)));
      const send = page.getByRole("button", { name: /^Send/ }).last();
      await expect.poll(async () => (await boxOf(send)).bottom).toBeLessThanOrEqual(size.height);
      expect([await isInSight(chat.composer), await isInSight(send)]).toEqual([true, true]);
    },
  );
});

describe("the files of a message", () => {
  it("are at its side, however long their names are", async () => {
    await begin("/say Hello.");
    await chat.settled();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: /^Attach/ }).click();
    await (await chooser).setFiles([textFile("notes.txt"), textFile(`${"a-long-name-".repeat(8)}.txt`)]);
    await chat.composer.fill("/file");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const files = page.locator(".sv-message-download");
    await expect.poll(() => files.count()).toBe(2);
    const bubble = await boxOf(page.locator(".sv-bubble").last());
    // The last file on a line ends where the message does.
    const ends = await Promise.all(
      (await files.all()).map(async (one) => ((await isFollowed(one)) ? bubble.end : (await boxOf(one)).end)),
    );
    for (const end of ends) expect(Math.abs(end - bubble.end)).toBeLessThan(2);
  });
});

const textFile = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from("words") });

/** Whether another file follows it on its line. */
const isFollowed = (file: Locator) =>
  file.evaluate((element) => {
    const next = element.closest("li")?.nextElementSibling?.getBoundingClientRect();
    return next !== undefined && Math.abs(next.bottom - element.getBoundingClientRect().bottom) < 4;
  });

describe("the composer", () => {
  it("is as wide as the messages, beside a scrollbar that takes room", async () => {
    await begin("/long 400 0");
    await chat.settled();
    for (const size of sizes) {
      await page.setViewportSize(size);
      const answer = page.locator(".sv-message[data-role=assistant]");
      const [message, field] = [await boxOf(answer), await boxOf(page.locator(".sv-composer-box"))];
      expect([size.width, field.x, field.end]).toEqual([size.width, message.x, message.end]);
    }
  });
});
