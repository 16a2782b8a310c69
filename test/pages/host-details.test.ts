import { describe, expect, it } from "vitest";
import { pagesInChromium } from "./open-page.js";

const open = pagesInChromium();

/** The page with one approval, whose details are lines of a host. */
async function show(lines: number) {
  const page = await open("approvals-page", { width: 360, height: 640 });
  await page.evaluate((hostDetails) => window.showApprovals([{ a: 1 }], { hostDetails }), lines);
  const approve = page.getByRole("button", { name: "Approve" });
  const box = page.locator(".sv-decision-arguments");
  await page.getByText("Tent").waitFor();
  return { page, approve, box };
}

describe("an approval with details of a host", () => {
  it("is offered once their end has been in sight", async () => {
    const { page, approve, box } = await show(30);
    const isEndClipped = () =>
      box.evaluate((element) => {
        const last = element.querySelector(".host-details")?.lastElementChild;
        return (last?.getBoundingClientRect().bottom ?? 0) > element.getBoundingClientRect().bottom;
      });
    const steps: (readonly [isClipped: boolean, isOffered: boolean])[] = [];
    while (steps.length < 40 && steps.at(-1)?.[1] !== true) {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      steps.push([await isEndClipped(), await approve.isVisible()]);
      await box.evaluate((element) => element.scrollBy(0, 0.4 * element.clientHeight));
    }
    expect(steps[0]).toEqual([true, false]);
    expect(steps.at(-1)).toEqual([false, true]);
    expect(steps.filter(([isClipped, isOffered]) => isClipped && isOffered)).toEqual([]);
  });

  it("is offered at once where they are in sight whole", async () => {
    const { page, approve } = await show(1);
    await approve.waitFor();
    expect(await page.getByText("You haven't seen all the details yet.").isVisible()).toBe(false);
  });
});
