import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch } from "../journeys/support/browser.js";
import { soak } from "./soak.js";

/** The most elements that a conversation may have on the page, however long its session is. */
const mostElements = 12_000;
const events = Number(process.env["SOAK_EVENTS"] ?? 10_000);

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe("a long session", () => {
  it(`of ${events} events holds its memory, its elements stay under ${mostElements}, and it leaves nothing behind`, async () => {
    const figures = await soak(browser, events);
    console.info(`long session: ${JSON.stringify(figures)}`);
    expect(figures.showsTheLast).toBe(true);
    expect(figures.elements).toBeLessThan(mostElements);
    expect(figures.elementsAfterUnmount).toBeLessThan(100);
    expect(figures.heapAfterUnmount - figures.heapAtStart).toBeLessThan(2);
    // Below that a window is not full after a fifth.
    const most = events >= 100_000 ? figures.heapAtFifth * 1.2 : Infinity;
    expect(figures.heapAtEnd).toBeLessThan(most);
  }, 600_000);
});
