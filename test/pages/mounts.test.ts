import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import type { Mount } from "./mounts-page.js";
import { pagesInChromium, type PageOptions } from "./open-page.js";

/** The focus where a host mounts the kit elsewhere than in the page's own document. */

const open = pagesInChromium();

type Part = Parameters<Window["mounts"]["show"]>[0];

const mounts: readonly Mount[] = [
  "document",
  "shadow root",
  "closed shadow root",
  "iframe",
  "shadow root in an iframe",
  "window",
];

let page: Page;
/** The page that gets the keys: another window has its own. */
let keys: Page;

async function show(part: Part, mount: Mount, options?: PageOptions): Promise<void> {
  page = await open("mounts-page", options);
  const opened = mount === "window" ? page.waitForEvent("popup") : page;
  await page.evaluate(([shown, place]) => window.mounts.show(shown, place), [part, mount] as const);
  keys = await opened;
}

const focus = (name: string) => page.evaluate((named) => window.mounts.focus(named), name);
const focused = () => page.evaluate(() => window.mounts.focused());
const happen = (change: Parameters<Window["mounts"]["happen"]>[0]) =>
  page.evaluate((named) => window.mounts.happen(named), change);
const has = (selector: string) => page.evaluate((wanted) => window.mounts.has(wanted), selector);

/** Presses each key in turn, and returns the name of the focused element. */
async function press(...pressed: readonly string[]): Promise<string> {
  for (const key of pressed) {
    await keys.keyboard.press(key);
    await rest();
  }
  return focused();
}

/** A verb's result arrives in a later task. */
const rest = () => page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 20)));

describe.each(mounts)("in a %s", (mount) => {
  it("moves the focus to the next decision after each decision, and to the field after the last", async () => {
    await show("Decisions", mount);
    await focus("Approve");
    expect(await press("Enter")).toMatch(/^Approve “Send mail”/);
    await focus("Reject…");
    expect(await press("Enter")).toMatch(/reason/i);
    expect(await press("Escape")).toBe("Reject…");
    expect(await press("Enter", "Tab", "Tab", "Enter")).toMatch(/3 questions/);
    await focus("Skip all 3");
    expect(await press("Enter")).toBe("Message");
  });

  it("moves the focus to the heading of a card whose control another window removed", async () => {
    await show("Decisions", mount);
    await focus("Approve");
    await happen("settle the first decision");
    expect(await focused()).toMatch(/book room/i);
  });

  it("keeps the focus at the buttons while details of an approval are unseen", async () => {
    await show("LongApproval", mount);
    await focus("Message");
    const seen: string[] = [];
    while ((await has(".sv-approval")) && seen.length < 40) {
      await focus((await has(".sv-decision-unseen")) ? "Show details" : "Approve");
      seen.push(await press("Enter"));
    }
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).not.toContain("nothing");
    expect(seen.at(-1)).toBe("Message");
  });

  it("moves the focus to the field after Pause and after Stop", async () => {
    await show("Conversation", mount);
    await focus("More actions");
    expect(await press("Enter")).toBe("Pause");
    expect(await press("Enter")).toBe("Message");
    await show("Conversation", mount);
    await focus("Stop");
    expect(await press("Enter")).toBe("Message");
  });

  it("moves the focus to the next prompt after Remove, and to the field after the last", async () => {
    await show("Conversation", mount);
    await focus("Remove from queue: One");
    expect(await press("Enter")).toBe("Remove from queue: Two");
    expect(await press("Enter")).toBe("Message");
  });

  it("returns the focus to the button of a menu that closes", async () => {
    await show("Conversation", mount);
    await focus("More actions");
    expect(await press("Enter", "ArrowDown")).toBe("Pause");
    expect(await press("Escape")).toBe("More actions");
    expect(await press("Enter", "Tab")).not.toBe("nothing");
    expect(await has("[role=menu]")).toBe(false);
  });

  it("closes a menu when the focus or a press is elsewhere, and not when it is in the menu", async () => {
    await show("Conversation", mount);
    // A menu of another window has its own focus, which stays.
    for (const name of mount === "window" ? ["Inside"] : ["Inside", "Outside"]) {
      await focus("More actions");
      await press("Enter");
      expect(await has("[role=menu]")).toBe(true);
      await focus(name);
      await rest();
      expect(await has("[role=menu]"), `after the focus of ${name}`).toBe(false);
    }
    await focus("More actions");
    await press("Enter");
    for (const name of ["Pause", "Before"]) {
      const { x, y } = await page.evaluate((named) => window.mounts.middleOf(named), name);
      await keys.mouse.move(x, y);
      await keys.mouse.down();
      await rest();
      expect(await has("[role=menu]"), `after a press on ${name}`).toBe(name === "Pause");
      await keys.mouse.move(1, 1);
      await keys.mouse.up();
    }
  });

  it("keeps the focus in a goal whose button disappears, and moves it on when the goal is cleared", async () => {
    await show("Goal", mount);
    await focus("Pause goal");
    expect(await press("Enter")).toBe("Resume goal");
    await focus("Clear goal");
    expect(await press("Enter")).toBe("Keep");
    expect(await press("Escape")).toMatch(/^Find it/);
    await focus("Clear goal");
    expect(await press("Enter", "Tab", "Enter")).toBe("Inside");
  });

  it("moves between the rows of a timeline by arrow keys, as one tab stop", async () => {
    await show("Conversation", mount);
    await focus("Before");
    expect(await press("Tab")).toMatch(/^Agent/);
    expect(await press("ArrowUp")).toMatch(/^You/);
    expect(await press("ArrowDown", "Enter")).toMatch(/the plan/);
    expect(await press("Escape")).toMatch(/^Agent/);
    expect(await press("Shift+Tab")).toBe("Before");
  });

  it("leaves the focus with a person who is elsewhere on the page", async () => {
    await show("Conversation", mount);
    await focus("Remove from queue: One");
    await focus("Outside");
    await happen("empty the queue");
    await rest();
    const onPage = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    expect(await onPage()).toBe("Outside");
    await focus("Stop");
    await focus("Outside");
    await happen("end the turn");
    await rest();
    expect(await onPage()).toBe("Outside");
  });

  it("copies a selection without the styles of the kit", async () => {
    await show("Conversation", mount);
    // Only a window with input of a person may copy.
    await focus("Inside");
    await press("ArrowLeft");
    const [text, html] = await page.evaluate(() => window.mounts.copy(".sv-markdown"));
    expect(text).toContain("Read the plan");
    expect(html).toContain('<a href="https://plan.test/">the plan</a>');
    expect(html).not.toContain("style=");
  });
});

describe("an approval in a frame", () => {
  it.each(["iframe", "shadow root in an iframe"] as const)(
    "counts its arguments as seen only where the window around shows them: %s",
    async (mount) => {
      await show("TallApproval", mount, { height: 200 });
      await focus("Approve");
      await press("Enter");
      expect(await has(".sv-approval")).toBe(true);
    },
  );
});
