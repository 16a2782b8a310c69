import { afterEach, beforeEach, expect, it } from "vitest";
import { openInWebKit, type WebKitPage } from "./webkit.js";

let page: WebKitPage;
beforeEach(async () => {
  page = await openInWebKit("timeline-page");
});
afterEach(() => page.close());

it("follows an answer that grows while the view becomes lower, in each frame", async () => {
  const distances = await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    window.timeline.open(3);
    const view = document.querySelector(".sv-timeline-viewport")!;
    const seen: number[] = [];
    for (let count = 0; count < 150; count += 1) {
      window.timeline.grow("More words of the newest answer come in, a line and another one. ");
      // As a queue below it does that gets another row.
      if (count % 20 === 19) document.getElementById("root")!.style.height = `calc(100% - ${(count + 1) * 2}px)`;
      for (let frames = 0; frames < 4; frames += 1) await frame();
      seen.push(view.scrollHeight - view.clientHeight - view.scrollTop);
    }
    return seen;
  });
  expect(distances).toHaveLength(150);
  expect(Math.max(...distances)).toBeLessThanOrEqual(1);
});

it("stays where a wheel moved it while the answer grows", async () => {
  const [before, after] = await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const grow = async () => {
      window.timeline.grow("More words of the newest answer come in, a line and another one.\n\n");
      for (let frames = 0; frames < 4; frames += 1) await frame();
    };
    window.timeline.open(30);
    const view = document.querySelector(".sv-timeline-viewport")!;
    for (let count = 0; count < 10; count += 1) await grow();
    view.dispatchEvent(new WheelEvent("wheel", { deltaY: -120, bubbles: true }));
    view.scrollTop -= 120;
    await grow();
    const before = view.scrollTop;
    for (let count = 0; count < 20; count += 1) await grow();
    return [before, view.scrollTop];
  });
  expect(Math.abs(after! - before!)).toBeLessThanOrEqual(1);
});
