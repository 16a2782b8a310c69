import { describe, expect, it } from "vitest";
import { pagesInChromium } from "./open-page.js";
import { timelinesInChromium } from "./open-timeline.js";
import { settle, wheel } from "./scrolling.js";

/** The visible and copied text of a conversation, in a real browser. */

describe("a timeline", () => {
  const open = timelinesInChromium();

  it("keeps the button that jumps to the newest line off the one that loads later messages", async () => {
    const { page } = await open(40, { hasNewer: true });
    await wheel(page, -2_000);
    await page.evaluate(() => {
      const view = document.querySelector(".sv-timeline-viewport")!;
      view.scrollTop = view.scrollHeight;
    });
    await settle(page);
    const [later, jump] = await Promise.all([
      page.getByRole("button", { name: "Load later messages" }).boundingBox(),
      page.locator(".sv-jump").boundingBox(),
    ]);
    expect(later!.y + later!.height).toBeLessThanOrEqual(jump!.y);
  });

  it("lays out the icon of Try again beside its words, and below the messages", async () => {
    const failed = {
      kind: "notice",
      id: "n",
      occurredAt: "2026-05-12T09:30:00Z",
      turnId: "t",
      tone: "failed",
      text: "No.",
    };
    const said = {
      kind: "user-message",
      id: "u",
      reconciliationKey: "u",
      occurredAt: failed.occurredAt,
      text: "Hello",
    };
    const user = { ...said, turnId: "t", resources: [] };
    const { page } = await open(1, { timeline: [user, failed] });
    const button = page.getByRole("button", { name: "Try again" });
    const [whole, icon, row] = await Promise.all([
      button.boundingBox(),
      button.locator("svg").boundingBox(),
      page.locator(".sv-notice").boundingBox(),
    ]);
    expect(Math.abs(icon!.y + icon!.height / 2 - (whole!.y + whole!.height / 2))).toBeLessThan(2);
    expect(whole!.x).toBe(row!.x);
  });

  it("lays out the busy sign in line with the messages", async () => {
    const { page } = await open(2, { isRunning: true });
    const [dots, row] = await Promise.all([
      page.locator(".sv-thinking-dots").boundingBox(),
      page.locator(".sv-message[data-role=assistant]").first().boundingBox(),
    ]);
    expect(dots!.x).toBe(row!.x);
  });

  it("copies a selection as plain HTML, without the kit's styles", async () => {
    const { page } = await open(12);
    await page.evaluate(() => window.timeline.ask("first line\nsecond line"));
    const copied = await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector(".sv-timeline-content")!);
      const [copied, selected] = [new DataTransfer(), getSelection()?.toString()];
      const read = ({ clipboardData }: ClipboardEvent) => {
        for (const type of ["text/plain", "text/html"]) copied.setData(type, clipboardData?.getData(type) ?? "");
      };
      addEventListener("copy", read, { once: true });
      document.execCommand("copy");
      return { text: copied.getData("text/plain"), html: copied.getData("text/html"), selected };
    });
    const { text, html, selected } = copied;
    expect(text).toBe(selected);
    expect(html).toContain("first line<br>second line");
    expect(html).toMatch(/<pre>(<div>)?<code>const line0 = /);
    expect(html).toMatch(/<table><thead>|<li>|<strong>/);
    expect(html).not.toMatch(/ style=| class=|<button|<svg|You</);
    expect(html.length).toBeLessThan(12_000);
  });

  it("gives a selection the messages alone, without names, times and labels of code", async () => {
    const { page } = await open(12);
    const selected = await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector(".sv-timeline-content")!);
      return getSelection()!.toString();
    });
    expect(selected).toContain("const line0 = ");
    expect(selected).toContain("Question 100010");
    expect(selected).not.toMatch(/^(You|Agent|ts|Copy|\d+:\d+ [AP]M)$/m);
  });
});

describe("a composer in a window of 740 by 200", () => {
  const open = pagesInChromium();

  it("shows its field and Send whole", async () => {
    const page = await open("controls-page", { width: 740, height: 200 });
    await page.evaluate(() => window.showControls("FootComposer"));
    await page.getByRole("textbox").fill("One line\nand another one\nand a third one");
    for (const part of [page.getByRole("textbox"), page.getByRole("button", { name: "Send" })]) {
      const box = await part.boundingBox();
      expect(box!.y).toBeGreaterThanOrEqual(0);
      expect(box!.y + box!.height).toBeLessThanOrEqual(200);
      expect(
        await part.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }),
      ).toBe(true);
    }
  });
});

describe("text of twice the size", () => {
  const open = pagesInChromium();

  it("leaves an approval whole above the composer", async () => {
    const page = await open("controls-page", { width: 900, height: 720 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
      window.showControls("FootApproval");
    });
    const approve = page.getByRole("button", { name: "Approve" });
    await approve.waitFor();
    expect(
      await approve.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return [top + 2, bottom - 2].map((y) => element.contains(document.elementFromPoint((left + right) / 2, y)));
      }),
    ).toEqual([true, true]);
  });
});
