import type { Browser, Page } from "playwright";
import { turnEvents } from "./long-log.js";
import { openPage } from "./open-page.js";

/** Memory of a long session, measured in a real browser after garbage collection. */
export interface SoakFigures {
  readonly events: number;
  /** MB. */
  readonly heapAtStart: number;
  readonly heapAtFifth: number;
  readonly heapAtEnd: number;
  readonly heapAfterUnmount: number;
  /** The most that were counted. */
  readonly elements: number;
  readonly elementsAfterUnmount: number;
  /** Whether the newest turn is on the page at the end. */
  readonly showsTheLast: boolean;
}

/** Streams so many events into a mounted conversation, and takes it away again. */
export async function soak(browser: Browser, events: number): Promise<SoakFigures> {
  const page = await openPage(browser, "soak-page");
  const heap = await heapOf(page);
  // Excludes the one-time cost of a first mount.
  await showShort(page);
  const heapAtStart = await heap();

  await page.evaluate(() => window.soak.mount());
  let elements = 0;
  let heapAtFifth = 0;
  for (let fifth = 1; fifth <= 5; fifth += 1) {
    await page.evaluate((until) => window.soak.streamTo(until), (events / 5) * fifth);
    elements = Math.max(elements, await count(page));
    if (fifth === 1) heapAtFifth = await heap();
  }
  const heapAtEnd = await heap();
  const lastTurn = Math.floor(events / turnEvents);
  const showsTheLast = (await page.evaluate(() => document.body.textContent ?? "")).includes(`Question ${lastTurn}:`);
  await page.evaluate(() => window.soak.unmount());
  const elementsAfterUnmount = await count(page);
  // V8 may keep the arguments of the last query in a hidden class, until the next query: react-query defines a getter
  // on each query's context. Both measurements come after a short conversation, which takes that place.
  await showShort(page);
  const heapAfterUnmount = await heap();
  await page.context().close();
  return {
    events,
    heapAtStart,
    heapAtFifth,
    heapAtEnd,
    heapAfterUnmount,
    elements,
    elementsAfterUnmount,
    showsTheLast,
  };
}

async function showShort(page: Page): Promise<void> {
  await page.evaluate(() => window.soak.mount());
  await page.evaluate(() => window.soak.streamTo(500));
  await page.evaluate(() => window.soak.unmount());
}

const count = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);

async function heapOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  return async () => {
    // Objects kept by a timer or a finalizer are released before the second time.
    for (let times = 0; times < 3; times += 1) {
      await page.waitForTimeout(400);
      await session.send("HeapProfiler.collectGarbage");
    }
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return usedSize / 1e6;
  };
}
