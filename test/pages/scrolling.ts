import type { Page } from "playwright";

/** Acts of a reader, and how a test sees what they see. */

/** Until nothing has moved for some frames: two are not enough where one box is drawn a frame. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const view = document.querySelector(".sv-timeline-viewport");
    const look = () =>
      [view?.scrollTop, view?.scrollHeight, document.querySelectorAll(".sv-box[data-text]").length].join(" ");
    let last = look();
    for (let still = 0, frames = 0; still < 8 && frames < 300; frames += 1) {
      await new Promise((done) => requestAnimationFrame(done));
      const now = look();
      still = now === last ? still + 1 : 0;
      last = now;
    }
  });
}

/** Real wheel events over the timeline, in steps as a hand makes them. */
export async function wheel(page: Page, by: number): Promise<void> {
  await page.mouse.move(450, 300);
  const step = Math.max(Math.abs(by) / 20, 120);
  for (let left = Math.abs(by); left > 0; left -= step) await page.mouse.wheel(0, Math.sign(by) * Math.min(step, left));
  await settle(page);
}

/** One finger that drags the page down by so much. */
export async function dragBy(page: Page, by: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const at = (y: number) => ({ touchPoints: [{ x: 150, y }] });
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(200) });
  for (let moved = 0; moved <= by; moved += 5) {
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(200 + moved) });
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

export function distanceToTip(page: Page): Promise<number> {
  return page.evaluate(() => {
    const view = document.querySelector(".sv-timeline-viewport");
    return view ? view.scrollHeight - view.clientHeight - view.scrollTop : Number.NaN;
  });
}

/**
 * The row that the reader is looking at and its position: the first that begins in the upper half, else the one that
 * fills it.
 */
export function readAt(page: Page): Promise<{ readonly key: string; readonly top: number }> {
  return page.evaluate(() => {
    const view = document.querySelector(".sv-timeline-viewport")?.getBoundingClientRect();
    if (!view) throw new Error("There is no timeline.");
    const rows = [...document.querySelectorAll(".sv-group")].map((row) => ({
      key: row.getAttribute("data-group") ?? "",
      top: row.getBoundingClientRect().top - view.top,
      bottom: row.getBoundingClientRect().bottom - view.top,
    }));
    const row =
      rows.find(({ top }) => top >= 0 && top < view.height / 2) ??
      rows.find(({ top, bottom }) => top < 0 && bottom > 0);
    if (!row) throw new Error("No row is in view.");
    return row;
  });
}

export async function rowTop(page: Page, key: string): Promise<number> {
  return page.evaluate((key) => {
    const view = document.querySelector(".sv-timeline-viewport")?.getBoundingClientRect();
    const row = document.querySelector(`[data-group="${key}"]`)?.getBoundingClientRect();
    return view && row ? row.top - view.top : Number.NaN;
  }, key);
}
