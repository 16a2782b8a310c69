import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { toolCall, turnEnd, userMessage } from "../components/row-items.js";
import { agent } from "./mixed-messages.js";
import { pagesInChromium } from "./open-page.js";

/** The end of a turn in a short conversation, where no scrolling can keep the answer in its place. */

const open = pagesInChromium();

/** Tops of the answer (CSS pixels), frame by frame, from before the end of its turn until its steps are folded. */
async function topsWhileSettling(page: Page, steps: number): Promise<readonly number[]> {
  const begun = [userMessage("Go"), ...Array.from({ length: steps }, (_, index) => toolCall(`step_${index}`))];
  const answer = agent("answer", "It is on its way.");
  const settled = [...begun, answer, turnEnd("complete")];
  await page.evaluate((timeline) => window.timeline.open(0, { timeline, isRunning: true }), [...begun, answer]);
  await page.getByText("It is on its way.").waitFor();
  return page.evaluate(async (timeline) => {
    const topOf = () => document.querySelector("[data-role=assistant]")!.getBoundingClientRect().top;
    const tops = [topOf()];
    window.timeline.set({ timeline, isRunning: false });
    while (!document.querySelector(".sv-fold-panel[hidden]")) {
      tops.push(topOf());
      await new Promise(requestAnimationFrame);
    }
    return [...tops, topOf()];
  }, settled);
}

describe("the answer of a turn that settles", () => {
  it("stays in its place where one line replaces one step", async () => {
    const tops = await topsWhileSettling(await open("timeline-page"), 1);
    expect(tops.length).toBeGreaterThan(10);
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(4);
  });

  it("never moves down", async () => {
    const tops = await topsWhileSettling(await open("timeline-page"), 3);
    const downs = tops.map((top, index) => top - (tops[index - 1] ?? top));
    expect(Math.max(...downs)).toBeLessThanOrEqual(1);
    expect(tops.at(-1)).toBeLessThan(tops[0]! - 30);
  });

  it("has the words of the steps or of their line above it, and never both over each other", async () => {
    const page = await open("timeline-page");
    const begun = [userMessage("Go"), toolCall("step_0")];
    const answer = agent("answer", "It is on its way.");
    await page.evaluate((timeline) => window.timeline.open(0, { timeline, isRunning: true }), [...begun, answer]);
    await page.getByText("It is on its way.").waitFor();
    const seen = await page.evaluate(
      async (timeline) => {
        window.timeline.set({ timeline, isRunning: false });
        while (!document.querySelector(".sv-disclosure-button[data-moving=slow]")) {
          await new Promise(requestAnimationFrame);
        }
        const [line, panel] = [".sv-turn > .sv-disclosure-button", ".sv-fold-panel"].map((selector) =>
          document.querySelector(selector)!,
        );
        const opacityOf = (element: Element) => Number(getComputedStyle(element).opacity);
        const moves = document.getAnimations();
        const ends = Math.max(...moves.map((move) => Number(move.effect!.getComputedTiming().endTime)));
        for (const move of moves) move.pause();
        return Array.from({ length: 21 }, (_, step) => {
          for (const move of moves) move.currentTime = (ends * step) / 20;
          return { line: opacityOf(line!), panel: opacityOf(panel!) };
        });
      },
      [...begun, answer, turnEnd("complete")],
    );
    expect(seen[0]).toEqual({ line: 0, panel: 1 });
    expect(seen.at(-1)).toEqual({ line: 1, panel: 0 });
    expect(Math.max(...seen.map(({ line, panel }) => Math.min(line, panel)))).toBeLessThan(0.05);
  });
});
