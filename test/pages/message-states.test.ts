import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { approval } from "../../stories/fixtures.js";
import { toolCall, turnEnd, userMessage } from "../components/row-items.js";
import { agent } from "./mixed-messages.js";
import { pagesInChromium } from "./open-page.js";

/** How messages change their look on their way, in a real browser. */

const open = pagesInChromium();

describe("a message that is sent", () => {
  it.each([true, false])(
    "leaves the sign of activity in its place once it has arrived (touch: %s)",
    async (hasTouch) => {
      const page = await open("timeline-page", { hasTouch, width: 360 });
      const topOfDots = async (delivery: { readonly state: "sending" | "queued" } | undefined) => {
        const timeline = [userMessage("Go", delivery && { delivery })];
        await page.evaluate((shown) => window.timeline.open(0, { timeline: shown, isRunning: true }), timeline);
        return (await page.locator(".sv-thinking-dots").boundingBox())?.y;
      };
      const top = await topOfDots(undefined);
      expect(top).toBeGreaterThan(0);
      expect([await topOfDots({ state: "sending" }), await topOfDots({ state: "queued" })]).toEqual([top, top]);
      const words = page.locator(".sv-delivery-words");
      const isShownAt = (ms: number) =>
        words.evaluate((element, at) => {
          for (const move of element.getAnimations()) move.currentTime = at;
          return getComputedStyle(element).visibility === "visible";
        }, ms);
      // A message that leaves within a moment shows no words about its way.
      expect([await isShownAt(900), await isShownAt(1_100)]).toEqual([false, true]);
      expect(await page.getByText("Queued").isVisible()).toBe(true);
      expect(await page.locator(".sv-message-actions").evaluate((row) => getComputedStyle(row).opacity)).toBe("1");
    },
  );
});

const shown = "1 auto";
const hidden = "0 none";

/** Whether the actions of each message can be seen and pressed, at the end of every transition. */
function actionsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".sv-message-actions")].map((row) => {
      for (const move of row.getAnimations()) move.finish();
      const { opacity, pointerEvents } = getComputedStyle(row);
      return `${opacity} ${pointerEvents}`;
    }),
  );
}

describe("the time and the button to copy, without a pointer that hovers", () => {
  it("show below the last own message and each answer, and below another own one once it is tapped or has the focus", async () => {
    const page = await open("timeline-page", { hasTouch: true, width: 360 });
    const timeline = [userMessage("One"), agent("a", "First."), userMessage("Two"), agent("b", "Second.")];
    await page.evaluate((shown) => window.timeline.open(0, { timeline: shown }), timeline);
    await page.getByText("Second.").waitFor();
    const look = () => actionsOf(page);
    expect(await look()).toEqual([hidden, shown, shown, shown]);
    const tops = () =>
      page.evaluate(() => [...document.querySelectorAll(".sv-message")].map((row) => row.getBoundingClientRect().top));
    const before = await tops();
    await page.locator(".sv-bubble").first().tap();
    expect(await look()).toEqual([shown, shown, shown, shown]);
    expect(await tops()).toEqual(before);
    await page.getByText("Second.").tap();
    expect(await look()).toEqual([hidden, shown, shown, shown]);
    await page.getByRole("article").first().getByRole("button", { name: "Copy" }).focus();
    expect(await look()).toEqual([shown, shown, shown, shown]);
  });

  it.each([true, false])(
    "show below the last words of an answer alone, once they are not tapped (%s: settled)",
    async (settled) => {
      const page = await open("timeline-page", { hasTouch: true, width: 360 });
      const work = [agent("a", "Before."), toolCall("find"), agent("b", "Between."), toolCall("refund")];
      const timeline = [userMessage("One"), ...work, ...(settled ? [agent("c", "After."), turnEnd("complete")] : [])];
      await page.evaluate(([shown, isRunning]) => window.timeline.open(0, { timeline: shown, isRunning }), [
        timeline,
        !settled,
      ] as const);
      await page.getByText("Between.").waitFor();
      const last = settled ? [shown] : [];
      expect(await actionsOf(page)).toEqual([shown, hidden, hidden, ...last]);
      await page.getByText("Between.").tap();
      expect(await actionsOf(page)).toEqual([shown, hidden, shown, ...last]);
    },
  );

  it("stay below a message that was not sent", async () => {
    const page = await open("timeline-page", { hasTouch: true, width: 360 });
    const lost = userMessage("One", { delivery: { state: "failed", error: new Error("lost") } as never });
    await page.evaluate((shown) => window.timeline.open(0, { timeline: shown }), [lost, userMessage("Two")]);
    await page.getByText("Two").waitFor();
    const opacities = await page
      .locator(".sv-message-actions")
      .evaluateAll((rows) => rows.map((row) => getComputedStyle(row).opacity));
    expect(opacities).toEqual(["1", "1"]);
  });
});

/** Answers by the block in which they grow, with the element that has the sign. */
const growing: readonly [where: string, text: string, place: string][] = [
  ["a paragraph", "One\n\nTwo", "p: Two"],
  ["a heading", "One\n\n## Two", "h3: Two"],
  ["a list", "- One\n- Two", "li: Two"],
  ["a nested list", "- One\n- Two\n  1. Three\n  2. Four", "li: Four"],
  ["a list with blank lines", "- One\n\n- Two\n\n  Three", "p: Three"],
  ["a task", "- [ ] One\n- [x] Two", "li: Two"],
  ["a quote", "> One\n>\n> Two", "p: Two"],
  ["a list in a quote", "> One\n> - Two\n> - Three", "li: Three"],
  ["a table's head", "| One | Two |\n|---|---|", "th: Two"],
  ["a table's row", "| One | Two |\n|---|---|\n| a | b |\n| Three", "td: Three"],
  ["code", "One\n\n```js\nconst a = 1;\nconst b", "code: const a = 1;\nconst b"],
  ["code after a line", "```js\nconst a = 1;\n", "code: const a = 1;"],
  ["code in a list", "- One\n\n  ```\n  two", "code: two"],
  ["a line between sections", "One\n\n---\n", "hr: "],
  ["a long text", `${"One\n\n".repeat(20)}- Two\n- Three`, "li: Three"],
];

describe("an answer that grows", () => {
  it.each(growing)("has one sign, at its end, in %s", async (_where, text, place) => {
    const page = await open("timeline-page", { width: 360, reducedMotion: "reduce" });
    const timeline = [userMessage("Go"), agent("answer", text, true)];
    await page.evaluate((shown) => window.timeline.open(0, { timeline: shown, isRunning: true }), timeline);
    await page.locator(".sv-markdown").waitFor();
    const shown = await page.evaluate(() => {
      const markdown = document.querySelector<HTMLElement>(".sv-markdown")!;
      const signed = [...markdown.querySelectorAll("*")].filter(
        (element) => getComputedStyle(element, "::after").content !== "none",
      );
      const signs = signed.map((element) => `${element.localName}: ${element.textContent.trim()}`);
      const motions = signed.map((element) => getComputedStyle(element, "::after").animationName);
      const height = markdown.getBoundingClientRect().height;
      delete markdown.dataset["streaming"];
      return { signs, motions, change: markdown.getBoundingClientRect().height - height };
    });
    expect(shown).toEqual({ signs: [place], motions: ["none"], change: 0 });
  });

  it("has its sign in sight in the last column of a table", async () => {
    const page = await open("timeline-page", { width: 360 });
    const text = "| Region | Orders |\n|---|---:|\n| North | 1,204";
    const timeline = [agent("answer", text, true)];
    await page.evaluate((shown) => window.timeline.open(0, { timeline: shown, isRunning: true }), timeline);
    const box = page.locator(".sv-md-table");
    expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  it.each([360, 1280])("leaves the columns of a table in their places when it ends (%d px)", async (width) => {
    const page = await open("timeline-page", { width });
    const text = "| Region | Orders | Change |\n| - | -: | -: |\n| North | 1,204 | +3";
    const timeline = [agent("answer", text, true)];
    await page.evaluate((shown) => window.timeline.open(0, { timeline: shown, isRunning: true }), timeline);
    const places = await page.locator(".sv-md-table").evaluate((box) => {
      const look = () =>
        [...box.querySelectorAll("table, th, td")].map((part) => {
          const { left, width } = part.getBoundingClientRect();
          return [left, width];
        });
      const growing = look();
      delete box.closest<HTMLElement>(".sv-markdown")!.dataset["streaming"];
      return { growing, complete: look() };
    });
    expect(places.growing).toHaveLength(7);
    expect(places.growing).toEqual(places.complete);
  });

  it("keeps its height when the sign leaves a full line", async () => {
    const page = await open("timeline-page", { width: 360 });
    const changes = await page.evaluate(async () => {
      const texts = Array.from({ length: 24 }, (_, index) => `- ${"word ".repeat(5)}${"i".repeat(index)}`);
      const found: number[] = [];
      for (const text of texts) {
        const item = {
          kind: "agent-message" as const,
          id: text,
          occurredAt: "2026-05-12T09:30:00Z",
          turnId: "t",
          text,
        };
        window.timeline.open(0, { timeline: [{ ...item, streaming: true }], isRunning: true });
        const markdown = document.querySelector<HTMLElement>(".sv-markdown")!;
        const before = markdown.getBoundingClientRect().height;
        delete markdown.dataset["streaming"];
        found.push(markdown.getBoundingClientRect().height - before);
      }
      return found.filter((change) => change !== 0);
    });
    expect(changes).toEqual([]);
  });
});

describe("the brief of a step", () => {
  it.each([
    ["offsite", 900, true],
    ["offsite", 250, false],
    ["offsite in Lisbon", 900, true],
    ["offsite in Lisbon", 250, false],
  ])("%s is in sight in %d px: %s", async (query, width, isShown) => {
    const page = await open("timeline-page", { width });
    const timeline = [toolCall("search_all_flights", { arguments: { query }, status: "running", output: undefined })];
    await page.evaluate((shown) => window.timeline.open(0, { timeline: shown, isRunning: true }), timeline);
    const brief = page.locator(".sv-tool-brief");
    await brief.waitFor({ state: "attached" });
    const found = await brief.evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return words.getBoundingClientRect().top < element.getBoundingClientRect().bottom - 1;
    });
    expect(found).toBe(isShown);
  });

  it("has room on a phone between the name and the state of a call that waits for its approval", async () => {
    const page = await open("timeline-page", { width: 390 });
    const call = toolCall("refund_order", { arguments: { number: "4711" }, status: "running", output: undefined });
    const pending = [{ ...approval, id: "refund_order", turnId: "t" }];
    await page.evaluate(([item, decisions]) => window.timeline.open(0, { timeline: [item], pending: decisions }), [
      call,
      pending,
    ] as const);
    const found = await page.locator(".sv-tool-summary").evaluate((summary) => {
      const lines = [...summary.children].slice(1).map((part) => {
        const words = document.createRange();
        words.selectNodeContents(part);
        const { top, bottom } = words.getBoundingClientRect();
        return (top + bottom) / 2;
      });
      return { words: summary.textContent, height: Math.max(...lines) - Math.min(...lines) };
    });
    expect(found.words).toBe("Refund order4711Waiting for approval");
    // In one line: a brief without its room is on the next one, which is cut.
    expect(found.height).toBeLessThan(4);
  });
});
