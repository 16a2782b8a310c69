import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { pieces, answerPiece } from "./growing-answer.js";
import { pagesInChromium } from "./open-page.js";
import type { Looks } from "./string-looks.js";

const open = pagesInChromium();
const tenths = 10;
/** A twentieth of the answer (pieces). */
const warmUp = 3_000;

async function heapOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  return async () => {
    for (let times = 0; times < 2; times += 1) await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize;
  };
}

const lengths = Array.from({ length: pieces }, (_, index) => answerPiece(index).length);
const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
const length = sum(lengths);
const measured = sum(lengths.slice(warmUp));
/** Memory for each character of the text (bytes). */
const most = 8;

/** Number of parts of the long text, in all and laid out, and whether a word far above is found and then shown. */
async function lookAtParts() {
  const all = [...document.querySelectorAll(".sv-md-part")];
  const isLaidOut = (part: Element) =>
    part.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) === true;
  const counts = { all: all.length, laidOut: all.filter(isLaidOut).length };
  getSelection()?.removeAllRanges();
  (window as unknown as { find(text: string): boolean }).find("end119");
  const range = getSelection()?.getRangeAt(0);
  const view = document.querySelector(".sv-timeline-viewport");
  view?.scrollBy(0, (range?.getBoundingClientRect().top ?? 0) - 300);
  for (let frames = 0; frames < 3; frames += 1) await new Promise((done) => requestAnimationFrame(done));
  return { ...counts, found: range?.toString(), top: range?.getBoundingClientRect().top };
}

describe.each(["chat", "session"] as const)("an answer of 1 MB that streams through the %s", (door) => {
  it("takes at most eight times its length in memory, and no work that grows with its finished part", async () => {
    const page = await open("growing-answer-page");
    const heap = await heapOf(page);
    await page.evaluate((shown) => window.growing.mount(shown), door);
    // Excludes one-time compilation and setup, which a first text causes.
    await page.evaluate((until) => window.growing.streamTo(until), warmUp);
    const before = await heap();
    const looks: Looks[] = [];
    for (let tenth = 1; tenth <= tenths; tenth += 1) {
      looks.push(await page.evaluate((until) => window.growing.streamTo(until), (pieces / tenths) * tenth));
    }
    const streamed = await heap();
    const shown = await page.evaluate(() => document.body.textContent ?? "");
    const end = await page.evaluate(() => window.growing.end());
    const ended = await heap();
    const taken = {
      streamed: (streamed - before) / measured,
      ended: (ended - before) / measured,
    };
    console.info(
      `an answer of ${length} characters (${door}): ${JSON.stringify({ ...taken, end: end.long, looks: looks.map((look) => look.characters) })}`,
    );
    expect(length).toBeGreaterThan(1e6);
    expect(shown).toContain(`end${pieces - 1}`);
    expect(looks.map((look) => look.firstLong)).toEqual(looks.map(() => null));
    expect(looks.at(-1)!.characters / looks[1]!.characters).toBeLessThan(1.3);
    expect(taken.streamed).toBeLessThan(most);
    expect(taken.ended).toBeLessThan(most);
    const parts = await page.evaluate(lookAtParts);
    expect(parts.all).toBeGreaterThan(60);
    expect(parts.laidOut).toBeLessThan(12);
    expect(parts.found).toBe("end119");
    expect(Math.abs(parts.top! - 300)).toBeLessThan(40);
  }, 180_000);
});
